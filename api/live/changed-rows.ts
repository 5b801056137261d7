/** Turns the changes of a run of events into messages with their audience. Rows are read once for all sockets. */
import { eventsAfter } from "#ledger/log/read-events.ts";
import { listProducts, readNotice } from "#ledger/products/catalogue.ts";
import type { Database } from "#ledger/tables/open-reads.ts";
import { lastActors } from "#ledger/orders/last-actors.ts";
import { ordersById, ordersChangedSince, type OrderView } from "#ledger/orders/reads.ts";
import { topupsById, topupsChangedSince, type TopupView } from "#ledger/topups/reads.ts";
import { usersById, type UserView } from "#ledger/users/reads.ts";
import type { LiveMessage } from "#contract/live.ts";
import type { People } from "../serve/people.ts";
import { type ForAdmin, orderRecord } from "../orders/records.ts";
import { noticeRecord } from "../settings/records.ts";
import { productRecord } from "../products/records.ts";
import { topupRecord } from "../topups/records.ts";
import { personOf, userRecord } from "../users/records.ts";
import { unsealDetails } from "../serve/sealed.ts";
import type { Secrets } from "../serve/secrets.ts";
import { type Change, type Changes, changesOf } from "./run-changes.ts";
import { WrittenRun } from "./written-rows.ts";
import type { Principal } from "../serve/principals.ts";

/** The newest state of a row, for those who may see it. */
export interface RowMessage {
  /** Identifies the row: a newer message with the same key replaces this one. */
  key: string;
  /** A user's id (that user and the admins), only the admins, or everyone signed in. */
  audience: { owner: string; admins: boolean } | "admins" | "everyone";
  message: LiveMessage;
  /** What admins get in its place, if that is more. */
  forAdmins?: LiveMessage;
}

export interface Presenter {
  db: Database;
  people: People;
  secrets: Secrets;
  shopName: string;
}

/**
 * The changed rows: as this process has just written them, or else as they are now. `since`: the first position of the
 * run.
 */
export async function changedRows(
  shop: Presenter,
  changes: Changes,
  written: WrittenRun,
  since: number,
): Promise<RowMessage[]> {
  const orders = divide(changes.orders, (id, position) => written.order(id, position));
  const topups = divide(changes.topups, (id, position) => written.topup(id, position));
  const users = divide(changes.users, (id, position) => written.user(id, position));
  const [readOrders, readTopups, readUsers, products, notice] = await Promise.all([
    ordersById(shop.db, orders.unknown),
    topupsById(shop.db, topups.unknown),
    usersById(shop.db, users.unknown),
    changes.products ? listProducts(shop.db, since - 1) : [],
    changes.settings ? readNotice(shop.db) : undefined,
  ]);
  for (const view of readUsers) shop.people.keep(personOf(view));
  return [
    ...(await decidableMessages(shop, [...orders.known, ...readOrders], [...topups.known, ...readTopups])),
    ...[...users.known, ...readUsers].flatMap(userMessages),
    ...products.map((view) => productMessage(productRecord(view))),
    ...(notice ? [noticeMessage(noticeRecord(notice, shop.shopName))] : []),
    ...(changes.approvals > 0 ? [approvalsMessage(changes.approvals)] : []),
  ];
}

/** The rows that are known, and the keys of the others. */
function divide<K, View>(
  changes: Map<K, Change>,
  find: (key: K, position: number) => View | undefined,
): { known: View[]; unknown: K[] } {
  const known: View[] = [];
  const unknown: K[] = [];
  for (const [key, { position }] of changes) {
    const view = find(key, position);
    if (view) known.push(view);
    else unknown.push(key);
  }
  return { known, unknown };
}

/** Orders and top-ups. Admins are told who took the last step of each. */
async function decidableMessages(
  shop: Presenter,
  orders: readonly OrderView[],
  topups: readonly TopupView[],
): Promise<RowMessage[]> {
  const actors = await lastActors(
    shop.db,
    [...orders, ...topups].filter(({ hidden }) => !hidden),
  );
  return [
    ...orders.map((view) => orderMessage(shop, view, actors.get(view.position))),
    ...topups.map((view) => topupMessage(view, actors.get(view.position))),
  ];
}

/** A page adds every row that it gets, so for a removed row it gets only the removal. */
function orderMessage(shop: Presenter, view: OrderView, movedBy: string | undefined): RowMessage {
  if (view.hidden) return removedMessage("order", view, { owner: view.user, admins: true });
  const details = unsealDetails(shop.secrets, view);
  const message = (forAdmin?: ForAdmin) => ({
    event: "ordersUpdated" as const,
    data: orderRecord(view, details, { isFeed: true, forAdmin }),
    position: view.position,
  });
  return {
    key: `order/${view.id}`,
    audience: { owner: view.user, admins: true },
    message: message(),
    ...(movedBy !== undefined && { forAdmins: message({ movedBy }) }),
  };
}

function topupMessage(view: TopupView, decidedBy: string | undefined): RowMessage {
  if (view.hidden) return removedMessage("recharge", view, { owner: view.user, admins: true });
  const data = topupRecord(view);
  const message = { event: "rechargeUpdated" as const, data, position: view.position };
  return {
    key: `recharge/${view.id}`,
    audience: { owner: view.user, admins: true },
    message,
    ...(decidedBy !== undefined && { forAdmins: { ...message, data: { ...data, decidedBy } } }),
  };
}

/** Users get their own record. Admins get every user's. */
function userMessages(view: UserView): RowMessage[] {
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
  // The row's own key, so that the removal replaces a waiting message about the row.
  return { key: `${list}/${id}`, audience, message: { event: "removed", data, position } };
}

function productMessage(data: ReturnType<typeof productRecord>): RowMessage {
  return {
    key: `product/${data._id}`,
    audience: "everyone",
    message: { event: "productsUpdated", data, position: data.position },
  };
}

/** Admins fetch the approvals again: there are few of them, and few admins. */
function approvalsMessage(position: number): RowMessage {
  return { key: "approvals", audience: "admins", message: { type: "approvals", position } };
}

function noticeMessage(data: ReturnType<typeof noticeRecord>): RowMessage {
  return {
    key: "notice",
    audience: "everyone",
    message: { event: "noticeUpdated", data, position: data.position },
  };
}

/** Above these, it is cheaper for the client to fetch what its page shows. A row is rarely changed by more than four events. */
const missed_rows_max = 500;
const missed_events_max = 2000;

/**
 * What a returning client missed: every row that it may see and that changed after its position. Undefined if these are too
 * many. `position`: of this log (see other-log.ts).
 */
export function missedRows(
  shop: Presenter,
  principal: Principal,
  position: number,
): Promise<RowMessage[] | undefined> {
  return principal.level === "Admin"
    ? missedByAdmin(shop, position)
    : missedByUser(shop, principal.user, position);
}

/** Admins see every row, so the log says what changed. */
async function missedByAdmin(shop: Presenter, position: number): Promise<RowMessage[] | undefined> {
  const events = await eventsAfter(shop.db, position, missed_events_max + 1);
  const changes = changesOf(events);
  const { orders, topups, users, accounts } = changes;
  const isTooMuch =
    events.length > missed_events_max || Math.max(orders.size, topups.size, users.size) > missed_rows_max;
  if (isTooMuch) return undefined;
  return changedRows(shop, changes, new WrittenRun(shop.people, accounts, []), position + 1);
}

async function missedByUser(
  shop: Presenter,
  user: string,
  position: number,
): Promise<RowMessage[] | undefined> {
  const limit = missed_rows_max + 1;
  const [orders, topups, own, products, notice] = await Promise.all([
    ordersChangedSince(shop.db, user, position, limit),
    topupsChangedSince(shop.db, user, position, limit),
    usersById(shop.db, [user]),
    listProducts(shop.db, position),
    readNotice(shop.db),
  ]);
  if (Math.max(orders.length, topups.length) > missed_rows_max) return undefined;
  return [
    ...products.map((view) => productMessage(productRecord(view))),
    ...(notice.position > position ? [noticeMessage(noticeRecord(notice, shop.shopName))] : []),
    ...own.filter((view) => view.position > position).flatMap(userMessages),
    ...(await decidableMessages(shop, orders, topups)),
  ];
}
