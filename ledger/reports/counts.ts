/** Counts the log into the sums that reports read, in portions. */
import { sql } from "kysely";
import { type Bounds, within } from "../tables/log-days.ts";
import type { Database } from "../tables/open-reads.ts";
import { all, type Sql } from "../tables/search.ts";
import { numberIn } from "../tables/stream-sql.ts";
import { accountSums, blockBounds, costsOfOrders, costTypes, soldOrders } from "./sold-sql.ts";

/** Some 50 ms of work: too short to slow anybody down. */
const portion_events = 2000;

/** Movements by day and house account, by day and package, and by day and buyer. */
export function countDays(db: Database): Promise<boolean> {
  return countPortion(
    db,
    "days_counted",
    (bounds) => sql`
      with sold as materialized (${soldOrders(bounds)}),
      accounts as (${addTo("account_day", "day, account, type", sql`(${accountSums(bounds)}) as m`)}),
      packages as (${addTo("package_day", packageKey, sql`sold`)}),
      buyers as (${addTo("buyer_day", buyerKey, sql`sold`)})
      update shop.days_counted set position = ${bounds.high}`,
  );
}

/** What suppliers took and gave back by day and package, by day and buyer, and by day and supplier. */
export function countCosts(db: Database): Promise<boolean> {
  return countPortion(
    db,
    "costs_counted",
    (bounds) => sql`
      with cost as materialized (${costsOfOrders(bounds)}),
      moved as (select * from cost where type in ${costTypes}),
      packages as (${addTo("package_day", packageKey, sql`moved`)}),
      buyers as (${addTo("buyer_day", buyerKey, sql`moved`)}),
      suppliers as (${addTo("supplier_day", "day, supplier, type", sql`cost`)})
      update shop.costs_counted set position = ${bounds.high}`,
  );
}

const packageKey = "day, network, offer, level, type";
const buyerKey = "day, user_id, type";

/** Adds rows to the sums that a table keeps. `key`: its columns without the sums. */
function addTo(table: string, key: string, rows: Sql): Sql {
  const columns = sql.raw(key);
  return sql`
    insert into ${sql.table(`shop.${table}`)} as n (${columns}, count, value)
    select ${columns}, sum(count), sum(value) from ${rows} group by ${columns}
    on conflict (${columns}) do update set count = n.count + excluded.count, value = n.value + excluded.value`;
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
  counted: "days_counted" | "costs_counted" | "sales_counted",
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
