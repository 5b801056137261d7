/** Links that set a new password: random, stored as a hash, valid for half an hour and one use. */
import { createHash, randomBytes } from "node:crypto";
import type { Database } from "#ledger/store/read/database.ts";
import type { SideWrite } from "#ledger/store/write/writer.ts";
import { limits } from "#ledger/terms/limits.ts";

/** 256 bits, base64url. */
export const tokenPattern = /^[\w-]{43}$/;

/** A token for the user with this address; undefined if there is none, or if they are deleted. */
export async function issueReset(db: Database, email: string): Promise<string | undefined> {
  const found = await db
    .selectFrom("shop.user as u")
    .innerJoin("ledger.account as a", "a.user_id", "u.id")
    .select("u.id")
    .where("u.email", "=", email)
    .where("u.deleted", "=", false)
    .where("a.deleted", "=", false)
    .executeTakeFirst();
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
      expires_at: new Date(now_ms + limits.password_reset_ms).toISOString(),
    })
    .execute();
  return token;
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
 * The writes that belong to the event that ends the user's sessions: they set the new password and delete the user's
 * links. The link that was used, if any, is kept, because a retry must find it.
 */
export function newPasswordWrites(user: string, hashed: string, token?: string): SideWrite[] {
  return [
    { text: `update shop."user" set password_hash = $2 where id = $1`, values: [user, hashed] },
    {
      text: "delete from shop.password_reset where user_id = $1 and ($2::bytea is null or hash <> $2)",
      values: [user, token === undefined ? null : hashToken(token)],
    },
  ];
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
