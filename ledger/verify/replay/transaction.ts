/** The transaction of a replay: one snapshot, and the text formats that the ledger expects. */
import type pg from "pg";

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
