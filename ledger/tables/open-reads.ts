/** The read side's query builder over the pool. */
import { Kysely, PostgresDialect } from "kysely";
import type { Pool } from "pg";
import type { DB } from "./database.ts";

export type Database = Kysely<DB>;

export function openReads(pool: Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/** All that `read` asks sees the database as it was at one moment. */
export function inSnapshot<T>(db: Database, read: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read);
}
