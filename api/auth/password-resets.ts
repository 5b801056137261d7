/** Links that set a new password: random, stored as a hash, valid for half an hour and one use. */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { SideWrite } from "#ledger/log/writer.ts";
import { serverLimits } from "#contract/terms/server-limits.ts";
import { passwordWrite } from "../serve/noting.ts";
import { hashToken } from "../serve/secrets.ts";
import { resetChannels } from "./proofs.ts";

/** 256 bits, base64url. */
export const tokenPattern = /^[\w-]{43}$/;

/** A token for the user with this address; undefined if there is none, or if they are deleted. */
export async function issueReset(db: Database, email: string): Promise<string | undefined> {
  const found = await findPerson(db, "email", email);
  if (!found) return undefined;
  const token = randomBytes(32).toString("base64url");
  const now_ms = Date.now();
  await db
    .deleteFrom("shop.password_reset")
    .where("expires_at", "<", new Date(now_ms).toISOString())
    .execute();
  await db
    .insertInto("shop.password_reset")
    .values({
      hash: hashToken(token),
      user_id: found.id,
      expires_at: new Date(now_ms + serverLimits.password_reset_ms).toISOString(),
    })
    .execute();
  return token;
}

/** Undefined if nobody has it, or if they are deleted. */
export function findPerson(db: Database, by: "id" | "phone" | "email", value: string) {
  return db
    .selectFrom("shop.user as u")
    .innerJoin("ledger.account as a", "a.user_id", "u.id")
    .select(["u.id", "u.username", "u.phone", "u.email"])
    .where(`u.${by}`, "=", value)
    .where("u.deleted", "=", false)
    .where("a.deleted", "=", false)
    .executeTakeFirst();
}

export interface ResetLink {
  user: string;
  /** Nobody has proved the address that it went to. The holder of a mistyped one does not know the phone number. */
  needsPhone: boolean;
  isUsed: boolean;
}

/** Undefined if it does not exist, has expired, or somebody has entered too many wrong phone numbers with it. */
export async function findReset(db: Database, token: string): Promise<ResetLink | undefined> {
  const row = await db
    .selectFrom("shop.password_reset as r")
    .innerJoin("shop.user as u", "u.id", "r.user_id")
    .innerJoin("ledger.account as a", "a.user_id", "r.user_id")
    .select(["r.user_id", "r.used_at", "u.email_proved_at"])
    .where("r.hash", "=", hashToken(token))
    .where("r.expires_at", ">", new Date().toISOString())
    .where("r.wrong_phones", "<", serverLimits.reset_phones_max)
    .where("a.deleted", "=", false)
    .executeTakeFirst();
  if (!row) return undefined;
  return { user: row.user_id, needsPhone: row.email_proved_at === null, isUsed: row.used_at !== null };
}

/**
 * Whether this is the phone number of the link's user; undefined if the link has stopped working. One statement compares
 * and counts, so that simultaneous attempts count too.
 */
export async function checkResetPhone(
  db: Database,
  token: string,
  phone: string,
): Promise<boolean | undefined> {
  const { rows } = await sql<{ matches: boolean }>`
    update shop.password_reset r set wrong_phones = wrong_phones + (u.phone <> ${phone})::integer
    from shop."user" u
    where u.id = r.user_id and r.hash = ${hashToken(token)} and r.wrong_phones < ${serverLimits.reset_phones_max}
    returning u.phone = ${phone} as matches`.execute(db);
  return rows[0]?.matches;
}

/**
 * The writes that belong to the event that ends the user's sessions: they set the new password, tell of it if `isTold`, and
 * end the user's other ways to a new one.
 */
export function newPasswordWrites(
  user: string,
  hashed: string,
  { token, isTold }: { token?: string; isTold: boolean },
): SideWrite[] {
  return [
    passwordWrite(user, hashed, isTold),
    ...(token === undefined ? [] : usedLinkWrites(user, token)),
    ...endResetsWrites(user),
  ];
}

/** End the user's links and codes for a new password. A used link is kept, because a retry must find it. */
export function endResetsWrites(user: string): SideWrite[] {
  return [
    { text: "delete from shop.password_reset where user_id = $1 and used_at is null", values: [user] },
    {
      text: "delete from shop.proof_code where user_id = $1 and channel = any ($2)",
      values: [user, resetChannels],
    },
  ];
}

/** Whoever used a link reads the mail that goes to the address, so they have proved it. */
function usedLinkWrites(user: string, token: string): SideWrite[] {
  return [
    {
      text: `update shop."user" set email_proved_at = now() where id = $1 and email_proved_at is null`,
      values: [user],
    },
    {
      text: "update shop.password_reset set used_at = now() where user_id = $1 and hash = $2",
      values: [user, hashToken(token)],
    },
  ];
}
