/**
 * Limits attempts per account, whether it exists or not, and per address. They are counted in Postgres, so that the limits
 * hold across processes, and before the attempt, so that simultaneous attempts count too.
 */
import { sql } from "kysely";
import type { Context } from "hono";
import { attemptLimits, type AttemptKind } from "#ledger/terms/limits.ts";
import type { Env, Shop } from "../context.ts";
import { ApiError } from "../http/errors.ts";
import { mac } from "./secrets.ts";
import { clientAddress } from "./client-address.ts";

/**
 * Counts an attempt. Returns a function that removes it from the count, because a successful attempt was no guess.
 * @throws ApiError 429 after too many attempts
 */
export async function countAttempt(
  shop: Shop,
  c: Context<Env>,
  kind: AttemptKind,
  account: string,
): Promise<() => Promise<void>> {
  const limit = attemptLimits[kind];
  const address = clientAddress(c, shop.proxies);
  const counted = [
    { key: keyOf(shop, `${kind} account ${account}`), max: limit.account },
    ...(address === undefined
      ? []
      : [{ key: keyOf(shop, `${kind} address ${address}`), max: limit.address }]),
  ];
  const keys = counted.map(({ key }) => key);
  const rows = await count(shop, keys, limit.window_ms);
  const waits = rows.flatMap(({ key, count: tries, wait_s }) =>
    counted.some((one) => one.key.equals(key) && tries > one.max) ? wait_s : [],
  );
  if (waits.length > 0) throw tooMany(c, Math.max(1, ...waits));
  return () => uncount(shop, keys);
}

function keyOf(shop: Shop, text: string): Buffer {
  return mac(shop.secrets.attempts, text);
}

interface Counted {
  key: Buffer;
  count: number;
  /** Seconds until the window ends. */
  wait_s: number;
}

/** Adds to the count of each key. The count restarts when its window is over. */
export async function count(shop: Shop, keys: Buffer[], window_ms: number, added = 1): Promise<Counted[]> {
  // Always in the same order, or two requests could deadlock.
  const sorted = keys.toSorted((a, b) => a.compare(b));
  const { rows } = await sql<Counted>`
    insert into shop.attempt as a (key, count, resets_at)
    select key, ${added}::integer, now() + ${window_ms}::float8 * interval '1 millisecond' from unnest(${sorted}::bytea[]) as key
    on conflict (key) do update set
      count = case when a.resets_at <= now() then excluded.count else a.count + excluded.count end,
      resets_at = case when a.resets_at <= now() then excluded.resets_at else a.resets_at end
    returning key, count, ceil(extract(epoch from resets_at - now()))::integer as wait_s`.execute(shop.db);
  // The first attempt of a window also deletes expired rows.
  if (rows.some((row) => row.count === added))
    await sql`delete from shop.attempt where key in (
      select key from shop.attempt where resets_at <= now() limit 100 for update skip locked)`.execute(
      shop.db,
    );
  return rows;
}

async function uncount(shop: Shop, keys: Buffer[]): Promise<void> {
  for (const key of keys)
    await sql`update shop.attempt set count = count - 1 where key = ${key} and count > 0`.execute(shop.db);
}

function tooMany(c: Context<Env>, wait_s: number): ApiError {
  c.header("retry-after", String(wait_s));
  const minutes = Math.ceil(wait_s / 60);
  const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
  return new ApiError("too_many_attempts", `Too many attempts. Please try again in ${wait}.`, {
    transient: true,
  });
}
