/** Who took the last step of orders and top-ups, from the log. */
import { sql } from "kysely";
import { orderStatusAfter } from "#ledger/core/events/orders.ts";
import { topupStatusAfter } from "#ledger/core/events/topups.ts";
import type { Database } from "../tables/open-reads.ts";
import { userOrNull } from "../tables/stream-sql.ts";

const stepTypes = Object.keys({ ...orderStatusAfter, ...topupStatusAfter });

/** A row of a list. Its position is that of its last event. */
interface Decided {
  status: string;
  position: number;
}

/**
 * By the row's position: the username of whoever had then taken its last step, or "system". Other events on its stream are
 * no steps. Pending rows have had no step after their owner's own, so they are left out.
 */
export async function lastActors(db: Database, rows: readonly Decided[]): Promise<Map<number, string>> {
  const positions = rows.filter(({ status }) => status !== "pending").map(({ position }) => position);
  if (positions.length === 0) return new Map();
  const found = await sql<{ position: number; name: string }>`
    select last.position, coalesce(u.username, step.actor) as name
    from ledger.event last
    cross join lateral (
      select e.actor from ledger.event e
      where e.stream = last.stream and e.version <= last.version and e.type = any(${stepTypes}::text[])
      order by e.version desc limit 1
    ) step
    left join shop."user" u on u.id = ${userOrNull(sql`step.actor`)}
    where last.position = any(${positions}::bigint[])`.execute(db);
  return new Map(found.rows.map(({ position, name }) => [position, name]));
}
