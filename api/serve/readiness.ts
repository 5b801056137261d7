/** Whether this process is ready for requests. Load balancers ask repeatedly, and get the present state. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import type { Follower } from "#ledger/log/follow.ts";
import type { Writer } from "#ledger/log/writer.ts";

export interface Readiness {
  /** Problems by part; empty if the process is ready. */
  problems: () => Promise<Record<string, string>>;
  /** Undefined if the database does not answer. */
  lag: () => Promise<Lag | undefined>;
}

interface Lag {
  positions: number;
  /** Age of the oldest event that is not followed yet. */
  seconds: number;
}

interface Following {
  lag: Lag;
  /** The log ends before the followed position: an older backup was restored. */
  isAhead: boolean;
}

const answer_ms_max = 2000;
const lag_s_max = 5;

interface Parts {
  pool: Pool;
  follower: Follower;
  writer: Writer;
}

export function watchReadiness({ pool, follower, writer }: Parts, isLeaving: () => boolean): Readiness {
  const expected = migrationNames();
  const following = () =>
    within(answer_ms_max, readFollowing(pool, follower.position)).catch(() => undefined);
  return {
    lag: async () => (await following())?.lag,
    problems: async () => {
      const found: Record<string, string> = {};
      if (isLeaving()) found["service"] = "It is stopping";
      const [missing, followed, isWriting] = await Promise.all([
        within(answer_ms_max, missingMigrations(pool, expected)).catch(() => undefined),
        following(),
        writer.isWell(answer_ms_max),
      ]);
      if (missing === undefined || followed === undefined) found["database"] = "It does not answer";
      else {
        if (missing.length > 0) found["migrations"] = "Some are not applied";
        if (followed.isAhead || follower.isReplaced)
          found["follower"] = "An older log was put back: please restart this process";
        else if (followed.lag.seconds > lag_s_max || follower.behind)
          found["follower"] = "It is behind the log";
      }
      if (!isWriting) found["writer"] = "It cannot reach the database";
      return found;
    },
  };
}

/** The migration files of this version. */
function migrationNames(): string[] {
  const files = readdirSync(join(import.meta.dirname, "../../migrations"));
  return files.filter((file) => /^\d{4}_.*\.sql$/.test(file)).map((file) => file.slice(0, -".sql".length));
}

async function missingMigrations(pool: Pool, expected: string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>({
    name: "missing_migrations",
    text: "select name from unnest($1::text[]) as name where name not in (select name from kysely_migration)",
    values: [expected],
  });
  return rows.map(({ name }) => name);
}

async function readFollowing(pool: Pool, position: number): Promise<Following> {
  const { rows } = await pool.query<{ head: number; seconds: number | null }>({
    name: "follower_lag",
    text: `select position as head, (select extract(epoch from now() - recorded_at)::float8 from ledger.event
             where position = $1::bigint + 1) as seconds from ledger.head`,
    values: [position],
  });
  const { head = 0, seconds = null } = rows[0] ?? {};
  // Events written after the position was read do not count as lag.
  const lag = { positions: Math.max(0, head - position), seconds: Math.max(0, seconds ?? 0) };
  return { lag, isAhead: head < position };
}

/** A database that hangs counts as unavailable. */
async function within<T>(limit_ms: number, work: Promise<T>): Promise<T> {
  const late = sleep(limit_ms, undefined, { ref: false }).then(() => {
    throw new Error("no answer in time");
  });
  return Promise.race([work, late]);
}
