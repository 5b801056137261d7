import { sql } from "kysely";
import type { Pool } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tools/testing/database.ts";
import { createPool } from "../connect/connect.ts";
import { anyOf, type Database, openPrepared } from "./open-reads.ts";

let database: TestDatabase;
let pool: Pool;
let db: Database;

beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool(database.ownerUrl, 1);
  db = openPrepared(pool);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

const prepared = async () =>
  (await pool.query<{ statement: string }>("select statement from pg_prepared_statements")).rows;

test("a session prepares a statement once, also in transactions", async () => {
  const wallets = (tx: Database) =>
    tx.selectFrom("ledger.wallet").select("balance").where("version", ">", 7).execute();
  await wallets(db);
  await wallets(db);
  await db.transaction().execute(wallets);
  expect(await prepared()).toEqual([
    { statement: `select "balance" from "ledger"."wallet" where "version" > $1` },
  ]);
});

test("a list of ids is planned once, however long it is", async () => {
  const orders = (ids: number[]) =>
    db.selectFrom("ledger.order").select("amount").where("id", "=", anyOf(ids, "bigint")).execute();
  for (let count = 1; count <= 12; count++) await orders(Array.from({ length: count }, (_, index) => index));
  const { rows } = await pool.query("select generic_plans, custom_plans from pg_prepared_statements");
  // PostgreSQL compares the first five plans with one for all.
  expect(rows).toEqual([{ generic_plans: 7, custom_plans: 5 }]);
});

test("what reads all columns still works when a migration has added one", async () => {
  const all = () => sql<object>`select * from ledger.house_account where position >= ${0}`.execute(db);
  await all();
  await pool.query("alter table ledger.house_account add column colour text");
  expect((await all()).rows[0]).toHaveProperty("colour");
  expect(await prepared()).toEqual([]);
});

test("a statement that fails is prepared and works again", async () => {
  const divide = (by: number) => sql`select 1 / ${by}::int as part`.execute(db);
  await expect(divide(0)).rejects.toThrow("division by zero");
  expect((await divide(1)).rows).toEqual([{ part: 1 }]);
});
