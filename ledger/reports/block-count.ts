/** Counts movements from the log by block of positions and house account. */
import { sql } from "kysely";
import type { Database } from "../tables/open-reads.ts";
import { accountSums, blockBounds } from "./sold-sql.ts";

/** Counts the next block, some 10 ms of work; false if none is whole, or another process is doing it. */
export async function countBlocks(db: Database): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ blocks: number }>`
      select blocks from shop.blocks_counted for update skip locked`.execute(tx);
    const block = rows[0]?.blocks;
    if (block === undefined) return false;
    // A statement of its own: the next one sees every event up to this head.
    const head = await tx.selectFrom("ledger.head").select("position").executeTakeFirstOrThrow();
    const bounds = blockBounds(block);
    if (head.position < bounds.high) return false;
    await sql`
      with sums as (
        insert into shop.account_block (block, account, type, count, value)
        select ${block}::bigint, account, type, sum(count), sum(value) from (${accountSums(bounds)}) as m group by account, type
      )
      update shop.blocks_counted set blocks = ${block + 1}`.execute(tx);
    return true;
  });
}
