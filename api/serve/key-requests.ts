/**
 * Limits how often an API key may be used. Counted in Postgres for all processes, in an unlogged table, which needs no
 * sync.
 */
import type { Context } from "hono";
import { serverLimits } from "#contract/terms/server-limits.ts";
import type { Env } from "./env.ts";
import { ApiError } from "./errors.ts";
import { mac } from "./secrets.ts";
import { count, type Counting } from "./attempts.ts";

const remembered_max = 10_000;

/** Keys that are over their limit, and until when. These are refused without asking the database. */
export class KeyRequests {
  readonly #over = new Map<string, number>();
  readonly #noted = new Map<string, number>();

  /** @throws ApiError 429 if the key was used too often in this minute */
  async count(
    shop: Counting,
    c: Context<Env>,
    { user, keyCounter, added = 1 }: { user: string; keyCounter: number; added?: number },
  ): Promise<void> {
    const name = `api key ${user} ${keyCounter}`;
    const until_ms = this.#over.get(name) ?? 0;
    if (until_ms > Date.now()) throw tooMany(c, Math.ceil((until_ms - Date.now()) / 1000));
    this.#over.delete(name);
    const [row] = await count(
      shop,
      [{ key: mac(shop.secrets.attempts, name), window_ms: serverLimits.api_key_window_ms }],
      added,
    );
    if (!row || row.count <= serverLimits.api_key_requests_max) return;
    const wait_s = Math.max(1, row.wait_s);
    if (this.#over.size >= remembered_max) this.#over.clear();
    this.#over.set(name, Date.now() + wait_s * 1000);
    throw tooMany(c, wait_s);
  }

  /** True once in a while for each key: then its use is stored. */
  isWorthNoting(user: string, now_ms: number): boolean {
    if (now_ms - (this.#noted.get(user) ?? 0) < serverLimits.api_key_noted_every_ms) return false;
    if (this.#noted.size >= remembered_max) this.#noted.clear();
    this.#noted.set(user, now_ms);
    return true;
  }
}

function tooMany(c: Context<Env>, wait_s: number): ApiError {
  c.header("retry-after", String(wait_s));
  const message = `Too many requests: an API key may send ${serverLimits.api_key_requests_max} a minute. Please try again in ${wait_s} s.`;
  return new ApiError("too_many_requests", message, { transient: true });
}
