/** Users: the account and wallet that follow from the log, with the person beside it. */
import type { AccountStatus, Level } from "#contract/terms/statuses.ts";
import { userStream } from "#contract/terms/streams.ts";
import { sql } from "kysely";
import { anyOf, type Database } from "../tables/open-reads.ts";
import { all, any, countRows, type Equal, equal, onDays, searchFor } from "../tables/search.ts";

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
  registered_at: string;
  balance: number;
  account_position: number;
  /** The newer of account and wallet. */
  position: number;
}

/** What a list of users can be filtered by, and the column that has it. */
const userFilters = { user: sql`a.user_id`, userLevel: sql`a.level`, status: sql`a.status` };

export interface UserFilter extends Equal<typeof userFilters> {
  /** A substring of username, phone or email. */
  search?: string | undefined;
  /** The first and the last day of registration (UTC), "2026-11-21". */
  from?: string | undefined;
  to?: string | undefined;
}

/** A place in the list: the moment of registration, and the id among those of one moment. */
export interface UserCursor {
  registered_at: string;
  id: string;
}

/** Everybody who is not deleted, newest first. */
export async function listUsers(
  db: Database,
  filter: UserFilter,
  { cursor, limit }: { cursor?: UserCursor | undefined; limit: number },
): Promise<UserView[]> {
  let query = users(db)
    .where(conditions(filter))
    .orderBy("a.registered_at", "desc")
    .orderBy("a.user_id", "desc")
    .limit(limit);
  if (cursor) {
    const { registered_at, id } = cursor;
    query = query.where(
      sql<boolean>`(a.registered_at, a.user_id) < (${registered_at}::timestamptz, ${id}::uuid)`,
    );
  }
  return await query.execute();
}

/** Exact: users are some ten thousands. */
export function countUsers(db: Database, filter: UserFilter): Promise<number> {
  const people = isBlank(filter.search) ? sql`` : sql`join shop."user" u on u.id = a.user_id`;
  return countRows(db, sql`ledger.account a ${people} where ${conditions(filter)}`);
}

function isBlank(search: string | undefined): boolean {
  return search === undefined || search.trim() === "";
}

function conditions({ from, to, search = "", ...filter }: UserFilter) {
  const { pattern, name, number } = searchFor(search);
  const fields = [sql`u.username ilike ${name}`, sql`u.email ilike ${pattern}`];
  if (number !== undefined) fields.push(sql`u.phone like ${number}`);
  return sql<boolean>`${all([
    sql`not a.deleted`,
    ...equal(userFilters, filter),
    ...onDays(sql`a.registered_at`, { from, to }),
    ...(isBlank(search) ? [] : [any(fields)]),
  ])}`;
}

export async function usersById(db: Database, ids: string[]): Promise<UserView[]> {
  if (ids.length === 0) return [];
  return await users(db).where("a.user_id", "=", anyOf(ids, "uuid")).execute();
}

export interface AccountView {
  view: UserView;
  key_used_at: string | null;
  phone_proved_at: string | null;
  email_proved_at: string | null;
  deleted_at: string | null;
  /** When the personal data of the deleted user was erased. */
  erased_at: string | null;
  sessions: SessionView[];
}

/** As the wire carries it. */
export interface SessionView {
  _id: string;
  device: string;
  createdAt: string;
  /** When its tokens were last renewed: a device in use does so every 15 minutes. */
  lastSeenAt: string;
  expiresAt: string;
}

/** The newest first. */
export function openSessions(db: Database, user: string): Promise<SessionView[]> {
  return db
    .selectFrom("shop.session")
    .select([
      "id as _id",
      "device",
      "created_at as createdAt",
      "rotated_at as lastSeenAt",
      "expires_at as expiresAt",
    ])
    .where("user_id", "=", user)
    .where("ended_at", "is", null)
    .where("expires_at", ">", sql<string>`now()`)
    .orderBy("created_at", "desc")
    .execute();
}

/** A user, deleted or not, with the sessions that are open. */
export async function readAccount(db: Database, user: string): Promise<AccountView | undefined> {
  const [row, sessions] = await Promise.all([
    users(db)
      .leftJoin("shop.api_key as k", "k.user_id", "a.user_id")
      .select((eb) => [
        "k.last_used_at as key_used_at",
        "u.phone_proved_at",
        "u.email_proved_at",
        "u.erased_at",
        eb
          .selectFrom("ledger.event as e")
          .select("e.recorded_at")
          .where("e.stream", "=", userStream(user))
          .where("e.type", "=", "user_deleted")
          .as("deleted_at"),
      ])
      .where("a.user_id", "=", user)
      .executeTakeFirst(),
    openSessions(db, user),
  ]);
  if (!row) return undefined;
  const { key_used_at, phone_proved_at, email_proved_at, deleted_at, erased_at, ...view } = row;
  return { view, key_used_at, phone_proved_at, email_proved_at, deleted_at, erased_at, sessions };
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
      "a.registered_at",
      "w.balance",
      "a.position as account_position",
      sql<number>`greatest(a.position, w.position)`.as("position"),
    ]);
}
