/** Administrative acts, straight from the log. */
import { sql } from "kysely";
import type { Facts, LedgerEvent } from "#ledger/core/events.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import { userStream } from "#contract/terms/streams.ts";
import { type ActKind, actKindOf, type ActType, dailyActs } from "#contract/terms/event-texts.ts";
import type { OrderStatus, TopupStatus } from "#contract/terms/statuses.ts";
import type { Database } from "../tables/open-reads.ts";
import { type Bounds, dayPositions, within } from "../tables/log-days.ts";
import { all, count_max, countRows, countUpToMax, type Sql, type Total } from "../tables/search.ts";
import { numberIn, paymentIn, streamOf, userIn, userOrNull } from "../tables/stream-sql.ts";

const actTypes = Object.keys(actKindOf) as ActType[];
const decisions = new Set<ActType>(dailyActs);

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
        select count(*) from (select from ledger.event e where ${clearedBy(sql`i.position`)} limit ${count_max + 1}) c
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
    left join shop."user" u on u.id = coalesce(${userIn("user", sql`i.stream`)}, ${userIn("wallet", sql`i.stream`)}, o.user_id,
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
  return countRows(db, sql`ledger.event e where ${clearedBy(sql`${clearing}::bigint`)}`);
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
  if (types.length === 0) return sql`select position from ledger.event where false`;
  const newest = sql`order by e.position desc limit ${limit}`;
  const rows = (from: Sql, conditions: Sql[]) => sql`
    (select e.position from ${from} where ${all([...conditions, within(sql`e.position`, bounds)])} ${newest})`;
  const log = sql`ledger.event e`;
  const branches: Sql[] = [];
  const byActor = actor === undefined ? [] : [sql`e.actor = ${actor}`];
  if (user !== undefined) {
    const isKind = sql`e.type in (${sql.join(types)})`;
    const ofClearing = clearing === undefined ? [] : [clearedBy(sql`${clearing}::bigint`)];
    const own = [isKind, ...byActor, ...ofClearing];
    branches.push(rows(log, [sql`e.stream = ${userStream(user)}`, ...own]));
    branches.push(rows(requestEvents(user), own));
    if (types.includes("duplicate_accepted")) branches.push(rows(acceptedDuplicates(user), own));
    if (types.includes("order_removed")) branches.push(rows(removedOrders(user), own));
  } else if (clearing !== undefined) {
    const isKind = sql`e.type in (${sql.join(types)})`;
    branches.push(rows(log, [clearedBy(sql`${clearing}::bigint`), isKind, ...byActor]));
  } else {
    const byEach = others === undefined ? byActor : [sql`e.actor = admin.id`];
    for (const type of types)
      branches.push(rows(log, [sql`e.type = ${sql.lit(type)}`, ...apart(type), ...byEach]));
    if (others !== undefined)
      return sql`select e.position from (
          select user_id::text as id from ledger.account where level = 'Admin' and user_id <> ${others}
        ) admin cross join lateral (${sql.join(branches, sql` union all `)}) as e ${newest}`;
    if (actor !== undefined && types.includes("correction_limit_changed")) {
      const asked = [sql`e.type = 'correction_limit_changed'`, sql`e.data ->> 'requested_by' = ${actor}`];
      branches.push(rows(log, asked));
    }
  }
  return sql`select position from (${sql.join(branches, sql` union all `)}) as e ${newest}`;
}

/** What is listed as part of another act: the rows of a cleared list, and the orders of a batch. */
function apart(type: ActType): Sql[] {
  if (type === "order_removed" || type === "topup_removed") return [sql`e.data ->> 'clearing' is null`];
  if (type === "order_processed" || type === "order_completed") return [sql`e.data ->> 'batch' is null`];
  return [];
}

/** Whether event e removed a row when its list was cleared: the condition of the index event_cleared. */
function clearedBy(position: Sql): Sql {
  return sql`e.type in ('topup_removed', 'order_removed') and e.data ->> 'clearing' is not null
    and (e.data ->> 'clearing')::bigint = ${position}`;
}

/** The events, as e, of a user's top-ups that were declined or removed. */
function requestEvents(user: string): Sql {
  return sql`(select id from ledger.topup where user_id = ${user} and (hidden or status = 'declined')) r
    join ledger.event e on e.stream = ${streamOf("topup", sql`r.id`)}`;
}

/** The events, as e, that accepted a top-up of this user beside others of the same payment. They are rare. */
function acceptedDuplicates(user: string): Sql {
  return sql`(select d.position as at from ledger.event d join ledger.topup r on r.id = ${numberIn("topup", sql`d.stream`)}
    where d.type = 'duplicate_accepted' and r.user_id = ${user} and not r.hidden) a
    join ledger.event e on e.position = a.at`;
}

/** The removals, as e, of a user's orders: each is the order's last event. */
function removedOrders(user: string): Sql {
  return sql`(select position as at from ledger."order" where user_id = ${user} and hidden) o
    join ledger.event e on e.position = o.at`;
}
