/** The read side's query builder over the pool. */
import { Kysely, PostgresDialect, sql, type PostgresPoolClient } from "kysely";
import type { Pool, PoolClient } from "pg";
import { preparedName } from "../connect/prepared-name.ts";
import type { DB } from "./database.ts";

export type Database = Kysely<DB>;

export function openReads(pool: Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * For what each request or payment asks: PostgreSQL parses such a statement once for each session, and soon plans it no more,
 * which takes longer than the statement itself. Not for lists, whose best plan depends on what is searched for.
 */
export function openPrepared(pool: Pool): Database {
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  const connect = async () => {
    const client = await pool.connect();
    let preparing = clients.get(client);
    if (!preparing) clients.set(client, (preparing = preparingClient(client)));
    return preparing;
  };
  const { options } = pool;
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect, options, end: () => pool.end() } }),
  });
}

function preparingClient(client: PoolClient): PostgresPoolClient {
  const query = async (text: string, values: readonly unknown[]) => {
    const name = isTransactional.test(text) ? undefined : preparedName(text);
    return client.query({ text, values: [...values], ...(name !== undefined && { name }) });
  };
  return {
    query: query as unknown as PostgresPoolClient["query"],
    release: (isBroken) => client.release(isBroken),
  };
}

const isTransactional = /^(begin|start transaction|commit|rollback)/;

/**
 * Any of these. PostgreSQL does not see how many they are when it plans, so a prepared statement keeps its plan; with the list
 * itself it would make another one each time.
 */
export const anyOf = <Id extends number | string>(ids: Id[], type: "bigint" | "uuid") =>
  sql<Id>`any(array(select unnest(${ids}::${sql.raw(type)}[])))`;

/** All that `read` asks sees the database as it was at one moment. */
export function inSnapshot<T>(db: Database, read: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read);
}
