import type { ClientBase, Pool } from "pg";

/** The UTC day of a logged event ("2026-11-21"), plus some days. Not from the clock, which may have passed midnight. */
export async function dayOf(db: Pool | ClientBase, position: number, plus = 0): Promise<string> {
  const { rows } = await db.query<{ day: string }>(
    `select to_char((recorded_at at time zone 'UTC')::date + $2::int, 'YYYY-MM-DD') as day
     from ledger.event where position = $1`,
    [position, plus],
  );
  return rows[0]!.day;
}
