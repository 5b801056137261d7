/** Searching one wallet's movements. */
import { sql } from "kysely";
import { orderReferenceBase, topupReferencePrefix } from "#contract/terms/references.ts";
import { type Bounds, within } from "../tables/log-days.ts";
import { any, type Search, type Searchable, type Sql } from "../tables/search.ts";
import { numberIn } from "../tables/stream-sql.ts";

/** Positions as `id`, newest first, by the index on (wallet, position). */
export function newestMovements(user: string, bounds: Bounds, limit: number | undefined): Sql {
  return sql`
    select e.position as id, e.type, e.stream, e.data from ledger.event e
    where e.wallet = ${user} and ${within(sql`e.position`, bounds)}
    order by e.position desc ${limit === undefined ? sql`` : sql`limit ${limit}`}`;
}

/**
 * Among older rows, purchases are searched in the table of orders, which is smaller than the log, and the rest by an index
 * of their own. A search that finds nothing reads all of a wallet's movements: half a second for 100,000.
 */
export function searchMovements(user: string, search: Search, bounds: Bounds): Searchable {
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
