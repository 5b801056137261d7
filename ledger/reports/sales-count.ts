/** Counts sales from the log in portions: by day and network, and by month and buyer. */
import { sql } from "kysely";
import type { Database } from "../tables/open-reads.ts";
import { numberIn } from "../tables/stream-sql.ts";

/** Some 30 ms of work: too short to slow anybody down. */
const portion_events = 2000;

/** Counts the next events of orders; false if none are left, or another process is doing it. */
export async function countSales(db: Database): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ position: number }>`
      select position from shop.sales_counted for update skip locked`.execute(tx);
    const from = rows[0]?.position;
    if (from === undefined) return false;
    // A statement of its own: the next one sees every event up to this head.
    const head = await tx.selectFrom("ledger.head").select("position").executeTakeFirstOrThrow();
    const to = Math.min(head.position, from + portion_events);
    if (to === from) return false;
    await sql`
      with moved as materialized (
        select replace(e.type, 'order_', '') as event, (o.created_at at time zone 'UTC')::date as day,
          o.network, o.user_id, o.amount
        from ledger.event e join ledger."order" o on o.id = ${numberIn("order", sql`e.stream`)}
        where e.position > ${from} and e.position <= ${to}
          and e.type in ('order_placed', 'order_completed', 'order_rejected')
      ), networks as (
        insert into shop.network_sales as n
        select day, network, event, count(*), sum(amount) from moved group by day, network, event
        on conflict (day, network, event)
        do update set count = n.count + excluded.count, value = n.value + excluded.value
      ), buyers as (
        insert into shop.buyer_sales as b
        select date_trunc('month', day)::date, user_id, count(*), sum(amount) from moved
        where event = 'completed' group by 1, 2
        on conflict (month, user_id)
        do update set count = b.count + excluded.count, value = b.value + excluded.value
      )
      update shop.sales_counted set position = ${to}`.execute(tx);
    return to < head.position;
  });
}
