import pg from "pg";
import { createClient } from "#ledger/connect/connect.ts";
import { oneServerUrl } from "#ledger/connect/database-url.ts";

/**
 * Has PostgreSQL check this login's password with one round of its hash, as PostgreSQL 16 or later can. The usual 4,096 rounds
 * cost each connection 2 ms of CPU, and the tests connect some 8,000 times.
 */
export async function makeLoginCheap(ownerUrl: string, loginUrl: string): Promise<void> {
  const { username, password } = new URL(oneServerUrl(loginUrl));
  const owner = createClient(ownerUrl, "tests");
  await owner.connect();
  try {
    const { rowCount } = await owner.query(
      "select set_config(name, '1', false) from pg_settings where name = 'scram_iterations'",
    );
    if (rowCount === 0) return;
    const [login, text] = [decodeURIComponent(username), decodeURIComponent(password)];
    await owner.query(`alter role ${pg.escapeIdentifier(login)} password ${pg.escapeLiteral(text)}`);
  } finally {
    await owner.end();
  }
}
