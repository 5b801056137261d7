/** What decisions are based on: the rows that a batch has loaded, and only those. */
import { hoursBefore } from "#contract/terms/dates.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { type HouseAccount, houseAccounts } from "#contract/terms/rails.ts";
import { idOfStream, kindOfStream, type Stream, type StreamKind } from "#contract/terms/streams.ts";
import { withdrawalLimits } from "#contract/terms/withdrawals.ts";
import type { Approval, PendingRequest } from "./rows/approvals.ts";
import type { Order } from "./rows/orders.ts";
import type { Fulfilment } from "./rows/fulfilments.ts";
import type { Payment } from "./rows/payments.ts";
import type { PriceCut, Product } from "./rows/products.ts";
import type { AgentShop } from "./rows/shops.ts";
import { emptySettings, type Settings } from "./rows/settings.ts";
import type { PendingTopup, Topup } from "./rows/topups.ts";
import type { Account } from "./rows/users.ts";
import type { Entry, House, LoneAct, Wallet } from "./rows/wallets.ts";
import type { Withdrawal, Withdrawn } from "./rows/withdrawals.ts";

/**
 * Loaded rows by key; `null` if the database has none. A key that was never loaded is a defect of the command's
 * `needs`, so reading it throws instead of looking like a missing row.
 */
export class Loaded<K, V> {
  readonly rows = new Map<K, V | null>();
  readonly #what: string;

  constructor(what: string) {
    this.#what = what;
  }

  get(key: K): V | undefined {
    const row = this.rows.get(key);
    if (row === undefined) throw new Error(`${this.#what} ${String(key)} was not loaded`);
    return row ?? undefined;
  }

  /** The row, or undefined if it does not exist or was not loaded. */
  peek(key: K): V | undefined {
    return this.rows.get(key) ?? undefined;
  }

  has(key: K): boolean {
    return this.rows.has(key);
  }

  set(key: K, row: V | null): void {
    this.rows.set(key, row);
  }
}

/** Rows of which only some are in memory. */
interface LoadedRows {
  accounts: Loaded<string, Account>;
  wallets: Loaded<string, Wallet>;
  orders: Loaded<number, Order>;
  topups: Loaded<number, Topup>;
  approvals: Loaded<string, Approval>;
  payments: Loaded<string, Payment>;
  fulfilments: Loaded<string, Fulfilment>;
  /** By user: their own shop. */
  agent_shops: Loaded<string, AgentShop>;
  withdrawals: Loaded<string, Withdrawal>;
  /** Keyed by the movement's position. */
  entries: Loaded<number, Entry>;
  /** By actor: at least those of the last 24 hours. */
  alone: Loaded<string, LoneAct[]>;
  /** By actor: what they asked for and no other admin has decided yet. */
  requests: Loaded<string, PendingRequest[]>;
  /** By user: how many of their orders, top-up requests and withdrawals are not decided yet. */
  open: Loaded<string, number>;
  /** By user: their top-up requests that are not decided yet. */
  pending_topups: Loaded<string, PendingTopup[]>;
  /** By user. */
  withdrawn: Loaded<string, Withdrawn>;
}

export type RowKind = keyof LoadedRows;
export type RowKey<K extends RowKind> = LoadedRows[K] extends Loaded<infer Key, unknown> ? Key : never;

/** Keys of the rows that a command's decision reads. */
export type Needs = { [K in RowKind]?: RowKey<K>[] };

export interface State extends LoadedRows {
  /** The moment of the decision, as its events will have it. */
  now: string;
  /** Position of the last event. */
  position: number;
  /** Orders ever placed: the next order's number is one more. */
  orders_placed: number;
  /** Active admins. */
  admins: number;
  /** Everybody who has ever been an admin: one admin cannot get out of needing a second one by banning them. */
  admins_ever: Set<string>;
  /** At least those of the last 24 hours. */
  price_cuts: PriceCut[];
  houses: Record<HouseAccount, House>;
  settings: Settings;
  /** All of them: there are a handful. */
  products: Map<string, Product>;
}

function nothingLoaded(): LoadedRows {
  return {
    accounts: new Loaded("account"),
    wallets: new Loaded("wallet"),
    orders: new Loaded("order"),
    topups: new Loaded("topup"),
    approvals: new Loaded("approval"),
    payments: new Loaded("payment"),
    fulfilments: new Loaded("fulfilment"),
    agent_shops: new Loaded("shop of"),
    withdrawals: new Loaded("withdrawal"),
    entries: new Loaded("entry"),
    alone: new Loaded("what was done alone by"),
    requests: new Loaded("requests of"),
    open: new Loaded("what is open of"),
    pending_topups: new Loaded("pending top-ups of"),
    withdrawn: new Loaded("what was withdrawn by"),
  };
}

export const rowKinds = Object.keys(nothingLoaded()) as RowKind[];

/** The row that is a stream's own. All products and the settings are always in memory. */
export const rowsOfStreams = {
  user: "accounts",
  wallet: "wallets",
  order: "orders",
  topup: "topups",
  approval: "approvals",
  payment: "payments",
  fulfilment: "fulfilments",
  shop: "agent_shops",
  withdrawal: "withdrawals",
} as const satisfies Partial<Record<StreamKind, RowKind>>;

type OwnRowKind = (typeof rowsOfStreams)[keyof typeof rowsOfStreams];

/** Undefined for what is always in memory, and for a stream that the ledger does not know. */
export function ownRow(stream: Stream): { kind: OwnRowKind; key: string | number } | undefined {
  const kinds: Partial<Record<StreamKind, OwnRowKind>> = rowsOfStreams;
  const kind = kinds[kindOfStream(stream)];
  if (kind === undefined) return undefined;
  const id = idOfStream(stream as Stream<"user">);
  return { kind, key: kind === "orders" || kind === "topups" ? Number(id) : id };
}

const emptyHouse: House = { balance: 0, position: 0 };

export function emptyState(): State {
  return {
    now: "1970-01-01T00:00:00.000000Z",
    position: 0,
    orders_placed: 0,
    admins: 0,
    admins_ever: new Set(),
    price_cuts: [],
    houses: Object.fromEntries(houseAccounts.map((name) => [name, emptyHouse])) as State["houses"],
    settings: emptySettings,
    products: new Map(),
    ...nothingLoaded(),
  };
}

/** Adds to what an admin did alone, if that is loaded. */
export function addAlone({ alone }: State, actor: string, act: LoneAct): void {
  if (!alone.has(actor)) return;
  const since = hoursBefore(act.recorded_at, officeLimits.correction_window_h);
  const acts = alone.get(actor) ?? [];
  // Oldest first, so only the old ones are looked at: buyers add to this list too.
  const first = acts.findIndex(({ recorded_at }) => recorded_at > since);
  alone.set(actor, [...(first === -1 ? [] : acts.slice(first)), act]);
}

/** Adds to what is open of a user, if that is loaded. */
export function addOpen({ open }: State, user: string, count: 1 | -1): void {
  if (open.has(user)) open.set(user, (open.get(user) ?? 0) + count);
}

/** Adds to what is open of a top-up request's user, as far as that is loaded. */
export function addOpenTopup(state: State, { user, id, purpose, created_at }: Topup, count: 1 | -1): void {
  addOpen(state, user, count);
  const { pending_topups: pending } = state;
  if (!pending.has(user)) return;
  const others = (pending.get(user) ?? []).filter((one) => one.id !== id);
  pending.set(user, count === 1 ? [...others, { id, purpose, created_at }] : others);
}

/** Adds to what a user has withdrawn, or takes it away, if that is loaded. */
export function addWithdrawn(
  { withdrawn }: State,
  { user, id, amount, created_at }: Withdrawal,
  sign: 1 | -1,
): void {
  if (!withdrawn.has(user)) return;
  const before = withdrawn.get(user) ?? { total: 0, recent: [] };
  const since = hoursBefore(created_at, withdrawalLimits.day_h);
  const others = before.recent.filter((one) => one.id !== id && (sign === -1 || one.created_at > since));
  withdrawn.set(user, {
    total: before.total + sign * amount,
    recent: sign === 1 ? [...others, { id, amount, created_at }] : others,
  });
}
