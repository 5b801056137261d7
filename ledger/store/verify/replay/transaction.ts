/** How a replay reads: one snapshot for all of it, and the text forms that the ledger's types have. */
import type pg from "pg";

type Isolation = "repeatable read" | "read committed";

/** Commits what `work` did; takes it back where it throws. */
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
