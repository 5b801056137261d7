/** Counts movements from the log in portions: by day and house account, by day and package, and by day and buyer. */
import { sql } from "kysely";
import type { Database } from "../tables/open-reads.ts";
import { accountSums, soldOrders } from "./sold-sql.ts";

/** Some 50 ms of work: too short to slow anybody down. */
const portion_events = 2000;

/** Counts the next events; false if none are left, or another process is doing it. */
export async function countDays(db: Database): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ position: number }>`
      select position from shop.days_counted for update skip locked`.execute(tx);
    const from = rows[0]?.position;
    if (from === undefined) return false;
    // A statement of its own: the next one sees every event up to this head.
    const head = await tx.selectFrom("ledger.head").select("position").executeTakeFirstOrThrow();
    const to = Math.min(head.position, from + portion_events);
    if (to === from) return false;
    const bounds = { low: from + 1, high: to };
    await sql`
      with sold as materialized (${soldOrders(bounds)}),
      accounts as (
        insert into shop.account_day as n (day, account, type, count, value)
        select day, account, type, count, value from (${accountSums(bounds)}) as m
        on conflict (day, account, type)
        do update set count = n.count + excluded.count, value = n.value + excluded.value
      ), packages as (
        insert into shop.package_day as n (day, network, offer, level, type, count, value)
        select day, network, offer, level, type, count(*), sum(value) from sold
        group by day, network, offer, level, type
        on conflict (day, network, offer, level, type)
        do update set count = n.count + excluded.count, value = n.value + excluded.value
      ), buyers as (
        insert into shop.buyer_day as n (day, user_id, type, count, value)
        select day, user_id, type, count(*), sum(value) from sold group by day, user_id, type
        on conflict (day, user_id, type)
        do update set count = n.count + excluded.count, value = n.value + excluded.value
      )
      update shop.days_counted set position = ${to}`.execute(tx);
    return to < head.position;
  });
}
