/** The rows that a run of events changed, and their owners. */
import type { LedgerEvent } from "#ledger/decide/events.ts";

export interface Change {
  /** The position of the row's last event in the run. */
  position: number;
  /** Undefined if only the row has it. */
  owner: string | undefined;
}

export interface Changes {
  orders: Map<number, Change>;
  recharges: Map<number, Change>;
  users: Map<string, Change>;
  /** The last position of each account. */
  accounts: Map<string, number>;
  products: boolean;
  notice: boolean;
}

export function noChanges(): Changes {
  return {
    orders: new Map(),
    recharges: new Map(),
    users: new Map(),
    accounts: new Map(),
    products: false,
    notice: false,
  };
}

export function isNone({ orders, recharges, users, products, notice }: Changes): boolean {
  return orders.size + recharges.size + users.size === 0 && !products && !notice;
}

/** Each row once, with its last position. */
export function changesOf(events: LedgerEvent[]): Changes {
  const changes = noChanges();
  for (const event of events) {
    const { stream, position, wallet } = event;
    const slash = stream.indexOf("/");
    const kind = stream.slice(0, slash);
    const id = stream.slice(slash + 1);
    const owner = "user" in event.data ? event.data.user : (wallet ?? undefined);
    if (kind === "order") note(changes.orders, Number(id), position, owner);
    else if (kind === "recharge") note(changes.recharges, Number(id), position, owner);
    else if (kind === "user" || kind === "wallet") note(changes.users, id, position, id);
    else if (kind === "product") changes.products = true;
    else changes.notice = true;
    if (kind === "user") changes.accounts.set(id, position);
    if (wallet !== null) note(changes.users, wallet, position, wallet);
  }
  return changes;
}

function note<K>(rows: Map<K, Change>, key: K, position: number, owner: string | undefined): void {
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
  takeFrom(changes.recharges, visible.recharges, isVisible);
  takeFrom(changes.users, visible.users, isVisible);
  visible.products = changes.products && anybody;
  visible.notice = changes.notice && anybody;
  changes.products &&= !anybody;
  changes.notice &&= !anybody;
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
