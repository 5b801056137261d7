/** Lets the auditor begin again: deletes what it verified, keeps the daily heads and the verifications. */
import type pg from "pg";
import { genesis } from "../../log/hash.ts";
import { emptyHouses, firstSettings, type Projection, projections } from "../replay/shadow.ts";
import { inTransaction } from "../replay/transaction.ts";
import { auditor_lock } from "./auditor.ts";

/** Returns false if an auditor is running. The client comes from connect.ts. */
export function forgetVerified(client: pg.ClientBase): Promise<boolean> {
  return inTransaction(client, "read committed", async () => {
    const { rows } = await client.query<{ free: boolean }>("select pg_try_advisory_xact_lock($1) as free", [
      auditor_lock,
    ]);
    if (!rows[0]?.free) return false;
    const twins = (Object.keys(projections) as Projection[]).filter((name) => name !== "command");
    const sums = ["log_block", "amount", "alone_day", "topup_day"];
    const tables = ["tree_block", "tree_wallet", "books", ...sums, ...twins];
    await client.query(`truncate ${tables.map((table) => `audit."${table}"`).join(", ")};
      insert into audit.house_account ${emptyHouses};
      insert into audit.settings ${firstSettings};
      update audit.days_counted set position = 0`);
    await client.query(
      `update audit.state set position = 0, hash = $1, recorded_at = '1970-01-01T00:00:00Z', orders_placed = 0,
         commands = 0, commands_sum = 0, acts = 0`,
      [genesis],
    );
    return true;
  });
}
