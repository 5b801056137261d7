/** Administrative acts, straight from the log. */
import { sql } from "kysely";
import type { EventType, LedgerEvent } from "#ledger/decide/events.ts";
import type { Pesewas } from "#ledger/terms/money.ts";
import type { ActKind, OrderStatus, RechargeStatus } from "#ledger/terms/statuses.ts";
import type { Database } from "./database.ts";
import { type Bounds, dayPositions, within } from "./log-days.ts";
import { all, count_max, type Sql, type Total } from "./search.ts";

/** The events that are acts, and what kind of act each is. */
export const actKindOf = {
  user_level_changed: "level",
  user_status_changed: "status",
  user_profile_changed: "profile",
  user_deleted: "deletion",
  sessions_ended: "sessions",
  api_key_replaced: "api key",
  product_created: "product",
  product_changed: "product",
  product_status_changed: "product status",
  notice_changed: "notice",
  payment_details_changed: "payment details",
  support_links_changed: "support links",
  correction_limit_changed: "correction limit",
  message_settings_changed: "message settings",
  topup_declined: "declined request",
  topup_removed: "removed request",
  order_removed: "removed order",
} as const satisfies Partial<Record<EventType, ActKind>>;

export type ActType = keyof typeof actKindOf;
const actTypes = Object.keys(actKindOf) as ActType[];

export type ActView = Pick<LedgerEvent, "position" | "recorded_at" | "stream" | "actor"> &
  Extract<
    { [T in EventType]: { type: T; data: Extract<LedgerEvent, { type: T }>["data"] } }[EventType],
    { type: ActType }
  > & {
    actor_name: string | null;
    /** The other admin of what took two: who asked for it. */
    requester: string | null;
    user_id: string | null;
    username: string | null;
    network: string | null;
    /** The order or request it was about, as it is now. */
    order_id: number | null;
    recharge_id: number | null;
    amount: Pesewas | null;
    status: OrderStatus | RechargeStatus | null;
    /** Hex. */
    hash: string;
  };

export interface ActFilter {
  kind?: ActKind | undefined;
  /** A user's id, or "system"; who asked for what another one approved is found, too. */
  actor?: string | undefined;
  /** Who was changed, or whose order or request. */
  user?: string | undefined;
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
      o.id as order_id, r.id as recharge_id, coalesce(o.amount, r.amount) as amount, coalesce(o.status, r.status) as status
    from (
      select e.position, e.recorded_at, e.stream, e.type, e.data, e.actor, encode(e.hash, 'hex') as hash
      from (${source(filter, bounds, limit)}) as s join ledger.event e on e.position = s.position
    ) i
    left join shop."user" a on a.id = case when i.actor ~ '^[0-9a-f-]{36}$' then i.actor::uuid end
    left join shop."user" q on q.id = (i.data ->> 'requested_by')::uuid
    left join ledger."order" o on o.id = case when i.stream like 'order/%' then substring(i.stream from 7)::bigint end
    left join ledger.recharge r on r.id = case when i.stream like 'recharge/%' then substring(i.stream from 10)::bigint end
    left join shop."user" u
      on u.id = coalesce(case when i.stream like 'user/%' then substring(i.stream from 6)::uuid end, o.user_id, r.user_id)
    left join ledger.product p on i.stream = 'product/' || p.id
    order by i.position desc`.execute(db);
  return rows;
}

export async function totalActs(db: Database, filter: ActFilter): Promise<Total> {
  const bounds = await dayPositions(db, filter);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${source(filter, bounds, count_max + 1)}) as found`.execute(db);
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, count_max), isExact: count <= count_max };
}

/**
 * Merged from the types' own ranges of the indexes: one type may be rare behind millions of another. Of those about one
 * user there are few, but for the removals of his orders.
 */
function source({ kind, actor, user }: ActFilter, bounds: Bounds, limit: number): Sql {
  const types = actTypes.filter((type) => kind === undefined || actKindOf[type] === kind);
  const newest = sql`order by e.position desc limit ${limit}`;
  const rows = (from: Sql, conditions: Sql[]) => sql`
    (select e.position from ${from} where ${all([...conditions, within(sql`e.position`, bounds)])} ${newest})`;
  const log = sql`ledger.event e`;
  const branches: Sql[] = [];
  if (user !== undefined) {
    const isKind = sql`e.type in (${sql.join(types)})`;
    const own = [isKind, ...(actor === undefined ? [] : [sql`e.actor = ${actor}`])];
    branches.push(rows(log, [sql`e.stream = ${`user/${user}`}`, ...own]));
    branches.push(rows(requestEvents(user), own));
    if (types.includes("order_removed")) branches.push(rows(removedOrders(user), own));
  } else {
    const byActor = actor === undefined ? [] : [sql`e.actor = ${actor}`];
    for (const type of types) branches.push(rows(log, [sql`e.type = ${sql.lit(type)}`, ...byActor]));
    if (actor !== undefined && types.includes("correction_limit_changed")) {
      const asked = [sql`e.type = 'correction_limit_changed'`, sql`e.data ->> 'requested_by' = ${actor}`];
      branches.push(rows(log, asked));
    }
  }
  return sql`select position from (${sql.join(branches, sql` union all `)}) as e ${newest}`;
}

/** What happened to a user's requests that were declined or removed, as e. */
function requestEvents(user: string): Sql {
  return sql`(select id from ledger.recharge where user_id = ${user} and (hidden or status = 'declined')) r
    join ledger.event e on e.stream = 'recharge/' || r.id`;
}

/** The removals of a user's orders, as e: each is the last that happened to its order. */
function removedOrders(user: string): Sql {
  return sql`(select position as at from ledger."order" where user_id = ${user} and hidden) o
    join ledger.event e on e.position = o.at`;
}
