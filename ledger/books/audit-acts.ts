/** Administrative acts. */
import { sql } from "kysely";
import { events, type Facts, type LedgerEvent } from "#ledger/core/events.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import { shopStream, userStream } from "#contract/terms/streams.ts";
import { type ActKind, actKindOf, type ActType, dailyActs } from "#contract/terms/event-texts.ts";
import type { OrderStatus, TopupStatus } from "#contract/terms/statuses.ts";
import { actOf } from "../tables/acts.ts";
import type { Database } from "../tables/open-reads.ts";
import { type Bounds, dayPositions, within } from "../tables/log-days.ts";
import { all, count_max, countRows, countUpToMax, type Sql, type Total } from "../tables/search.ts";
import { numberIn, paymentIn, streamOf, userIn, userOrNull } from "../tables/stream-sql.ts";

const actTypes = Object.keys(actKindOf) as ActType[];
const decisions = new Set<ActType>(dailyActs);
/** Those that are found by the rows of their orders and top-ups. */
const foundByRow = new Set<ActType>(["order_removed", "topup_declined", "topup_removed"]);

export type ActView = Pick<LedgerEvent, "position" | "recorded_at" | "stream" | "actor"> &
  { [T in ActType]: { type: T; data: Facts[T] } }[ActType] & {
    actor_name: string | null;
    /** The admin who asked for it, if it took two. */
    requester: string | null;
    user_id: string | null;
    username: string | null;
    network: string | null;
    /** The order or request it was about, as it is now. */
    order_id: number | null;
    topup_id: number | null;
    amount: Pesewas | null;
    /** The rail's own id of the payment that it was about. */
    transaction: string | null;
    status: OrderStatus | TopupStatus | null;
    /** How many rows clearing a list removed, up to count_max + 1; null for other acts. */
    cleared: number | null;
    /** Hex. */
    hash: string;
  };

/** Clearing a list is one act; its rows are only listed for a user or for that act. */
export interface ActFilter {
  kind?: ActKind | undefined;
  /** A user's id, or "system". Also finds what this admin asked for and another one approved. */
  actor?: string | undefined;
  /** A user's id: what every other admin did, decisions included. */
  others?: string | undefined;
  /** The user who was changed, or whose order or top-up was. */
  user?: string | undefined;
  /** The position of a list_cleared: the rows that it removed. */
  clearing?: number | undefined;
  /** The first and the last day (UTC). */
  from?: string | undefined;
  to?: string | undefined;
}

/** Acts before the position `cursor`, newest first. */
export async function listActs(
  db: Database,
  filter: ActFilter,
  { cursor, limit }: { cursor?: number | undefined; limit: number },
): Promise<ActView[]> {
  const bounds = await dayPositions(db, filter);
  if (cursor !== undefined) bounds.high = Math.min(bounds.high, cursor - 1);
  const { rows } = await sql<ActView>`
    select i.*, a.username as actor_name, q.username as requester, u.id as user_id, u.username, p.network,
      o.id as order_id, r.id as topup_id, coalesce(o.amount, r.amount, y.amount, i.moved) as amount, y.transaction, coalesce(o.status, r.status) as status,
      case when i.type = 'list_cleared' then (
        select count(*) from (select from ledger.act k where k.clearing = i.position limit ${count_max + 1}) c
      ) end as cleared
    from (
      select e.position, e.recorded_at, e.stream, e.type, e.data, e.actor, e.amount as moved, encode(e.hash, 'hex') as hash
      from (${source(filter, bounds, limit)}) as s join ledger.event e on e.position = s.position
    ) i
    left join shop."user" a on a.id = ${userOrNull(sql`i.actor`)}
    left join shop."user" q on q.id = (i.data ->> 'requested_by')::uuid
    left join ledger."order" o on o.id = ${numberIn("order", sql`i.stream`)}
    left join ledger.topup r on r.id = ${numberIn("topup", sql`i.stream`)}
    left join ledger.payment y on y.id = ${paymentIn(sql`i.stream`)}
    left join shop."user" u on u.id = coalesce(${userIn("user", sql`i.stream`)}, ${userIn("wallet", sql`i.stream`)}, ${userIn("shop", sql`i.stream`)}, o.user_id,
      r.user_id, y.user_id)
    left join ledger.product p on i.stream = ${streamOf("product", sql`p.id`)}
    order by i.position desc`.execute(db);
  return rows;
}

export async function totalActs(db: Database, filter: ActFilter): Promise<Total> {
  const bounds = await dayPositions(db, filter);
  return countUpToMax(db, sql`select from (${source(filter, bounds, count_max + 1)}) as acts`);
}

/** How many rows clearing a list has removed, counted in full. */
export function countCleared(db: Database, clearing: number): Promise<number> {
  return countRows(db, sql`ledger.act k where k.clearing = ${clearing}`);
}

/**
 * Merged from each type's own range of the index: one type may be rare behind millions of another. There are few acts about
 * one user, apart from the removals of their orders. A batch is one act, and not one for each of its orders.
 */
function source({ kind, actor, others, user, clearing }: ActFilter, bounds: Bounds, limit: number): Sql {
  const isOfAll = user === undefined && clearing === undefined;
  const withDecisions = isOfAll && [actor, others, kind].some((part) => part !== undefined);
  const types = actTypes.filter(
    (type) => (kind === undefined || actKindOf[type] === kind) && (withDecisions || !decisions.has(type)),
  );
  if (types.length === 0) return sql`select position from ledger.act where false`;
  const newest = sql`order by k.position desc limit ${limit}`;
  const rows = (from: Sql, conditions: Sql[]) => sql`
    (select k.position from ${from} where ${all([...conditions, within(sql`k.position`, bounds)])} ${newest})`;
  const acts = sql`ledger.act k`;
  const branches: Sql[] = [];
  const byActor = actor === undefined ? [] : [sql`k.actor = ${actor}`];
  if (user !== undefined || clearing !== undefined) {
    const isKind = sql`k.type in (${sql.join(types)})`;
    const ofClearing = clearing === undefined ? [] : [sql`k.clearing = ${clearing}`];
    const own = [isKind, ...byActor, ...ofClearing];
    if (user === undefined) return rows(acts, own);
    branches.push(
      rows(actsIn(sql`ledger.event`), [sql`e.stream in (${userStream(user)}, ${shopStream(user)})`, ...own]),
    );
    branches.push(rows(actsIn(requestEvents(user)), own));
    for (const type of types) {
      const { stream } = events[type];
      if ((stream === "order" || stream === "topup") && !foundByRow.has(type))
        branches.push(rows(actsIn(actsAbout(stream, type, user)), own));
    }
    if (types.includes("order_removed")) branches.push(rows(actsIn(removedOrders(user)), own));
  } else {
    const byEach = others === undefined ? byActor : [sql`k.actor = admin.id`];
    for (const type of types) branches.push(rows(acts, [actOf(type), ...byEach]));
    if (others !== undefined)
      return sql`select k.position from (
          select user_id::text as id from ledger.account where level = 'Admin' and user_id <> ${others}
        ) admin cross join lateral (${sql.join(branches, sql` union all `)}) as k ${newest}`;
    if (actor !== undefined && types.includes("correction_limit_changed"))
      branches.push(rows(acts, [actOf("correction_limit_changed"), sql`k.requested_by = ${actor}`]));
  }
  return sql`select position from (${sql.join(branches, sql` union all `)}) as k ${newest}`;
}

/** Acts k at the positions of some events. */
function actsIn(events: Sql): Sql {
  return sql`${events} e join ledger.act k on k.position = e.position`;
}

/** The events of a user's top-ups that were declined or removed. */
function requestEvents(user: string): Sql {
  return sql`(select e.position from ledger.topup r join ledger.event e on e.stream = ${streamOf("topup", sql`r.id`)}
    where r.user_id = ${user} and (r.hidden or r.status = 'declined'))`;
}

/** The events of a rare type about this user's orders, or about those top-ups that requestEvents leaves out. */
function actsAbout(kind: "order" | "topup", type: ActType, user: string): Sql {
  const isElsewhere = kind === "topup" ? sql`r.hidden or r.status = 'declined'` : sql`false`;
  return sql`(select e.position from ledger.act k join ledger.event e on e.position = k.position
    join ${sql.table(`ledger.${kind}`)} r on r.id = ${numberIn(kind, sql`e.stream`)}
    where ${actOf(type)} and r.user_id = ${user} and not (${isElsewhere}))`;
}

/** The removals of a user's orders: each is the order's last event. */
function removedOrders(user: string): Sql {
  return sql`(select position from ledger."order" where user_id = ${user} and hidden)`;
}
