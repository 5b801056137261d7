/** Events of the log, for the feed. The follower and the auditor read it on connections of their own. */
import { sql } from "kysely";
import type { LedgerEvent } from "#ledger/core/events.ts";
import { eventColumns } from "../tables/logged-event.ts";
import type { Database } from "../tables/open-reads.ts";

/** Those after a position, in order. */
export async function eventsAfter(db: Database, position: number, limit: number): Promise<LedgerEvent[]> {
  const { rows } = await sql<LedgerEvent>`
    select ${sql.raw(eventColumns)} from ledger.event where position > ${position} order by position limit ${limit}`.execute(
    db,
  );
  return rows;
}
