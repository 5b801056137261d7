/** The rows that a returning client missed: every row that it may see and that changed after its position. */
import { approvalsChangedAt } from "#ledger/approvals/reads.ts";
import { listProducts, readNotice } from "#ledger/products/catalogue.ts";
import { ordersChangedSince } from "#ledger/orders/reads.ts";
import { topupsChangedSince } from "#ledger/topups/reads.ts";
import { usersById, usersChangedSince } from "#ledger/users/reads.ts";
import type { Principal } from "../serve/principals.ts";
import { noticeRecord } from "../settings/records.ts";
import { productRecord } from "../products/records.ts";
import {
  approvalsMessage,
  decidableMessages,
  noticeMessage,
  type Presenter,
  productMessage,
  type RowMessage,
  userMessages,
} from "./changed-rows.ts";

/** Above this, it is cheaper for the client to fetch what its page shows. */
const missed_rows_max = 500;

/** Undefined if too many rows were missed. `position`: of this log (see other-log.ts). */
export async function missedRows(
  shop: Presenter,
  principal: Principal,
  position: number,
): Promise<RowMessage[] | undefined> {
  const admin = principal.level === "Admin";
  const scope = admin ? undefined : principal.user;
  const limit = missed_rows_max + 1;
  const [orders, topups, users, products, notice, approvals] = await Promise.all([
    ordersChangedSince(shop.db, position, scope, limit),
    topupsChangedSince(shop.db, position, scope, limit),
    admin ? usersChangedSince(shop.db, position, limit) : usersById(shop.db, [principal.user]),
    listProducts(shop.db, position),
    readNotice(shop.db),
    admin ? approvalsChangedAt(shop.db) : 0,
  ]);
  if (Math.max(orders.length, topups.length, users.length) > missed_rows_max) return undefined;
  return [
    ...products.map((view) => productMessage(productRecord(view))),
    ...(notice.position > position ? [noticeMessage(noticeRecord(notice, shop.shopName))] : []),
    ...(approvals > position ? [approvalsMessage(approvals)] : []),
    ...users.filter((view) => view.position > position).flatMap(userMessages),
    ...(await decidableMessages(shop, orders, topups)),
  ];
}
