/** Deletes rows that have expired: sessions, tickets, reset links and counts of attempts. */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Database } from "#ledger/store/read/database.ts";
import type { Sql } from "#ledger/store/read/search.ts";
import { limits } from "#ledger/terms/limits.ts";

const every_ms = 10 * 60_000;
/** Few enough that nothing waits long for their locks. */
const portion_rows = 500;

const kept = sql`now() - ${limits.session_kept_ms}::float8 * interval '1 millisecond'`;

/** The table, its key, and which rows have expired. */
const expired: [table: Sql, key: Sql, which: Sql][] = [
  [
    sql`shop.session`,
    sql`id`,
    // A browser that gets push notifications outlives its session, and would be deleted with it.
    sql`expires_at <= ${kept} and not exists (select from shop.push_subscription p where p.session_id = shop.session.id)`,
  ],
  [sql`shop.live_ticket`, sql`hash`, sql`expires_at <= now()`],
  [sql`shop.password_reset`, sql`hash`, sql`expires_at <= now()`],
  [sql`shop.attempt`, sql`key`, sql`resets_at <= now()`],
];

export class ExpiredRows {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;

  /** `pause_ms`: from the end of one search to the next. The first one begins at once. */
  constructor(db: Database, log: Logger, pause_ms = every_ms) {
    this.#db = db;
    this.#log = log;
    this.#running = this.#run(pause_ms);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(pause_ms: number): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        for (const [table, key, which] of expired)
          while (!signal.aborted && (await this.#deletePortion(table, key, which)) === portion_rows);
      } catch (error) {
        this.#log.warn({ err: error }, "deleting expired rows failed and will be retried");
      }
      await sleep(pause_ms, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Several processes may do this at once: each skips the rows that another one is deleting. */
  async #deletePortion(table: Sql, key: Sql, which: Sql): Promise<number> {
    const { numAffectedRows } = await sql`
      delete from ${table} where ${key} = any (array(
        select ${key} from ${table} where ${which} limit ${portion_rows} for update skip locked))`.execute(
      this.#db,
    );
    return Number(numAffectedRows ?? 0n);
  }
}
