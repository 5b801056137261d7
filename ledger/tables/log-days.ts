/** From days to positions: time in the log never goes backwards, so a day is a range of positions. */
import { sql } from "kysely";
import type { Database } from "./open-reads.ts";
import { all, type Sql } from "./search.ts";

/** Both included. */
export interface Bounds {
  low: number;
  high: number;
}

/** The positions of the days from the first to the last (UTC, "2026-11-21"). */
export async function dayPositions(
  db: Database,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<Bounds> {
  const [before, until] = await Promise.all([
    from === undefined ? 0 : positionBefore(db, `${from}T00:00:00Z`),
    // PostgreSQL reads 24:00 as the next day's midnight. A Date would write the one after 9999-12-31 in another form.
    to === undefined ? Number.MAX_SAFE_INTEGER : positionBefore(db, `${to}T24:00:00Z`),
  ]);
  return { low: before + 1, high: until };
}

/** Of these positions, those whose events the auditor has not summed up by day yet. */
export async function unsummed(db: Database, { low, high }: Bounds): Promise<Bounds> {
  const { rows } = await sql<{ position: number }>`select position from audit.days_counted`.execute(db);
  return { low: Math.max(low, (rows[0]?.position ?? 0) + 1), high };
}

/** The last position before a given time; 0 if there is none. */
export function positionBefore(db: Database, moment: string): Promise<number> {
  return lastBefore(db, moment, {
    end: sql`select position from ledger.head`,
    timeAt: (position) => sql`select recorded_at from ledger.event where position = ${position}`,
  });
}

/**
 * The last number of rows that are numbered in the order of their time, before a given time; 0 if there is none. A binary
 * search by primary key, some twenty steps: an index on the time would cost every row one more write.
 */
export async function lastBefore(
  db: Database,
  moment: string | Sql,
  { end, timeAt }: { end: Sql; timeAt: (number: Sql) => Sql },
): Promise<number> {
  const { rows } = await sql<{ low: number }>`
    with recursive search (low, high) as (
      select 0::bigint, (${end}) + 1
      union all
      select case when m.is_before then m.middle else s.low end, case when m.is_before then s.high else m.middle end
      from search s cross join lateral (
        select (s.low + s.high) / 2 as middle,
          coalesce((${timeAt(sql`(s.low + s.high) / 2`)}) < (${moment})::timestamptz, false) as is_before
      ) m
      where s.high - s.low > 1
    ) select low from search where high - low <= 1`.execute(db);
  return rows[0]?.low ?? 0;
}

export function within(position: Sql, { low, high }: Bounds): Sql {
  return all([
    ...(low > 1 ? [sql`${position} >= ${low}`] : []),
    ...(high < Number.MAX_SAFE_INTEGER ? [sql`${position} <= ${high}`] : []),
  ]);
}
