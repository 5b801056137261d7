/**
 * Limits attempts per account, whether it exists or not, and per address. They are counted in Postgres, so that the limits
 * hold across processes, and before the attempt, so that simultaneous attempts count too. Expired counts are deleted on a
 * schedule (api/personal-data/expired-rows.ts).
 */
import { sql } from "kysely";
import type { Context } from "hono";
import {
  type AttemptKind,
  type AttemptLimit,
  attemptLimits,
  type AttemptLimits,
} from "#contract/terms/limits.ts";
import type { Database } from "#ledger/tables/open-reads.ts";
import { minutesText } from "#contract/terms/dates.ts";
import type { ClientAddresses } from "./client-address.ts";
import type { Env } from "./env.ts";
import { ApiError } from "./errors.ts";
import type { Principal } from "./principals.ts";
import { mac, type Secrets } from "./secrets.ts";
import type { SecurityEvent, SecurityEvents } from "./security-events.ts";
import { serverLimits } from "#contract/terms/server-limits.ts";

/** What it takes to count attempts. */
interface Counting {
  db: Database;
  secrets: Secrets;
  security: SecurityEvents;
  addresses: ClientAddresses;
}

/**
 * Counts an attempt. `device`: the known device from which it comes, which has a count of its own. Returns a function that
 * removes it from the count, because a successful attempt was no guess.
 * @throws ApiError 429 after too many attempts
 */
export async function countAttempt(
  shop: Counting,
  c: Context<Env>,
  kind: AttemptKind,
  account: string,
  device?: string,
): Promise<() => Promise<void>> {
  const { pair, address, ...limit }: AttemptLimits = attemptLimits[kind];
  const groups = shop.addresses.of(c);
  const ofAccount = `${kind} account ${account}`;
  const counts: Count[] =
    pair && device !== undefined
      ? [{ ...pair, name: `${ofAccount} device ${device}` }]
      : [
          { ...limit.account, name: ofAccount },
          ...(pair ? [{ ...pair, name: `${ofAccount} address ${groups[0].name}` }] : []),
          ...(address ? groups : []).map(({ name, factor }) => ({
            window_ms: address?.window_ms ?? 0,
            max: (address?.max ?? 0) * factor,
            name: `${kind} address ${name}`,
          })),
        ];
  const counted = counts.map(({ name, ...rest }) => ({ ...rest, key: mac(shop.secrets.attempts, name) }));
  const rows = await count(shop, counted);
  const undo = () =>
    uncount(
      shop,
      counted.map(({ key }) => key),
    );
  const waits = rows.flatMap(({ key, count: tries, wait_s }) =>
    counted.some((one) => one.key.equals(key) && tries > one.max) ? wait_s : [],
  );
  if (waits.length === 0) return undo;
  // Otherwise one address could use up what the whole account may do, although it is refused.
  await undo();
  const user = await accountOf(shop, c, kind, account);
  shop.security.note(c, { kind: "too many attempts", result: "refused", user, detail: kind });
  throw tooMany(Math.max(1, ...waits));
}

/** What names the account, where nobody is signed in. */
const columnOf: Partial<Record<AttemptKind, "phone" | "email">> = {
  login: "phone",
  forget: "email",
  "reset code": "phone",
  "reset codes of a day": "phone",
  reset: "phone",
};

/** The id of the account that was tried; null if there is none. */
async function accountOf(
  shop: Counting,
  c: Context<Env>,
  kind: AttemptKind,
  account: string,
): Promise<string | null> {
  const principal = c.get("principal") as Principal | undefined;
  if (principal) return principal.user;
  const column = columnOf[kind];
  if (column === undefined) return null;
  const row = await shop.db
    .selectFrom("shop.user")
    .select("id")
    .where(column, "=", account)
    .where("deleted", "=", false)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Counts an attempt, unless `work` succeeds: then it was no guess. It does not count either if the password was not looked
 * at, because too many others wait.
 * @throws ApiError 429 after too many attempts; the error of `work`
 */
export async function guarded<T>(
  shop: Counting,
  c: Context<Env>,
  { kind, account, device }: { kind: AttemptKind; account: string; device?: string | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const undo = await countAttempt(shop, c, kind, account, device);
  try {
    const done = await work();
    await undo();
    return done;
  } catch (error) {
    if (error instanceof ApiError && error.answer.code === "busy") await undo();
    throw error;
  }
}

/** Notes why `work` is refused, as a security event. Too many attempts are noted where they are counted. */
export async function notingRefusals<T>(
  shop: Counting,
  c: Context<Env>,
  event: () => Pick<SecurityEvent, "kind" | "user">,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.answer.code !== "too_many_attempts")
      shop.security.note(c, { ...event(), result: "refused", detail: error.answer.code });
    throw error;
  }
}

interface Count extends AttemptLimit {
  name: string;
}

interface Counted {
  key: Buffer;
  count: number;
  /** Seconds until the window ends. */
  wait_s: number;
}

/** Adds to the count of each key. A count restarts when its window is over. */
async function count(
  shop: Counting,
  keys: { key: Buffer; window_ms: number }[],
  added = 1,
): Promise<Counted[]> {
  // Always in the same order, or two requests could deadlock.
  const sorted = keys.toSorted((a, b) => a.key.compare(b.key));
  const { rows } = await sql<Counted>`
    insert into shop.attempt as a (key, count, resets_at)
    select key, ${added}::integer, now() + window_ms * interval '1 millisecond'
    from unnest(${sorted.map(({ key }) => key)}::bytea[], ${sorted.map(({ window_ms }) => window_ms)}::float8[]) as k (key, window_ms)
    on conflict (key) do update set
      count = case when a.resets_at <= now() then excluded.count else a.count + excluded.count end,
      resets_at = case when a.resets_at <= now() then excluded.resets_at else a.resets_at end
    -- Not since now(): this may have waited for a later attempt, whose window would look longer than it is.
    returning key, count, ceil(extract(epoch from resets_at - clock_timestamp()))::integer as wait_s`.execute(
    shop.db,
  );
  return rows;
}

async function uncount(shop: Counting, keys: Buffer[]): Promise<void> {
  for (const key of keys)
    await sql`update shop.attempt set count = count - 1 where key = ${key} and count > 0`.execute(shop.db);
}

function tooMany(wait_s: number): ApiError {
  const message = `Too many attempts. Please try again in ${minutesText(wait_s)}.`;
  return new ApiError("too_many_attempts", message, { transient: true }, wait_s);
}

const remembered_max = 10_000;

/**
 * Limits how often an API key may be used. Remembers keys that are over their limit, and until when: these are refused
 * without asking the database.
 */
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
    if (until_ms > Date.now()) throw tooManyRequests(c, Math.ceil((until_ms - Date.now()) / 1000));
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
    throw tooManyRequests(c, wait_s);
  }

  /** True once in a while for each key: then its use is stored. */
  isWorthNoting(user: string, now_ms: number): boolean {
    if (now_ms - (this.#noted.get(user) ?? 0) < serverLimits.api_key_noted_every_ms) return false;
    if (this.#noted.size >= remembered_max) this.#noted.clear();
    this.#noted.set(user, now_ms);
    return true;
  }
}

function tooManyRequests(c: Context<Env>, wait_s: number): ApiError {
  c.header("retry-after", String(wait_s));
  const message = `Too many requests: an API key may send ${serverLimits.api_key_requests_max} a minute. Please try again in ${wait_s} s.`;
  return new ApiError("too_many_requests", message, { transient: true });
}
