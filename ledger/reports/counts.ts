/** Counts the log into the sums that reports read, in portions. */
import { sql } from "kysely";
import { type Bounds, within } from "../tables/log-days.ts";
import type { Database } from "../tables/open-reads.ts";
import { all, type Sql } from "../tables/search.ts";
import { numberIn } from "../tables/stream-sql.ts";
import { accountSums, blockBounds, soldOrders } from "./sold-sql.ts";

/** Some 50 ms of work: too short to slow anybody down. */
const portion_events = 2000;

/** Movements by day and house account, by day and package, and by day and buyer. */
export function countDays(db: Database): Promise<boolean> {
  return countPortion(
    db,
    "days_counted",
    (bounds) => sql`
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
      update shop.days_counted set position = ${bounds.high}`,
  );
}

/** Sales by day and network, and by month and buyer. */
export function countSales(db: Database): Promise<boolean> {
  return countPortion(
    db,
    "sales_counted",
    (bounds) => sql`
      with moved as materialized (
        select replace(e.type, 'order_', '') as event, (o.created_at at time zone 'UTC')::date as day,
          o.network, o.user_id, o.amount
        from ledger.event e join ledger."order" o on o.id = ${numberIn("order", sql`e.stream`)}
        where ${all([
          within(sql`e.position`, bounds),
          sql`e.type in ('order_placed', 'order_completed', 'order_rejected')`,
        ])}
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
      update shop.sales_counted set position = ${bounds.high}`,
  );
}

/** Counts the next events; false if none are left, or another process is doing it. */
async function countPortion(
  db: Database,
  counted: "days_counted" | "sales_counted",
  count: (bounds: Bounds) => Sql,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ position: number }>`
      select position from shop.${sql.ref(counted)} for update skip locked`.execute(tx);
    const from = rows[0]?.position;
    if (from === undefined) return false;
    const head = await headOf(tx);
    const high = Math.min(head, from + portion_events);
    if (high === from) return false;
    await count({ low: from + 1, high }).execute(tx);
    return high < head;
  });
}

/** Counts the movements of the next block, by house account; false if none is whole, or another process is doing it. */
export async function countBlocks(db: Database): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ blocks: number }>`
      select blocks from shop.blocks_counted for update skip locked`.execute(tx);
    const block = rows[0]?.blocks;
    if (block === undefined) return false;
    const bounds = blockBounds(block);
    if ((await headOf(tx)) < bounds.high) return false;
    await sql`
      with sums as (
        insert into shop.account_block (block, account, type, count, value)
        select ${block}::bigint, account, type, sum(count), sum(value) from (${accountSums(bounds)}) as m group by account, type
      )
      update shop.blocks_counted set blocks = ${block + 1}`.execute(tx);
    return true;
  });
}

/** In a statement of its own: the next one sees every event up to this position. */
async function headOf(tx: Database): Promise<number> {
  return (await tx.selectFrom("ledger.head").select("position").executeTakeFirstOrThrow()).position;
}
