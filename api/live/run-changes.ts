/** The rows that a run of events changed, and their owners. */
import type { LedgerEvent } from "#ledger/core/events.ts";
import { idOfStream, kindOfStream, type Stream } from "#contract/terms/streams.ts";

export interface Change {
  /** The position of the row's last event in the run. */
  position: number;
  /** Undefined if only the row has it. */
  owner: string | undefined;
}

export interface Changes {
  orders: Map<number, Change>;
  topups: Map<number, Change>;
  users: Map<string, Change>;
  /** The last position of each account. */
  accounts: Map<string, number>;
  products: boolean;
  settings: boolean;
  /** The position of the last event of an approval; 0 if there is none. */
  approvals: number;
}

export function noChanges(): Changes {
  return {
    orders: new Map(),
    topups: new Map(),
    users: new Map(),
    accounts: new Map(),
    products: false,
    settings: false,
    approvals: 0,
  };
}

export function isNone({ orders, topups, users, products, settings, approvals }: Changes): boolean {
  return orders.size + topups.size + users.size + approvals === 0 && !products && !settings;
}

/** Each row once, with its last position. */
export function changesOf(events: LedgerEvent[]): Changes {
  const changes = noChanges();
  for (const event of events) note(changes, event);
  return changes;
}

function note(changes: Changes, event: LedgerEvent): void {
  const { position, wallet } = event;
  const owner = "user" in event.data ? event.data.user : (wallet ?? undefined);
  const kind = kindOfStream(event.stream);
  const id = kind === "settings" ? "" : idOfStream(event.stream as Stream<typeof kind>);
  switch (kind) {
    case "order":
      noteRow(changes.orders, Number(id), position, owner);
      break;
    case "topup":
      noteRow(changes.topups, Number(id), position, owner);
      break;
    case "user":
      noteRow(changes.users, id, position, id);
      changes.accounts.set(id, position);
      break;
    case "wallet":
      noteRow(changes.users, id, position, id);
      break;
    case "product":
      changes.products = true;
      break;
    case "settings":
      changes.settings = true;
      break;
    case "approval":
      changes.approvals = position;
      break;
    // No row of the feed follows it. The top-up and the wallet that it changes have events of their own.
    case "payment":
    // The order that it is about has events of its own.
    case "fulfilment":
    // Guests read it anew.
    case "shop":
    // The wallet that it changes is noted below.
    case "withdrawal":
      break;
    default:
      kind satisfies never;
  }
  if (wallet !== null) noteRow(changes.users, wallet, position, wallet);
}

function noteRow<K>(rows: Map<K, Change>, key: K, position: number, owner: string | undefined): void {
  rows.set(key, { position, owner: owner ?? rows.get(key)?.owner });
}

/**
 * Moves the changes that some socket may see out of `changes`. A change whose owner only the row has counts as seen by
 * any socket.
 */
export function takeVisible(changes: Changes, isVisible: (owner: string | undefined) => boolean): Changes {
  const anybody = isVisible(undefined);
  const visible = noChanges();
  takeFrom(changes.orders, visible.orders, isVisible);
  takeFrom(changes.topups, visible.topups, isVisible);
  takeFrom(changes.users, visible.users, isVisible);
  visible.products = changes.products && anybody;
  visible.settings = changes.settings && anybody;
  visible.approvals = anybody ? changes.approvals : 0;
  changes.products &&= !anybody;
  changes.settings &&= !anybody;
  if (anybody) changes.approvals = 0;
  return visible;
}

function takeFrom<K>(
  from: Map<K, Change>,
  to: Map<K, Change>,
  isVisible: (owner: string | undefined) => boolean,
): void {
  for (const [key, change] of from) {
    if (!isVisible(change.owner)) continue;
    to.set(key, change);
    from.delete(key);
  }
}
