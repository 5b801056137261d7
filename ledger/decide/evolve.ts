/**
 * (state, event) -> state: what each fact does to the rows. The writer, the follower of another writer's events,
 * verify and rebuild all run this same code. Rows are replaced, never changed in place; rows that are not loaded
 * are left alone.
 */
import { dayOf, hoursBefore } from "#ledger/terms/dates.ts";
import { limits } from "#ledger/terms/limits.ts";
import {
  orderTransitions,
  type OrderStatus,
  type RequestsStatus,
  type SalesStatus,
} from "#ledger/terms/statuses.ts";
import type { LedgerEvent } from "./events.ts";
import type { Account, Entry, Loaded, LoneCorrection, Order, Product, Recharge, State } from "./state.ts";

/** What to add to one row of sales_by_day. */
export interface SalesDelta {
  user: string;
  day: string;
  status: SalesStatus;
  count: number;
  value: number;
  position: number;
}

/** What to add to one row of daily_total: a day's requests; a day's orders are the sum of its sales. */
export type RequestsDelta = Omit<SalesDelta, "user" | "status"> & { status: RequestsStatus };

/** The rows that events have touched since it was made: what has to be written. */
export class Changes {
  readonly accounts = new Set<string>();
  readonly wallets = new Set<string>();
  readonly orders = new Set<number>();
  readonly recharges = new Set<number>();
  readonly products = new Set<string>();
  readonly entries = new Set<number>();
  /** By user, few for each: one key made of user, day and status took 8 % of a replay. */
  readonly sales = new Map<string, SalesDelta[]>();
  readonly requests: RequestsDelta[] = [];
  notice = false;
  houses = false;

  sale(order: Order, status: SalesStatus, sign: 1 | -1, position: number): void {
    const day = dayOf(order.created_at);
    let ofUser = this.sales.get(order.user);
    if (!ofUser) this.sales.set(order.user, (ofUser = []));
    let delta = ofUser.find((one) => one.status === status && one.day === day);
    if (!delta) ofUser.push((delta = { user: order.user, day, status, count: 0, value: 0, position }));
    delta.count += sign;
    delta.value += sign * order.amount;
    delta.position = position;
  }

  request({ created_at, amount }: Recharge, status: RequestsStatus, sign: 1 | -1, position: number): void {
    const day = dayOf(created_at);
    let delta = this.requests.find((one) => one.status === status && one.day === day);
    if (!delta) this.requests.push((delta = { day, status, count: 0, value: 0, position }));
    delta.count += sign;
    delta.value += sign * amount;
    delta.position = position;
  }
}

export function evolve(state: State, event: LedgerEvent, changes: Changes): void {
  state.position = event.position;
  move(state, event, changes);
  const kind = event.stream.slice(0, event.stream.indexOf("/"));
  const id = event.stream.slice(kind.length + 1);
  switch (kind) {
    case "user":
      evolveAccount(state, event, id, changes);
      break;
    case "wallet":
      evolveWallet(state, event, id, changes);
      break;
    case "order":
      evolveOrder(state, event, Number(id), changes);
      break;
    case "recharge":
      evolveRecharge(state, event, Number(id), changes);
      break;
    case "product":
      evolveProduct(state, event, id, changes);
      break;
    default:
      evolveNotice(state, event, changes);
  }
}

/** The money half of an event: wallet, house account, and the movement it gives back, if any. */
function move(state: State, event: LedgerEvent, changes: Changes): void {
  const { wallet, counterparty, amount, balance_after, position } = event;
  if (wallet === null || counterparty === null || amount === null || balance_after === null) return;
  const row = loaded(state.wallets, wallet);
  if (row) {
    state.wallets.set(wallet, { ...row, balance: balance_after, position });
    changes.wallets.add(wallet);
  }
  const house = state.houses[counterparty];
  state.houses[counterparty] = { balance: house.balance - amount, position };
  changes.houses = true;
  const corrects = event.type === "wallet_corrected" ? event.data.corrects : null;
  state.entries.set(position, { at: position, wallet, amount, reversed: 0, corrects, position: 0 });
  for (const entry of correctedBy(state, reversedBy(state, event))) {
    state.entries.set(entry.at, { ...entry, reversed: entry.reversed + amount, position });
    changes.entries.add(entry.at);
  }
  if (event.type === "wallet_corrected" && event.data.requested_by === undefined)
    addLone(state, event.actor, { wallet, amount, recorded_at: event.recorded_at });
}

function addLone(state: State, actor: string, correction: LoneCorrection): void {
  if (!state.corrections.has(actor)) return;
  const since = hoursBefore(correction.recorded_at, limits.correction_window_h);
  const others = (state.corrections.get(actor) ?? []).filter(({ recorded_at }) => recorded_at > since);
  state.corrections.set(actor, [...others, correction]);
}

/**
 * The movement at a position and, where that one is a correction, what it corrects in turn: who takes back a correction
 * gives the charge below it its weight again, and a refund must know.
 */
export function correctedBy(state: State, position: number | null): Entry[] {
  const entry = position === null ? undefined : loaded(state.entries, position);
  if (!entry) return [];
  // An imported log may say anything: only what is earlier ends.
  const isEarlier = entry.corrects !== null && entry.corrects < entry.at;
  return [entry, ...(isEarlier ? correctedBy(state, entry.corrects) : [])];
}

/** The position of the movement that this event takes back: a named one, or the charge of the order it refunds. */
function reversedBy(state: State, event: LedgerEvent): number | null {
  if (event.type === "wallet_corrected") return event.data.corrects;
  if (event.type !== "order_rejected") return null;
  return loaded(state.orders, Number(event.stream.slice("order/".length)))?.charged_at ?? null;
}

function evolveAccount(state: State, event: LedgerEvent, user: string, changes: Changes): void {
  const { version, position } = event;
  if (event.type === "user_registered") {
    const { level } = event.data;
    state.accounts.set(user, {
      user,
      level,
      status: "Active",
      deleted: false,
      registered_at: event.recorded_at,
      version,
      position,
    });
    changes.accounts.add(user);
    if (level === "Admin") state.admins += 1;
    return;
  }
  const before = loaded(state.accounts, user);
  if (!before) return;
  const after: Account = { ...before, version, position };
  if (event.type === "user_level_changed") after.level = event.data.after;
  if (event.type === "user_status_changed") after.status = event.data.after;
  if (event.type === "user_deleted") after.deleted = true;
  state.accounts.set(user, after);
  changes.accounts.add(user);
  state.admins += Number(isActiveAdmin(after)) - Number(isActiveAdmin(before));
}

function evolveWallet(state: State, event: LedgerEvent, user: string, changes: Changes): void {
  const { version, position } = event;
  const row = event.type === "wallet_opened" ? { user, balance: 0 } : loaded(state.wallets, user);
  if (!row) return;
  state.wallets.set(user, { ...row, version, position });
  changes.wallets.add(user);
}

function evolveOrder(state: State, event: LedgerEvent, id: number, changes: Changes): void {
  const { version, position, recorded_at } = event;
  if (event.type === "order_placed") {
    const order: Order = {
      id,
      ...event.data,
      status: "pending",
      reason: null,
      charged_at: position,
      refunded_at: null,
      created_at: recorded_at,
      action_at: null,
      hidden: false,
      version,
      position,
    };
    state.orders.set(id, order);
    state.orders_placed = Math.max(state.orders_placed, id);
    changes.orders.add(id);
    changes.sale(order, "pending", 1, position);
    addOpen(state, order.user, 1);
    return;
  }
  const before = loaded(state.orders, id);
  if (!before) return;
  const after: Order = { ...before, version, position };
  if (event.type === "order_removed") {
    after.hidden = true;
    // Still a sale; counted apart, so that the length of a list is known without looking at the orders.
    changes.sale(after, `removed ${after.status}`, 1, position);
  } else {
    after.status = orderStatusAfter(event) ?? before.status;
    after.action_at = recorded_at;
    if (event.type === "order_rejected") {
      after.reason = event.data.reason;
      after.refunded_at = event.amount === null ? null : position;
    }
    changes.sale(before, before.status, -1, position);
    changes.sale(after, after.status, 1, position);
    if (orderTransitions[after.status].length === 0) addOpen(state, after.user, -1);
  }
  state.orders.set(id, after);
  changes.orders.add(id);
}

function orderStatusAfter(event: LedgerEvent): OrderStatus | undefined {
  if (event.type === "order_processed") return "processing";
  if (event.type === "order_completed") return "completed";
  return event.type === "order_rejected" ? "rejected" : undefined;
}

function evolveRecharge(state: State, event: LedgerEvent, id: number, changes: Changes): void {
  const { version, position, recorded_at } = event;
  if (event.type === "topup_requested") {
    const recharge: Recharge = {
      id,
      ...event.data,
      status: "pending",
      credited_at: null,
      created_at: recorded_at,
      action_at: null,
      hidden: false,
      version,
      position,
    };
    state.recharges.set(id, recharge);
    changes.recharges.add(id);
    changes.request(recharge, "pending", 1, position);
    addOpen(state, recharge.user, 1);
    return;
  }
  const before = loaded(state.recharges, id);
  if (!before) return;
  const after: Recharge = { ...before, version, position };
  if (event.type === "topup_removed") {
    after.hidden = true;
    changes.request(after, `removed ${after.status}`, 1, position);
  } else {
    const approved = event.type === "topup_approved";
    after.status = approved ? "approved" : "declined";
    after.credited_at = approved ? position : null;
    after.action_at = recorded_at;
    changes.request(before, before.status, -1, position);
    changes.request(after, after.status, 1, position);
    addOpen(state, after.user, -1);
  }
  state.recharges.set(id, after);
  changes.recharges.add(id);
}

function addOpen(state: State, user: string, count: 1 | -1): void {
  if (state.open.has(user)) state.open.set(user, (state.open.get(user) ?? 0) + count);
}

function evolveProduct(state: State, event: LedgerEvent, id: string, changes: Changes): void {
  const { version, position } = event;
  const before = state.products.get(id);
  let after: Product | undefined;
  if (event.type === "product_created") after = { id, ...event.data, version, position };
  else if (event.type === "product_changed") after = { id, ...event.data.after, version, position };
  else if (event.type === "product_status_changed" && before)
    after = { ...before, status: event.data.after, version, position };
  if (!after) return;
  state.products.set(id, after);
  changes.products.add(id);
}

function evolveNotice(state: State, event: LedgerEvent, changes: Changes): void {
  const { version, position } = event;
  if (event.type === "notice_changed")
    state.notice = { ...state.notice, notice: event.data.after, version, position };
  else if (
    event.type === "payment_details_changed" ||
    event.type === "support_links_changed" ||
    event.type === "message_settings_changed"
  )
    state.notice = { ...state.notice, ...event.data.after, version, position };
  else if (event.type === "correction_limit_changed")
    state.notice = { ...state.notice, correction_limit: event.data.after, version, position };
  else if (event.type === "list_cleared") state.notice = { ...state.notice, version, position };
  else throw new Error(`no row follows ${event.type} in ${event.stream}`);
  changes.notice = true;
}

function loaded<K, V>(rows: Loaded<K, V>, key: K): V | undefined {
  return rows.has(key) ? rows.get(key) : undefined;
}

function isActiveAdmin(account: Account): boolean {
  return account.level === "Admin" && account.status === "Active" && !account.deleted;
}
