/** From events to the rows they changed, loaded once for all sockets, as messages with their audience. */
import type { LedgerEvent } from "#ledger/decide/events.ts";
import { listProducts, readNotice } from "#ledger/store/reads/catalogue.ts";
import type { Database } from "#ledger/store/reads/database.ts";
import { ordersById, type OrderView } from "#ledger/store/reads/orders.ts";
import { rechargesById, type RechargeView } from "#ledger/store/reads/recharges.ts";
import { usersById, type UserView } from "#ledger/store/reads/users.ts";
import type { LiveEvent } from "../contract/live.ts";
import { noticeRecord, orderRecord, productRecord, rechargeRecord, userRecord } from "../records.ts";
import { openSealed } from "../sealed.ts";
import type { Secrets } from "../secrets.ts";

/** A row's newest state on its way to those who may see it. */
export interface RowMessage {
  /** Names the row: a newer message of the same key makes this one needless. */
  key: string;
  /** A user's id and the admins; the admins; or everyone signed in. */
  audience: { owner: string; admins: boolean } | "admins" | "everyone";
  message: LiveEvent;
}

export interface Presenter {
  db: Database;
  secrets: Secrets;
  shopName: string;
}

/** What these events changed, each row once, as it is now. */
export async function changedRows(shop: Presenter, events: LedgerEvent[]): Promise<RowMessage[]> {
  const ids = { order: new Set<number>(), recharge: new Set<number>(), user: new Set<string>() };
  let products = false;
  let notice = false;
  for (const event of events) {
    const [kind = "", id = ""] = event.stream.split("/");
    if (kind === "order" || kind === "recharge") ids[kind].add(Number(id));
    else if (kind === "user" || kind === "wallet") ids.user.add(id);
    else if (kind === "product") products = true;
    else notice = true;
    if (event.wallet !== null) ids.user.add(event.wallet);
  }
  const first = events[0]?.position ?? 1;
  const [orders, recharges, users, productRows, noticeRow] = await Promise.all([
    ordersById(shop.db, [...ids.order]),
    rechargesById(shop.db, [...ids.recharge]),
    usersById(shop.db, [...ids.user]),
    products ? listProducts(shop.db, first - 1) : [],
    notice ? readNotice(shop.db) : undefined,
  ]);
  return [
    ...orders.map((view) => orderMessage(shop, view)),
    ...recharges.map(rechargeMessage),
    ...users.flatMap(userMessages),
    ...productRows.map((view) => productMessage(productRecord(view))),
    ...(noticeRow ? [noticeMessage(noticeRecord(noticeRow, shop.shopName))] : []),
  ];
}

/** A page adds what it is told of: of what was removed it hears no more than that. */
export function orderMessage(shop: Presenter, view: OrderView): RowMessage {
  if (view.hidden) return removedMessage("order", view, { owner: view.user_id, admins: true });
  const data = orderRecord(view, openSealed(shop.secrets, view), true);
  return {
    key: `order/${view.id}`,
    audience: { owner: view.user_id, admins: true },
    message: { event: "ordersUpdated", data, position: view.position },
  };
}

export function rechargeMessage(view: RechargeView): RowMessage {
  if (view.hidden) return removedMessage("recharge", view, { owner: view.user_id, admins: true });
  return {
    key: `recharge/${view.id}`,
    audience: { owner: view.user_id, admins: true },
    message: { event: "rechargeUpdated", data: rechargeRecord(view), position: view.position },
  };
}

/** The owner hears of himself, the admins of a user. */
export function userMessages(view: UserView): RowMessage[] {
  if (view.deleted) return [removedMessage("user", view, "admins")];
  const data = userRecord(view);
  const { position } = view;
  return [
    {
      key: `me/${view.id}`,
      audience: { owner: view.id, admins: false },
      message: { event: "CurrUserUpdated", data, position },
    },
    { key: `user/${view.id}`, audience: "admins", message: { event: "userUpdated", data, position } },
  ];
}

function removedMessage(
  list: "order" | "recharge" | "user",
  { id, position }: { id: number | string; position: number },
  audience: RowMessage["audience"],
): RowMessage {
  const data = { list, _id: String(id) };
  // The row's own key: it takes the place of what still waits to be said of it.
  return { key: `${list}/${id}`, audience, message: { event: "removed", data, position } };
}

export function productMessage(data: ReturnType<typeof productRecord>): RowMessage {
  return {
    key: `product/${data._id}`,
    audience: "everyone",
    message: { event: "productsUpdated", data, position: data.position },
  };
}

export function noticeMessage(data: ReturnType<typeof noticeRecord>): RowMessage {
  return {
    key: "notice",
    audience: "everyone",
    message: { event: "noticeUpdated", data, position: data.position },
  };
}
