/** Who took the last step of orders and top-ups, from the log. */
import { sql } from "kysely";
import type { Database } from "../tables/open-reads.ts";
import { userOrNull } from "../tables/stream-sql.ts";

/** A row of a list. Its position is that of its last step. */
interface Decided {
  status: string;
  position: number;
}

/**
 * By position: the username of whoever wrote the event there, or "system". Pending rows have had no step after their
 * owner's own, so they are left out. One statement, by primary key.
 */
export async function lastActors(db: Database, rows: readonly Decided[]): Promise<Map<number, string>> {
  const positions = rows.filter(({ status }) => status !== "pending").map(({ position }) => position);
  if (positions.length === 0) return new Map();
  const found = await sql<{ position: number; name: string }>`
    select e.position, coalesce(u.username, e.actor) as name
    from ledger.event e
    left join shop."user" u on u.id = ${userOrNull(sql`e.actor`)}
    where e.position = any(${positions}::bigint[])`.execute(db);
  return new Map(found.rows.map(({ position, name }) => [position, name]));
}
