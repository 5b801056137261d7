/** A wallet's movements and an order's history, from the log: every amount with the event that moved it. */
import { declarationOf, type EventType } from "#ledger/core/events.ts";
import { orderStatusAfter } from "#ledger/core/events/orders.ts";
import { type MovementKind, movementKinds, type OrderStatus } from "#contract/terms/statuses.ts";
import { sql } from "kysely";
import type { Database } from "../tables/open-reads.ts";
import { type Bounds, dayPositions, within } from "../tables/log-days.ts";
import {
  any,
  countFound,
  countRows,
  findIds,
  type Search,
  type Searchable,
  searchFor,
  type Sql,
  type Total,
} from "../tables/search.ts";
import { numberIn, userOrNull } from "../tables/stream-sql.ts";
import { orderReferenceBase, topupReferencePrefix } from "#contract/terms/references.ts";

export interface MovementView {
  position: number;
  recorded_at: string;
  kind: MovementKind;
  /** Signed pesewas. */
  amount: number;
  balance_after: number;
  /** The order or request it belongs to. */
  order_id: number | null;
  topup_id: number | null;
  network: string | null;
  offer: string | null;
  receiver: string | null;
  /** Of a correction or a rejection. */
  reason: string | null;
  /** The movement that a correction names. */
  corrects: number | null;
}

/** What a movement of a wallet is in the lists of movements. */
export function movementKindOf(type: EventType): MovementKind {
  const kind = movementKinds.find((each) => each === declarationOf(type)?.books);
  if (kind === undefined) throw new Error(`${type} moves no money of a wallet`);
  return kind;
}

export interface StatementFilter {
  user: string;
  /** The first and the last day (UTC), "2026-11-21". */
  from?: string | undefined;
  to?: string | undefined;
  /** Part of the reference, the beneficiary's number, the network with the offer, or the reason. */
  search?: string | undefined;
}

/** A wallet's movements before the position `cursor`, newest first. */
export async function listMovements(
  db: Database,
  filter: StatementFilter,
  { cursor, limit }: { cursor?: number | undefined; limit: number },
): Promise<MovementView[]> {
  const bounds = await dayPositions(db, filter);
  if (cursor !== undefined) bounds.high = Math.min(bounds.high, cursor - 1);
  if (bounds.low > bounds.high) return [];
  const found = sought(filter, bounds);
  if (found === undefined) return viewsOf(db, newestMovements(filter.user, bounds, limit));
  const ids = await findIds(db, found, limit);
  return viewsOf(db, sql`select unnest(${ids}::bigint[]) as id`);
}

/** How many movements pass a filter. A search is counted up to a bound. */
export async function totalMovements(db: Database, filter: StatementFilter): Promise<Total> {
  const bounds = await dayPositions(db, filter);
  if (bounds.low > bounds.high) return { count: 0, isExact: true };
  const found = sought(filter, bounds);
  if (found !== undefined) return countFound(db, found);
  return { count: await countWithin(db, filter.user, bounds), isExact: true };
}

/** How many movements a wallet has. */
export function countMovements(db: Database, user: string): Promise<number> {
  return countWithin(db, user, { low: 1, high: Number.MAX_SAFE_INTEGER });
}

function countWithin(db: Database, user: string, bounds: Bounds): Promise<number> {
  return countRows(db, sql`ledger.event e where e.wallet = ${user} and ${within(sql`e.position`, bounds)}`);
}

/** Undefined without a search. */
function sought({ user, search = "" }: StatementFilter, bounds: Bounds): Searchable | undefined {
  return search.trim() === "" ? undefined : searchMovements(user, searchFor(search), bounds);
}

/** Movements with names and numbers, which are not in the log, for positions given as `id`. */
async function viewsOf(db: Database, ids: Sql): Promise<MovementView[]> {
  const { rows } = await sql<Omit<MovementView, "kind"> & { type: EventType }>`
    select m.*, o.network, o.offer, d.receiver
    from (
      select e.position, e.recorded_at, e.type, e.amount, e.balance_after,
        ${numberIn("order", sql`e.stream`)} as order_id,
        ${numberIn("topup", sql`e.stream`)} as topup_id,
        e.data ->> 'reason' as reason,
        (e.data ->> 'corrects')::bigint as corrects
      from (${ids}) as i join ledger.event e on e.position = i.id
    ) m
    left join ledger."order" o on o.id = m.order_id
    left join shop.order_detail d on d.order_id = m.order_id
    order by m.position desc`.execute(db);
  return rows.map(({ type, ...row }) => ({ ...row, kind: movementKindOf(type) }));
}

/** The wallet's balance after this position. */
export async function balanceAt(db: Database, user: string, position: number): Promise<number> {
  const row = await db
    .selectFrom("ledger.event")
    .select("balance_after")
    .where("wallet", "=", user)
    .where("position", "<=", position)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.balance_after ?? 0;
}

/** An order's status from a given time on. */
export interface StepView {
  status: OrderStatus;
  recorded_at: string;
  position: number;
  /** A supplier took the step, and nobody's hand. */
  bySupplier: boolean;
  /** The name of whoever took the step, or "system". */
  by: string;
}

/** The history of an order, oldest first. */
export async function orderSteps(db: Database, order: number): Promise<StepView[]> {
  const rows = await db
    .selectFrom("ledger.event as e")
    .leftJoin("shop.user as u", (join) => join.on("u.id", "=", userOrNull(sql`e.actor`)))
    .select(({ fn }) => [
      "e.type",
      "e.recorded_at",
      "e.position",
      sql<boolean>`e.data ? 'attempt'`.as("bySupplier"),
      fn.coalesce("u.username", "e.actor").as("by"),
    ])
    .where("e.stream", "=", `order/${order}`)
    .orderBy("e.version")
    .execute();
  return rows.flatMap(({ type, ...step }) => {
    const status = orderStatusAfter[type as keyof typeof orderStatusAfter] as OrderStatus | undefined;
    return status === undefined ? [] : [{ status, ...step }];
  });
}

/** Positions as `id`, newest first, by the index on (wallet, position). */
function newestMovements(user: string, bounds: Bounds, limit: number | undefined): Sql {
  return sql`
    select e.position as id, e.type, e.stream, e.data from ledger.event e
    where e.wallet = ${user} and ${within(sql`e.position`, bounds)}
    order by e.position desc ${limit === undefined ? sql`` : sql`limit ${limit}`}`;
}

/**
 * Among older rows, purchases are searched in the table of orders, which is smaller than the log, and the rest by an index
 * of their own. A search that finds nothing reads all of a wallet's movements: half a second for 100,000.
 */
function searchMovements(user: string, search: Search, bounds: Bounds): Searchable {
  return {
    source: (limit) => newestMovements(user, bounds, limit),
    joins: orderOfEvent,
    matches: any([orderMatches(search), restMatches(search)]),
    isOldestFirst: false,
    branches: (limit, _, beyond) => {
      const older = beyond === undefined ? bounds : { ...bounds, high: Math.min(bounds.high, beyond - 1) };
      return [purchases(user, search, older, limit), rest(user, search, older, limit)];
    },
  };
}

/** Row by row: otherwise the planner reads the whole table. */
const orderOfEvent = sql`left join lateral (
    select r.id, r.network, r.offer from ledger."order" r where r.id = ${numberIn("order", sql`o.stream`)} limit 1
  ) r on true`;

/**
 * Numbers first, by index, then their rows one by one: in one step, the planner would scan the whole table for a user who
 * has much of it. Orders are charged in the order of their numbers.
 */
function purchases(user: string, search: Search, bounds: Bounds, limit: number): Sql {
  return sql`
    select r.charged_at as id
    from (select k.id from ledger."order" k where k.user_id = ${user} order by k.id desc) as k
    cross join lateral (
      select r.charged_at from ledger."order" r
      where r.id = k.id and r.payment is null and ${within(sql`r.charged_at`, bounds)} and ${orderMatches(search)} limit 1
    ) as r
    order by k.id desc limit ${limit}`;
}

function rest(user: string, search: Search, bounds: Bounds, limit: number): Sql {
  return sql`
    select k.position as id
    from (
      select k.position from ledger.act k
      where k.wallet = ${user} and k.type <> 'order_placed' and ${within(sql`k.position`, bounds)}
      order by k.position desc
    ) as k
    cross join lateral (
      select from (select o.type, o.stream, o.data from ledger.event o where o.position = k.position limit 1) as o
      ${orderOfEvent} where ${any([orderMatches(search), restMatches(search)])}
    ) as o
    order by k.position desc limit ${limit}`;
}

/** The order r of a purchase or a refund. Only the beneficiary's number has to be looked up. */
function orderMatches({ pattern, number, digits }: Search): Sql {
  return any([
    sql`r.network || ' ' || r.offer ilike ${pattern}`,
    ...(digits === undefined
      ? []
      : [sql`(${orderReferenceBase}::bigint + r.id)::text like ${`%${digits}%`}`]),
    ...(number === undefined
      ? []
      : [sql`(select d.receiver from shop.order_detail d where d.order_id = r.id) like ${number}`]),
  ]);
}

/** The event o, which is not a purchase: its reason, or a top-up's reference. */
function restMatches({ pattern }: Search): Sql {
  return any([
    sql`(o.type in ('order_rejected', 'wallet_corrected') and o.data ->> 'reason' ilike ${pattern})`,
    sql`(o.type = 'topup_approved'
      and ${topupReferencePrefix}::text || ${numberIn("topup", sql`o.stream`)} ilike ${pattern})`,
  ]);
}
