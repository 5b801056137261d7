/** What a returning client missed: every row it may see that changed after the position it has. */
import { listProducts, readNotice } from "#ledger/store/reads/catalogue.ts";
import { ordersChangedSince } from "#ledger/store/reads/orders.ts";
import { rechargesChangedSince } from "#ledger/store/reads/recharges.ts";
import { usersById, usersChangedSince } from "#ledger/store/reads/users.ts";
import type { Principal } from "../auth/principals.ts";
import { noticeRecord, productRecord } from "../records.ts";
import {
  noticeMessage,
  orderMessage,
  type Presenter,
  productMessage,
  rechargeMessage,
  type RowMessage,
  userMessages,
} from "./changed-rows.ts";

/** Beyond this a client is better off fetching what its page shows. */
const missed_rows_max = 500;

/** Undefined where too much was missed to send. */
export async function missedRows(
  shop: Presenter,
  principal: Principal,
  position: number,
): Promise<RowMessage[] | undefined> {
  const admin = principal.level === "Admin";
  const scope = admin ? undefined : principal.user;
  const limit = missed_rows_max + 1;
  const [orders, recharges, users, products, notice] = await Promise.all([
    ordersChangedSince(shop.db, position, scope, limit),
    rechargesChangedSince(shop.db, position, scope, limit),
    admin ? usersChangedSince(shop.db, position, limit) : usersById(shop.db, [principal.user]),
    listProducts(shop.db, position),
    readNotice(shop.db),
  ]);
  if (Math.max(orders.length, recharges.length, users.length) > missed_rows_max) return undefined;
  return [
    ...products.map((view) => productMessage(productRecord(view))),
    ...(notice.position > position ? [noticeMessage(noticeRecord(notice, shop.shopName))] : []),
    ...users.filter((view) => view.position > position).flatMap(userMessages),
    ...recharges.map(rechargeMessage),
    ...orders.map((view) => orderMessage(shop, view)),
  ];
}
