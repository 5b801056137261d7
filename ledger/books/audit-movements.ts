/** Movements of all wallets, from the log: filtered, searched, in pages and counted, at the cost of one page. */
import { sql } from "kysely";
import { type EventType, typesBookedAs } from "#ledger/core/events.ts";
import { orderReferenceBase, topupReferencePrefix } from "#contract/terms/references.ts";
import { type MovementKind, movementKinds } from "#contract/terms/statuses.ts";
import { actOf } from "../tables/acts.ts";
import type { Database } from "../tables/open-reads.ts";
import { type Bounds, dayPositions, within } from "../tables/log-days.ts";
import {
  all,
  any,
  count_max,
  countFound,
  countUpToMax,
  findIds,
  type Search,
  type Searchable,
  searchFor,
  type Sql,
  type Total,
} from "../tables/search.ts";
import { countMovements, movementKindOf, type MovementView } from "./statement.ts";
import { numberIn, userOrNull } from "../tables/stream-sql.ts";

export interface AuditView extends MovementView {
  user_id: string;
  username: string | null;
  /** A user's id, or "system". */
  actor: string;
  actor_name: string | null;
  /** The admin who asked for a correction, if it took two. */
  requester: string | null;
  /** How much corrections and refunds took back, with the opposite sign. */
  reversed: number;
  /** Hex. */
  hash: string;
}

export interface AuditFilter {
  /** Whose wallet. */
  user?: string | undefined;
  /** A user's id, or "system". Also finds corrections that this admin asked for and another one approved. */
  actor?: string | undefined;
  kind?: MovementKind | undefined;
  /** Bounds of the amount in pesewas, whatever its sign. */
  amount_min?: number | undefined;
  amount_max?: number | undefined;
  /** The first and the last day (UTC), "2026-11-21". */
  from?: string | undefined;
  to?: string | undefined;
  /** Only between these positions, exclusive. */
  after?: number | undefined;
  before?: number | undefined;
  /** Part of the reason, or the whole reference or number of an order or top-up. */
  search?: string | undefined;
}

/** Movements before the position `cursor`, newest first. */
export async function listAuditMovements(
  db: Database,
  filter: AuditFilter,
  { cursor, limit }: { cursor?: number | undefined; limit: number },
): Promise<AuditView[]> {
  const bounds = await boundsOf(db, filter);
  if (cursor !== undefined) bounds.high = Math.min(bounds.high, cursor - 1);
  if (bounds.low > bounds.high) return [];
  const list = { ...filter, bounds };
  const ids = isSought(filter)
    ? sql`select unnest(${await findIds(db, searchable(list), limit)}::bigint[]) as id`
    : source(list, limit);
  return viewsOf(db, ids);
}

/** The movements at these positions, newest first, without positions that moved no money. */
export function auditMovementsAt(db: Database, positions: number[]): Promise<AuditView[]> {
  return viewsOf(db, sql`select unnest(${positions}::bigint[]) as id`);
}

/** How many movements pass a filter; above count_max only if a projection knows the number. */
export async function totalAuditMovements(db: Database, filter: AuditFilter): Promise<Total> {
  const { user, ...others } = filter;
  const isAlone = Object.values(others).every((value) => value === undefined || value === "");
  if (isAlone && user === undefined) return countAll(db);
  if (isAlone && user !== undefined) return { count: await countMovements(db, user), isExact: true };
  const bounds = await boundsOf(db, filter);
  if (bounds.low > bounds.high) return { count: 0, isExact: true };
  const list = { ...filter, bounds };
  if (isSought(filter)) return countFound(db, searchable(list));
  return countUpToMax(db, sql`select from (${source(list, count_max + 1)}) as movements`);
}

/** From sums that exist anyway: orders, refunds and approved top-ups. Corrections are few. */
async function countAll(db: Database): Promise<Total> {
  const uncounted = rareTypes
    .filter((type) => type !== "order_rejected" && type !== "topup_approved")
    .map((type) => sql`(select count(*) from ledger.act k where ${actOf(type)})`);
  const { rows } = await sql<{ count: number }>`
    select (select orders_placed from ledger.head)
      + (select coalesce(sum(count), 0) from ledger.daily_total
         where (list, status) in (('order', 'rejected'), ('topup', 'approved')))::bigint
      - (select count(*) from ledger.act where type = 'order_rejected' and wallet is null)
      -- A guest has paid, and no wallet.
      - (select count(*) from ledger.payment where order_id is not null)
      + ${sql.join(uncounted, sql` + `)} as count`.execute(db);
  return { count: rows[0]?.count ?? 0, isExact: true };
}

async function boundsOf(db: Database, filter: AuditFilter): Promise<Bounds> {
  const { low, high } = await dayPositions(db, filter);
  const { after = 0, before = Number.MAX_SAFE_INTEGER } = filter;
  return { low: Math.max(low, after + 1), high: Math.min(high, before - 1) };
}

interface BoundedFilter extends AuditFilter {
  bounds: Bounds;
}

/** Whether only reading the rows tells if they pass the filter. */
function isSought({ search, amount_min, amount_max }: AuditFilter): boolean {
  return (search ?? "").trim() !== "" || amount_min !== undefined || amount_max !== undefined;
}

/** Purchases are most of the log; the others are acts. */
const rareTypes = movementKinds.filter((kind) => kind !== "purchase").flatMap(typesBookedAs);

/**
 * Rows of one type, newest first: first the positions of the acts, then the rows. In one statement, the planner would scan
 * back through the whole log, however old the last one is. For an actor, what they asked for and another admin approved is
 * added.
 */
function rareRows(type: EventType, filter: BoundedFilter, conditions: Sql, limit: Sql): Sql[] {
  const { actor, bounds } = filter;
  const rows = (by: Sql[]) => sql`
    (select e.* from (
      select k.position from ledger.act k
      where ${all([actOf(type), ...by, within(sql`k.position`, bounds)])} order by k.position desc
    ) as k cross join lateral (
      select e.position as id, e.type, e.amount, e.stream, e.data from ledger.event e
      where e.position = k.position and ${conditions} limit 1
    ) as e order by k.position desc ${limit})`;
  if (actor === undefined) return [rows([])];
  const acted = rows([sql`k.actor = ${actor}`]);
  return type === "wallet_corrected" ? [acted, rows([sql`k.requested_by = ${actor}`])] : [acted];
}

/** Whether an actor caused row e, by doing it or by asking for what another admin approved. */
function causedBy(actor: string): Sql {
  return sql`(e.actor = ${actor} or (e.type = 'wallet_corrected' and e.data ->> 'requested_by' = ${actor}))`;
}

/** Whether row e is of this kind. */
function isOfKind(kind: MovementKind): Sql {
  return any(typesBookedAs(kind).map((type) => sql`e.type = ${type}`));
}

/** Positions as `id`, newest first, from the index that has their order. */
function source(filter: BoundedFilter, limit: number | undefined): Sql {
  const { user, actor, kind } = filter;
  const most = limit === undefined ? sql`` : sql`limit ${limit}`;
  const rows = (conditions: Sql[]) => sql`
    (select e.position as id, e.type, e.amount, e.stream, e.data from ledger.event e
    where ${all([...conditions, within(sql`e.position`, filter.bounds)])} order by e.position desc ${most})`;
  const rare = (type: EventType) => rareRows(type, filter, sql`e.wallet is not null`, most);
  const branches: Sql[] = [];
  if (user !== undefined) {
    const ofKind = kind === undefined ? [] : [isOfKind(kind)];
    const byActor = actor === undefined ? [] : [causedBy(actor)];
    branches.push(rows([sql`e.wallet = ${user}`, ...ofKind, ...byActor]));
  } else if (actor !== undefined) {
    // Users only buy from their own wallets, and the shop has none.
    if (actor !== "system" && (kind === undefined || kind === "purchase"))
      branches.push(rows([sql`e.wallet = ${actor}`, sql`e.type = 'order_placed'`]));
    const types = kind === undefined ? rareTypes : kind === "purchase" ? [] : typesBookedAs(kind);
    branches.push(...types.flatMap(rare));
  } else if (kind !== undefined && kind !== "purchase") {
    branches.push(...typesBookedAs(kind).flatMap(rare));
  } else {
    branches.push(
      rows([sql`e.wallet is not null`, ...(kind === undefined ? [] : [sql`e.type = 'order_placed'`])]),
    );
  }
  const [only, ...more] = branches;
  if (only === undefined)
    return sql`select 0::bigint as id, '' as type, 0::bigint as amount, '' as stream, '{}'::jsonb as data where false`;
  if (more.length === 0) return only;
  return sql`select * from (${sql.join(branches, sql` union all `)}) as e order by id desc ${most}`;
}

function searchable(filter: BoundedFilter): Searchable {
  const search = filter.search?.trim() ? searchFor(filter.search) : undefined;
  const streams = search === undefined ? [] : streamsOf(search);
  const matches = all([
    ...(search === undefined ? [] : [matching(search, streams)]),
    ...amountConditions(sql`o.amount`, filter),
  ]);
  const plain = {
    source: (limit: number | undefined) => source(filter, limit),
    joins: sql``,
    matches,
    isOldestFirst: false,
  };
  // One wallet has few enough movements to read them all.
  if (filter.user !== undefined) return plain;
  // Only movements with a reason need to be read.
  const reasoned = (rows: number | undefined) => {
    const [conditions, most] = [conditionsOf(filter), rows === undefined ? sql`` : sql`limit ${rows}`];
    const types = ["order_rejected", "wallet_corrected"] as const;
    return sql.join(
      types.flatMap((type) => rareRows(type, filter, conditions, most)),
      sql` union all `,
    );
  };
  const ofReasons: Partial<Searchable> = {
    source: (rows) =>
      sql`select * from (${reasoned(rows)}) as e order by id desc ${rows === undefined ? sql`` : sql`limit ${rows}`}`,
    sample: (rows, limit) => sql`select o.id from (${reasoned(rows)}) as o where ${matches} limit ${limit}`,
  };
  return {
    ...plain,
    ...(search !== undefined && streams.length === 0 && ofReasons),
    branches: (limit, order, beyond) => {
      const bounds =
        beyond === undefined
          ? filter.bounds
          : { ...filter.bounds, high: Math.min(filter.bounds.high, beyond - 1) };
      const conditions = conditionsOf({ ...filter, bounds });
      return search === undefined
        ? byAmount({ ...filter, bounds }, conditions, limit, order)
        : bySearch(search, streams, conditions, limit, order);
    },
  };
}

function matching({ pattern }: Search, streams: string[]): Sql {
  return any([
    sql`(o.data ->> 'reason') ilike ${pattern}`,
    ...(streams.length === 0 ? [] : [sql`o.stream = any(${streams})`]),
  ]);
}

/** The orders and top-ups that a typed number may mean: by reference, or by plain number. */
function streamsOf({ text }: Search): string[] {
  const prefix = topupReferencePrefix.toLowerCase();
  const digits = text.startsWith(prefix) ? text.slice(prefix.length) : text;
  if (!/^[1-9]\d{0,14}$/.test(digits)) return [];
  const number = Number(digits);
  if (digits !== text) return [`topup/${number}`];
  const order = number > orderReferenceBase ? number - orderReferenceBase : number;
  return [`order/${order}`, `topup/${number}`];
}

function amountConditions(amount: Sql, { amount_min, amount_max }: AuditFilter): Sql[] {
  return [
    ...(amount_min === undefined ? [] : [sql`abs(${amount}) >= ${amount_min}`]),
    ...(amount_max === undefined ? [] : [sql`abs(${amount}) <= ${amount_max}`]),
  ];
}

/** The conditions of a filter on row e of the log, apart from its text. */
function conditionsOf(filter: BoundedFilter): Sql {
  const { actor, kind, bounds } = filter;
  return all([
    sql`e.wallet is not null`,
    within(sql`e.position`, bounds),
    ...(actor === undefined ? [] : [causedBy(actor)]),
    ...(kind === undefined ? [] : [isOfKind(kind)]),
    ...amountConditions(sql`e.amount`, filter),
  ]);
}

function bySearch({ pattern }: Search, streams: string[], conditions: Sql, limit: number, order: Sql): Sql[] {
  const rows = (from: Sql, found: Sql) =>
    sql`select e.position as id from ${from} where ${found} and ${conditions} ${order} limit ${limit}`;
  const byReason = rows(
    sql`ledger.act k join ledger.event e on e.position = k.position`,
    sql`k.wallet is not null and k.reason ilike ${pattern}`,
  );
  if (streams.length === 0) return [byReason];
  return [byReason, rows(sql`ledger.event e`, sql`e.stream = any(${streams})`)];
}

/**
 * The auditor's index is ordered within each amount. There are few amounts, so the query skips from one to the next.
 * Positions that the auditor has not reached yet are scanned.
 */
function byAmount(filter: BoundedFilter, conditions: Sql, limit: number, order: Sql): Sql[] {
  const least = filter.amount_min ?? 1;
  const most = filter.amount_max ?? Number.MAX_SAFE_INTEGER;
  const next = (from: Sql, to: Sql) =>
    sql`(select min(amount) from audit.amount where amount between ${from} and ${to})`;
  const amounts = (low: number, high: number) => sql`(
    with recursive a (amount) as (
      select ${next(sql`${low}::bigint`, sql`${high}::bigint`)}
      union all
      select ${next(sql`a.amount + 1`, sql`${high}::bigint`)} from a where a.amount is not null
    ) select amount from a where amount is not null)`;
  const { kind, bounds } = filter;
  const signs = [
    ...(kind === "topup" || kind === "refund" ? [] : [amounts(-most, -least)]),
    ...(kind === "purchase" ? [] : [amounts(least, most)]),
  ];
  const known = sql`select c.id from (${sql.join(signs, sql` union all `)}) as a cross join lateral (
      select m.position as id from audit.amount m cross join lateral (
        -- Row by row: the planner would rather merge with the whole log.
        select from ledger.event e where e.position = m.position and ${conditions} limit 1
      ) e
      where m.amount = a.amount and ${within(sql`m.position`, bounds)}
      order by m.position desc limit ${limit}
    ) c ${order} limit ${limit}`;
  const fresh = sql`select e.position as id from ledger.event e
    where e.position > (select position from audit.state) and ${conditions} ${order} limit ${limit}`;
  return [known, fresh];
}

/** Movements with names and numbers, which are not in the log, for positions given as `id`. */
async function viewsOf(db: Database, ids: Sql): Promise<AuditView[]> {
  const { rows } = await sql<Omit<AuditView, "kind"> & { type: EventType }>`
    select m.*, u.username, a.username as actor_name, q.username as requester, o.network, o.offer, d.receiver, coalesce(r.reversed, 0) as reversed
    from (
      select e.position, e.recorded_at, e.type, e.amount, e.balance_after, e.wallet as user_id, e.actor,
        encode(e.hash, 'hex') as hash,
        ${numberIn("order", sql`e.stream`)} as order_id,
        ${numberIn("topup", sql`e.stream`)} as topup_id,
        e.data ->> 'reason' as reason,
        (e.data ->> 'corrects')::bigint as corrects, (e.data ->> 'requested_by')::uuid as requested_by
      from (${ids}) as i join ledger.event e on e.position = i.id
      where e.wallet is not null
    ) m
    left join shop."user" u on u.id = m.user_id
    left join shop."user" a on a.id = ${userOrNull(sql`m.actor`)}
    left join shop."user" q on q.id = m.requested_by
    left join ledger."order" o on o.id = m.order_id
    left join shop.order_detail d on d.order_id = m.order_id
    left join ledger.reversal r on r.entry = m.position
    order by m.position desc`.execute(db);
  return rows.map(({ type, ...row }) => ({ ...row, kind: movementKindOf(type) }));
}
