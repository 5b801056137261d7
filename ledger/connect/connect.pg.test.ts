import { beforeAll, expect, test } from "vitest";
import { openTestLedger } from "#tools/testing/test-ledger.ts";
import { createPool } from "./connect.ts";

const ledger = openTestLedger();

/** As on a machine outside Ghana. */
beforeAll(async () => {
  const { rows } = await ledger.owner.query<{ name: string }>("select current_database() as name");
  await ledger.owner.query(`alter database ${rows[0]?.name ?? ""} set timezone = 'America/New_York'`);
});

test("reads times in UTC, whatever the server's time zone", async () => {
  for (const url of [ledger.database.apiUrl, ledger.database.ownerUrl]) {
    const pool = createPool(url, 1);
    const { rows } = await pool.query("select '2026-07-01 12:00+00'::timestamptz as at");
    await pool.end();
    expect(rows).toEqual([{ at: "2026-07-01T12:00:00.000000Z" }]);
  }
});

test("a user with the name of a schema uses the same schema as everybody else", async () => {
  await ledger.owner.query("begin; create role audit superuser; set session authorization audit");
  const { rows } = await ledger.owner.query("select current_schema as schema");
  // Roles belong to the whole server, and no other test uses this one.
  await ledger.owner.query("rollback");
  expect(rows).toEqual([{ schema: "public" }]);
});
