import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tools/testing/database.ts";
import { connectionConfig, createPool } from "./connect.ts";

let database: TestDatabase;

/** As on a machine outside Ghana. */
beforeAll(async () => {
  database = await createTestDatabase();
  const owner = new pg.Client(connectionConfig(database.ownerUrl, "test"));
  await owner.connect();
  const { rows } = await owner.query<{ name: string }>("select current_database() as name");
  await owner.query(`alter database ${rows[0]?.name ?? ""} set timezone = 'America/New_York'`);
  await owner.end();
});
afterAll(() => database.drop());

test("reads times in UTC, whatever the server's time zone", async () => {
  for (const url of [database.apiUrl, database.ownerUrl]) {
    const pool = createPool(url, 1);
    const { rows } = await pool.query("select '2026-07-01 12:00+00'::timestamptz as at");
    await pool.end();
    expect(rows).toEqual([{ at: "2026-07-01T12:00:00.000000Z" }]);
  }
});

test("a user with the name of a schema uses the same schema as everybody else", async () => {
  const owner = new pg.Client(connectionConfig(database.ownerUrl, "test"));
  await owner.connect();
  await owner.query("begin; create role audit superuser; set session authorization audit");
  const { rows } = await owner.query("select current_schema as schema");
  // Roles belong to the whole server, and no other test uses this one.
  await owner.query("rollback");
  await owner.end();
  expect(rows).toEqual([{ schema: "public" }]);
});
