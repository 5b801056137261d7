/** Links that set a new password: random, stored as a hash, valid for half an hour and one use. */
import { createHash, randomBytes } from "node:crypto";
import type { Database } from "#ledger/store/read/database.ts";
import type { SideWrite } from "#ledger/store/write/writer.ts";
import { serverLimits } from "#ledger/terms/server-limits.ts";
import { passwordWrite } from "../messages/notices.ts";

/** 256 bits, base64url. */
export const tokenPattern = /^[\w-]{43}$/;

/** A token for the user with this address; undefined if there is none, or if they are deleted. */
export async function issueReset(db: Database, email: string): Promise<string | undefined> {
  const found = await userOfAddress(db, email);
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

/**
 * Whether a link may be sent to this address: its user has proved it. Otherwise it may be a typing error, and then somebody
 * else would get the account. Users who registered before addresses could be proved get links until they prove theirs,
 * except for admins, who have the command line.
 */
export async function mayReset(db: Database, email: string): Promise<boolean> {
  const found = await userOfAddress(db, email);
  if (!found) return false;
  return found.email_proved_at !== null || (found.may_reset_unproved && found.level !== "Admin");
}

/** Undefined if nobody has this address, or if they are deleted. */
export function userOfAddress(db: Database, email: string) {
  return db
    .selectFrom("shop.user as u")
    .innerJoin("ledger.account as a", "a.user_id", "u.id")
    .select(["u.id", "u.email_proved_at", "u.may_reset_unproved", "a.level"])
    .where("u.email", "=", email)
    .where("u.deleted", "=", false)
    .where("a.deleted", "=", false)
    .executeTakeFirst();
}

/** The user whose password this token may set, or has already set. */
export async function findReset(db: Database, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("shop.password_reset as r")
    .innerJoin("ledger.account as a", "a.user_id", "r.user_id")
    .select("r.user_id")
    .where("r.hash", "=", hashToken(token))
    .where("r.expires_at", ">", new Date().toISOString())
    .where("a.deleted", "=", false)
    .executeTakeFirst();
  return row?.user_id;
}

/**
 * The writes that belong to the event that ends the user's sessions: they set the new password, tell of it if `isTold`, and
 * delete the user's links. The link that was used, if any, is kept, because a retry must find it.
 */
export function newPasswordWrites(
  user: string,
  hashed: string,
  { token, isTold }: { token?: string; isTold: boolean },
): SideWrite[] {
  return [
    passwordWrite(user, hashed, isTold),
    ...(token === undefined ? [] : [proofByLinkWrite(user)]),
    {
      text: "delete from shop.password_reset where user_id = $1 and ($2::bytea is null or hash <> $2)",
      values: [user, token === undefined ? null : hashToken(token)],
    },
  ];
}

/** Whoever used a link reads the mail that goes there. */
function proofByLinkWrite(user: string): SideWrite {
  return {
    text: `update shop."user" set email_proved_at = now()
           where id = $1 and email_proved_at is null and may_reset_unproved`,
    values: [user],
  };
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
