/**
 * The closing of a period: what each account had before it, what moved, and what it has after it. Whole days come from
 * sums that are kept (shop.account_day), and so do whole blocks of positions of the rest (shop.account_block). What is left
 * is read from the log itself, so the figures are exact at every moment.
 */
import { sql } from "kysely";
import { declarationOf, type EventType } from "#ledger/core/events.ts";
import { dayOf } from "#contract/terms/dates.ts";
import { type ClosingKind, closingKinds } from "#contract/terms/payments.ts";
import { type HouseAccount, houseAccounts } from "#contract/terms/rails.ts";
import { movementKinds } from "#contract/terms/statuses.ts";
import { type Database, inSnapshot } from "../tables/open-reads.ts";
import { type Bounds, positionBefore } from "../tables/log-days.ts";
import type { Sql } from "../tables/search.ts";
import { accountSums, block_positions, blockBounds } from "./sold-sql.ts";

export interface Moved {
  count: number;
  /** What the account gained, in pesewas; negative: what it lost. */
  value: number;
}

/** Pesewas. A house account gains what wallets or other house accounts lose, so all accounts together always have zero. */
export interface AccountClosing {
  account: HouseAccount | "wallets";
  opening: number;
  moved: Record<ClosingKind, Moved>;
  closing: number;
}

export interface ClosingView {
  /** The last position before the period, and the last one in it. */
  after: number;
  position: number;
  /** All wallets together first, then each house account. */
  accounts: AccountClosing[];
}

/** `from` and `to`: days (UTC), both included. `at`: what was recorded from this moment on is left out. */
export interface ClosedPeriod {
  from: string;
  to: string;
  at?: string | undefined;
}

type Sums = Map<HouseAccount | "wallets", Map<ClosingKind, Moved>>;

/** @param period `at` is not before the first day, and otherwise any moment. */
export function readClosing(db: Database, period: ClosedPeriod): Promise<ClosingView> {
  const { from, to, at } = period;
  // One snapshot: otherwise movements could be counted between two of its statements, and be summed twice or never.
  return inSnapshot(db, async (tx) => {
    const start = midnight(from);
    const after = await positionBefore(tx, start);
    const opening = await sumsUntil(tx, { days: sql`day < ${from}`, base: after, high: after });
    if (at === undefined || dayOf(at) > to) {
      const high = await positionBefore(tx, `${to}T24:00:00Z`);
      const closing = await sumsUntil(tx, { days: sql`day <= ${to}`, base: high, high });
      return viewOf(opening, closing, { after, position: high });
    }
    const { sums: closing, position } = await sumsBefore(tx, at);
    return viewOf(opening, closing, { after, position });
  });
}

/** What each account has just before a moment, in pesewas. */
export async function balancesBefore(
  db: Database,
  moment: string,
): Promise<(account: HouseAccount | "wallets") => number> {
  const { sums } = await inSnapshot(db, (tx) => sumsBefore(tx, moment));
  return (account) => [...(sums.get(account)?.values() ?? [])].reduce((sum, { value }) => sum + value, 0);
}

async function sumsBefore(tx: Database, moment: string): Promise<{ sums: Sums; position: number }> {
  const day = dayOf(moment);
  const base = await positionBefore(tx, midnight(day));
  const position = await positionBefore(tx, moment);
  return { sums: await sumsUntil(tx, { days: sql`day < ${day}`, base, high: position }), position };
}

function midnight(day: string): string {
  return `${day}T00:00:00Z`;
}

/** Up to which position the days are counted. */
export async function countedUntil(db: Database): Promise<number> {
  const { position } = await db.selectFrom("shop.days_counted").select("position").executeTakeFirstOrThrow();
  return position;
}

/**
 * What house accounts gained between two positions: whole blocks that are counted, and the log before and after them. So
 * a day with a million orders takes as long as one with ten thousand.
 */
export async function movedBetween(tx: Database, { low, high }: Bounds): Promise<Sql> {
  const { blocks } = await tx.selectFrom("shop.blocks_counted").select("blocks").executeTakeFirstOrThrow();
  const first = Math.ceil((low - 1) / block_positions);
  const end = Math.min(blocks, Math.floor(high / block_positions));
  if (end <= first) return accountSums({ low, high });
  return sql`
    select account, type, count, value from shop.account_block where block >= ${first} and block < ${end}
    union all
    select account, type, count, value from (${accountSums({ low, high: blockBounds(first).low - 1 })}) as before
    union all
    select account, type, count, value from (${accountSums({ low: blockBounds(end).low, high })}) as after`;
}

/** Everything from the log's start up to position `high`. `days` end at position `base`. */
async function sumsUntil(
  tx: Database,
  { days, base, high }: { days: Sql; base: number; high: number },
): Promise<Sums> {
  const counted = await countedUntil(tx);
  const { rows } = await sql<{ account: HouseAccount; type: EventType } & Moved>`
    select account, type, sum(count)::bigint as count, sum(value)::bigint as value from (
      select account, type, count, value from shop.account_day where ${days}
      union all
      select account, type, count, value from (${await movedBetween(tx, { low: Math.min(base, counted) + 1, high })}) as m
    ) as d group by account, type`.execute(tx);
  const sums: Sums = new Map();
  for (const { account, type, count, value } of rows) {
    const kind = declarationOf(type)?.books;
    if (kind === undefined) throw new Error(`${type} moves no money`);
    add(sums, account, kind, { count, value });
    if (movementKinds.every((each) => each !== kind)) continue;
    // A guest's order moves no wallet, but two accounts, of which only one is `sales`.
    const isOfGuest = (kind === "purchase" || kind === "refund") && account !== "sales";
    add(sums, "wallets", kind, { count: isOfGuest ? -count : count, value: -value });
  }
  return sums;
}

function add(sums: Sums, account: HouseAccount | "wallets", kind: ClosingKind, moved: Moved): void {
  const kinds = sums.get(account) ?? new Map<ClosingKind, Moved>();
  const { count, value } = kinds.get(kind) ?? nothing;
  kinds.set(kind, { count: count + moved.count, value: value + moved.value });
  sums.set(account, kinds);
}

const nothing: Moved = { count: 0, value: 0 };

function viewOf(
  opening: Sums,
  closing: Sums,
  positions: Pick<ClosingView, "after" | "position">,
): ClosingView {
  const accounts = (["wallets", ...houseAccounts] as const).map((account): AccountClosing => {
    const before = (kind: ClosingKind) => opening.get(account)?.get(kind) ?? nothing;
    const after = (kind: ClosingKind) => closing.get(account)?.get(kind) ?? nothing;
    const sumOf = (moved: (kind: ClosingKind) => Moved) =>
      closingKinds.reduce((sum, kind) => sum + moved(kind).value, 0);
    const moved = Object.fromEntries(
      closingKinds.map((kind) => [
        kind,
        { count: after(kind).count - before(kind).count, value: after(kind).value - before(kind).value },
      ]),
    ) as Record<ClosingKind, Moved>;
    return { account, opening: sumOf(before), moved, closing: sumOf(after) };
  });
  return { ...positions, accounts };
}
