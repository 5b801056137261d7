/**
 * An agent's API key for buying by program. It is derived from the server's secret and a counter in the database. Replacing
 * the key increments the counter, and nobody can make a key from the database alone.
 */
import { isStepUpOn } from "#ledger/settings/step-up.ts";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { SideWrite } from "#ledger/log/writer.ts";
import { type Level, mayHaveApiKey } from "#contract/terms/statuses.ts";
import type { Door } from "./door.ts";
import { isSame, mac, type Secrets, uuidOf } from "./secrets.ts";

const prefix = "cb_";
const id_bytes = 16;
const mac_bytes = 32;
/** Together they are a multiple of three bytes, so base64url has 64 characters and only one spelling. */
const pattern = /^cb_[\w-]{64}$/;

/** "cb_" and base64url of user ‖ mac(user, counter). */
export function deriveApiKey(secrets: Secrets, user: string, counter: number): string {
  return prefix + Buffer.concat([bytesOf(user), macOf(secrets, user, counter)]).toString("base64url");
}

/** The user that the key claims to belong to; undefined if it is not one of our keys. */
export function claimedOwner(key: string): string | undefined {
  if (!pattern.test(key)) return undefined;
  return uuidOf(Buffer.from(key.slice(prefix.length), "base64url").toString("hex", 0, id_bytes));
}

export function isApiKey(secrets: Secrets, key: string, user: string, counter: number): boolean {
  const given = Buffer.from(key.slice(prefix.length), "base64url").subarray(id_bytes);
  return given.length === mac_bytes && isSame(macOf(secrets, user, counter), given);
}

/** The key as a session shows it to its user; empty if their level has none. */
export async function shownApiKey(
  db: Database,
  secrets: Secrets,
  { user, level }: { user: string; level: Level },
): Promise<string> {
  if (!mayHaveApiKey(level)) return "";
  return deriveApiKey(secrets, user, (await readApiKey(db, user)).counter);
}

/** The key for an answer to a call that proved neither password nor code: empty if the shop turned step-up on. */
export async function keyWithoutProof({ db }: Door, key: string): Promise<string> {
  return key !== "" && (await isStepUpOn(db)) ? "" : key;
}

export interface ApiKeyRow {
  counter: number;
  created_at: string | null;
  last_used_at: string | null;
  /** Until when the key before this one still works. */
  previous_until: string | null;
}

export async function readApiKey(db: Database, user: string): Promise<ApiKeyRow> {
  const row = await db
    .selectFrom("shop.api_key")
    .select(["counter", "created_at", "last_used_at", "previous_until"])
    .where("user_id", "=", user)
    .executeTakeFirst();
  return row ?? { counter: 0, created_at: null, last_used_at: null, previous_until: null };
}

/** The write that belongs to the event of replacing a key. `overlap_ms`: how long the present one still works. */
export function replaceApiKeyWrite(user: string, overlap_ms = 0): SideWrite {
  return {
    text: `insert into shop.api_key as k (user_id, counter, previous_until) values ($1, 1, ${previousUntil})
           on conflict (user_id) do update set counter = k.counter + 1, created_at = now(), last_used_at = null,
             previous_until = ${previousUntil}`,
    values: [user, overlap_ms],
  };
}

const previousUntil = "case when $2 > 0 then now() + $2 * interval '1 millisecond' end";

/** Stores when the key was last used. */
export async function noteApiKeyUse(db: Database, user: string, now_ms: number): Promise<void> {
  const last_used_at = new Date(now_ms).toISOString();
  await db
    .insertInto("shop.api_key")
    .values({ user_id: user, last_used_at })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ last_used_at }))
    .execute();
}

function bytesOf(user: string): Buffer {
  return Buffer.from(user.replaceAll("-", ""), "hex");
}

function macOf(secrets: Secrets, user: string, counter: number): Buffer {
  return mac(secrets.apiKey, `${user} ${counter}`);
}
