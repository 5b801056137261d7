/** Deletes rows that have expired: sessions, tickets, reset links, codes, counts of attempts and security events. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { limits } from "#ledger/terms/limits.ts";

const every_ms = 10 * 60_000;
/** Few enough that nothing waits long for their locks. */
const portion_rows = 500;

/** The table, its key, and which rows have expired. */
const expired = [
  {
    table: "shop.session",
    key: "id",
    // A browser that gets push notifications outlives its session, and would be deleted with it.
    which: `expires_at <= now() - interval '${limits.session_kept_ms} milliseconds'
      and not exists (select from shop.push_subscription p where p.session_id = shop.session.id)`,
  },
  { table: "shop.live_ticket", key: "hash", which: "expires_at <= now()" },
  { table: "shop.password_reset", key: "hash", which: "expires_at <= now()" },
  { table: "shop.proof_code", key: "hash", which: "expires_at <= now()" },
  // A user who was to be told and was not, because no process could.
  {
    table: "shop.notice",
    key: "id",
    which: `at <= now() - interval '${limits.message_age_ms_max} milliseconds'`,
  },
  { table: "shop.attempt", key: "key", which: "resets_at <= now()" },
  {
    table: "shop.security_event",
    key: "id",
    which: `at <= now() - interval '${limits.security_event_kept_ms} milliseconds'`,
  },
];

export class ExpiredRows {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;

  /** `pause_ms`: from the end of one search to the next. The first one begins at once. */
  constructor(pool: Pool, log: Logger, pause_ms = every_ms) {
    this.#pool = pool;
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
        for (const kind of expired)
          while (!signal.aborted && (await this.#deletePortion(kind)) === portion_rows);
      } catch (error) {
        this.#log.warn({ err: error }, "deleting expired rows failed and will be retried");
      }
      await sleep(pause_ms, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Several processes may do this at once: each skips the rows that another one is deleting. */
  async #deletePortion({ table, key, which }: (typeof expired)[number]): Promise<number> {
    const { rowCount } = await this.#pool.query(
      `delete from ${table} where ${key} = any (array(
         select ${key} from ${table} where ${which} limit ${portion_rows} for update skip locked))`,
    );
    return rowCount ?? 0;
  }
}
