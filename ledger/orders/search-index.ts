/** Keeps the search table of orders up to date, in portions. */
import { sql } from "kysely";
import type { Database } from "../tables/open-reads.ts";

/** Some 40 ms of work: too short to slow anybody down. */
const portion_rows = 2000;
/** The advisory lock's key: any number that nothing else in this database uses. */
const lock = 5_001;

/**
 * Adds the next orders to shop.order_search; false if none are left, or another process is doing it. Orders become visible in
 * the order of their numbers and without gaps, so exactly those above the highest number are missing.
 */
export async function indexOrders(db: Database): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${lock}) as free`.execute(
      tx,
    );
    if (!rows[0]?.free) return false;
    const { numAffectedRows = 0n } = await sql`
      insert into shop.order_search (order_id, receiver, sold)
      select o.id, coalesce(d.receiver, ''), o.network || ' ' || o.offer
      from ledger."order" o left join shop.order_detail d on d.order_id = o.id
      where o.id > coalesce((select max(order_id) from shop.order_search), 0)
      order by o.id limit ${portion_rows}`.execute(tx);
    return numAffectedRows === BigInt(portion_rows);
  });
}
