/** Users: the account and wallet that follow from the log, with the person beside it. */
import type { AccountStatus, Level } from "#ledger/terms/statuses.ts";
import { sql } from "kysely";
import type { Database } from "./database.ts";

export interface UserView {
  id: string;
  username: string;
  phone: string;
  email: string;
  first_name: string;
  last_name: string;
  level: Level;
  status: AccountStatus;
  deleted: boolean;
  balance: number;
  /** The newer of account and wallet. */
  position: number;
}

/** Everybody who is not deleted, newest first. */
export async function listUsers(db: Database): Promise<UserView[]> {
  const rows = await users(db).where("a.deleted", "=", false).orderBy("a.registered_at", "desc").execute();
  return rows as UserView[];
}

export async function usersById(db: Database, ids: string[]): Promise<UserView[]> {
  if (ids.length === 0) return [];
  return (await users(db).where("a.user_id", "in", ids).execute()) as UserView[];
}

/** Whose account or wallet changed after a position. */
export async function usersChangedSince(db: Database, position: number, limit: number): Promise<UserView[]> {
  const rows = await users(db)
    .where((eb) => eb.or([eb("a.position", ">", position), eb("w.position", ">", position)]))
    .limit(limit)
    .execute();
  return rows as UserView[];
}

function users(db: Database) {
  return db
    .selectFrom("ledger.account as a")
    .innerJoin("ledger.wallet as w", "w.user_id", "a.user_id")
    .innerJoin("shop.user as u", "u.id", "a.user_id")
    .select([
      "a.user_id as id",
      "u.username",
      "u.phone",
      "u.email",
      "u.first_name",
      "u.last_name",
      "a.level",
      "a.status",
      "a.deleted",
      "w.balance",
      sql<number>`greatest(a.position, w.position)`.as("position"),
    ]);
}
