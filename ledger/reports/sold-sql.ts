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

/**
 * Charges and refunds of orders between two positions, one row each, with what was bought, by whom, and the level that
 * they had when they bought it: the one before their next change of level, or the present one if there was none.
 */
export function soldOrders(bounds: Bounds): Sql {
  return sql`
    select (e.recorded_at at time zone 'UTC')::date as day, o.network, o.offer, o.user_id,
      coalesce(l.level, a.level) as level, e.type, abs(e.amount) as value
    from ledger.event e
    join ledger."order" o on o.id = ${numberIn("order", sql`e.stream`)}
    join ledger.account a on a.user_id = o.user_id
    left join lateral (
      select c.data ->> 'before' as level from ledger.event c
      where c.stream = ${streamOf("user", sql`o.user_id`)} and c.type = 'user_level_changed' and c.position > o.charged_at
      order by c.version limit 1
    ) l on true
    where ${all([
      sql`e.wallet is not null and e.type in ('order_placed', 'order_rejected')`,
      within(sql`e.position`, bounds),
    ])}`;
}
