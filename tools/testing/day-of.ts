import type { ClientBase, Pool } from "pg";

/** The UTC day of an event as the log has it, "2026-11-21", or so many days later: the clock may be past midnight by now. */
export async function dayOf(db: Pool | ClientBase, position: number, plus = 0): Promise<string> {
  const { rows } = await db.query<{ day: string }>(
    `select to_char((recorded_at at time zone 'UTC')::date + $2::int, 'YYYY-MM-DD') as day
     from ledger.event where position = $1`,
    [position, plus],
  );
  return rows[0]!.day;
}
