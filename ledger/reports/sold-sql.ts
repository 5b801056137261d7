/** SQL that both the counting of days and the reading of what is not counted yet use. */
import { sql } from "kysely";
import { all, type Sql } from "../tables/search.ts";
import { numberIn, streamOf } from "../tables/stream-sql.ts";
import { type Bounds, within } from "../tables/log-days.ts";

/** Positions of a block of shop.account_block; reading as many events takes some 5 ms. */
export const block_positions = 4096;

/** The first block is 0. */
export function blockBounds(block: number): Bounds {
  return { low: block * block_positions + 1, high: (block + 1) * block_positions };
}

/** What house accounts gained between two positions, by day and type of event: as in shop.account_day. */
export function accountSums(bounds: Bounds): Sql {
  return sql`
    select (e.recorded_at at time zone 'UTC')::date as day, side.account, e.type,
      count(*) as count, sum(side.amount) as value
    from ledger.event e
    cross join lateral (values (e.counterparty, -e.amount), (e.house, e.amount)) as side (account, amount)
    where ${all([sql`e.counterparty is not null and side.account is not null`, within(sql`e.position`, bounds)])}
    group by 1, 2, 3`;
}

/** Pesewas. Only a cost, which is what suppliers took without what they gave back, may be negative, and the number of costs. */
export interface SoldSums {
  orders: number;
  charged: number;
  refunds: number;
  refunded: number;
  costs: number;
  cost: number;
}

/** Of rows with a type of event, a count and a value. */
export const soldSums = sql`
  coalesce(sum(count) filter (where type = 'order_placed'), 0)::bigint as orders,
  coalesce(sum(value) filter (where type = 'order_placed'), 0)::bigint as charged,
  coalesce(sum(count) filter (where type = 'order_rejected'), 0)::bigint as refunds,
  coalesce(sum(value) filter (where type = 'order_rejected'), 0)::bigint as refunded,
  coalesce(sum(case type when 'fulfilment_accepted' then count when 'fulfilment_returned' then -count end), 0)::bigint as costs,
  coalesce(sum(case type when 'fulfilment_accepted' then value when 'fulfilment_returned' then -value end), 0)::bigint as cost`;

/** Joins the buyer of order o and the level that they had when they bought it: l.level, or a.level if it never changed since. */
const buyersLevel = sql`
    join ledger.account a on a.user_id = o.user_id
    left join lateral (
      select c.data ->> 'before' as level from ledger.event c
      where c.stream = ${streamOf("user", sql`o.user_id`)} and c.type = 'user_level_changed' and c.position > o.charged_at
      order by c.version limit 1
    ) l on true`;

/** Charges and refunds of orders between two positions, one row each, with what was bought, by whom, and their level then. */
export function soldOrders(bounds: Bounds): Sql {
  return sql`
    select (e.recorded_at at time zone 'UTC')::date as day, o.network, o.offer, o.user_id,
      coalesce(l.level, a.level) as level, e.type, 1 as count, abs(e.amount) as value
    from ledger.event e
    join ledger."order" o on o.id = ${numberIn("order", sql`e.stream`)}
    ${buyersLevel}
    where ${all([
      sql`e.amount is not null and e.type in ('order_placed', 'order_rejected')`,
      within(sql`e.position`, bounds),
    ])}`;
}

export const costTypes = sql`('fulfilment_accepted', 'fulfilment_returned')`;

/**
 * What suppliers took for orders between two positions and gave back, one row each, as in soldOrders. Besides, on the day of
 * the order: its price once they have delivered it, and by how much a cost is above it.
 */
export function costsOfOrders(bounds: Bounds): Sql {
  return sql`
    select b.day, f.supplier, o.network, o.offer, o.user_id, coalesce(l.level, a.level) as level, b.type, b.count, b.value
    from ledger.event e
    -- One by one: otherwise the planner reads the whole table for a portion of events.
    cross join lateral (
      select supplier, order_id from ledger.fulfilment where id = substr(e.stream, length('fulfilment/') + 1) limit 1
    ) f
    join ledger."order" o on o.id = f.order_id
    ${buyersLevel}
    cross join lateral (
      select (o.created_at at time zone 'UTC')::date as day, case e.type when 'fulfilment_returned' then -1 else 1 end as sign
    ) t
    cross join lateral (
      select (e.recorded_at at time zone 'UTC')::date as day, e.type, 1 as count, e.amount as value where e.amount is not null
      union all
      select t.day, 'order_placed', 1, o.amount
      where e.type = 'fulfilment_delivered' or e.data ->> 'outcome' = 'delivered'
      union all
      select t.day, 'below_cost', t.sign, t.sign * (e.amount - o.amount) where e.amount > o.amount
    ) b
    where ${all([
      sql`e.type in ('fulfilment_accepted', 'fulfilment_returned', 'fulfilment_delivered', 'fulfilment_settled')`,
      within(sql`e.position`, bounds),
    ])}`;
}
