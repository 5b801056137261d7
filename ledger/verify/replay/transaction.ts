/** The transaction of a replay: one snapshot, and the text formats that the ledger expects. */
import type pg from "pg";
import { DatabaseClient } from "../../connect/database-client.ts";

type Isolation = "repeatable read" | "read committed";

/** Commits after `work`; rolls back if it throws. */
export async function inTransaction<T>(
  client: pg.ClientBase,
  isolation: Isolation,
  work: () => Promise<T>,
): Promise<T> {
  await client.query(`begin isolation level ${isolation};
    set local time zone 'UTC'; set local datestyle = 'ISO'; set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0`);
  try {
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** Works on another connection to the same server, which sees what the client's open transaction sees. */
export async function besideSnapshot<T>(
  client: DatabaseClient,
  work: (beside: DatabaseClient) => Promise<T>,
): Promise<T> {
  const { rows } = await client.query<{ snapshot: string }>("select pg_export_snapshot() as snapshot");
  const { host, port, config } = client;
  const beside = new DatabaseClient({ ...config, servers: [{ host, port }] });
  try {
    await beside.connect();
    return await inTransaction(beside, "repeatable read", async () => {
      await beside.query(`set transaction snapshot '${rows[0]?.snapshot}'`);
      return work(beside);
    });
  } finally {
    await beside.end().catch(() => undefined);
  }
}
