/** The read side's query builder over the pool. */
import { Kysely, PostgresDialect } from "kysely";
import type { Pool } from "pg";
import type { DB } from "../database.ts";

export type Database = Kysely<DB>;

export function openReads(pool: Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}
