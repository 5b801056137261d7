/** Passwords that were hashed by the shop from which their users came. */
import { sql } from "kysely";
import type { Database } from "#ledger/tables/open-reads.ts";
import { hashPassword, isPassword, ownHashStart } from "./passwords.ts";

/** The order makes the planner take the index user_foreign_hash: it cannot know that no user may match. */
export const foreignHashQuery = sql<{ password_hash: string }>`
  select password_hash from shop."user"
  where not deleted and password_hash <> '' and not starts_with(password_hash, ${sql.lit(ownHashStart)})
  order by id limit 1`;

/** Any hash of another shop that is still in use; undefined if there is none. */
export async function foreignHash(db: Database): Promise<string | undefined> {
  const { rows } = await foreignHashQuery.execute(db);
  return rows[0]?.password_hash;
}

/**
 * Puts the shop's own hash of the password, which was just verified, in the place of the other shop's.
 * @returns the hash that the user has now, or the old one if the password was changed meanwhile
 * @throws ApiError 503 if too many passwords are waiting
 */
export async function replaceForeignHash(
  db: Database,
  { id, password_hash }: { id: string; password_hash: string },
  password: string,
): Promise<string> {
  const own = await hashPassword(password);
  const replaced = await db
    .updateTable("shop.user")
    .set({ password_hash: own })
    .where("id", "=", id)
    .where("password_hash", "=", password_hash)
    .returning("id")
    .executeTakeFirst();
  if (replaced) return own;
  const { password_hash: present } = await db
    .selectFrom("shop.user")
    .select("password_hash")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  // Another login may have replaced it just now.
  return (await isPassword(password, present)) ? present : password_hash;
}
