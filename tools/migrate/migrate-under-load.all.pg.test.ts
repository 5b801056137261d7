/** Migrations while the shop goes on serving. */
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tools/testing/database.ts";
import { migrate, readMigrations } from "./migrate.ts";

const both = "alter table ledger.product add column x int; alter table ledger.event add column y int";
let database: TestDatabase;
let folder: string;
let owner: pg.Client;

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "cedibook-migrations-"));
  await cp(join(import.meta.dirname, "../../migrations"), folder, { recursive: true });
  owner = await connect();
});

afterEach(async () => {
  await owner.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  return client;
}

/** Starts a migration with this SQL, and returns when it waits for a table. */
async function beginMigration(sql: string): Promise<{ ending: ReturnType<typeof migrate> }> {
  const next = String(Object.keys(await readMigrations(folder)).length + 1).padStart(4, "0");
  await writeFile(join(folder, `${next}_made.sql`), sql);
  const ending = migrate(database.ownerUrl, folder);
  const waiting = `select from pg_locks join pg_database d on d.oid = database
    where datname = current_database() and not granted and locktype = 'relation'`;
  await expect.poll(async () => (await owner.query(waiting)).rowCount, { interval: 20 }).toBe(1);
  return { ending };
}

async function inTransaction<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect();
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } finally {
    await client.end();
  }
}

test("a migration that is in a deadlock with a purchase gives way, and is applied after it", async () => {
  const { ending } = await inTransaction(async (buyer) => {
    await buyer.query("lock table ledger.event in row exclusive mode");
    const migration = await beginMigration(both);
    await buyer.query("select from ledger.product");
    return migration;
  });
  expect((await ending).applied).toHaveLength(1);
});

test("while a migration waits for a long report, others can read the table", async () => {
  const { ending } = await inTransaction(async (report) => {
    await report.query("select from ledger.event limit 1");
    const migration = await beginMigration("alter table ledger.event add column z int");
    await inTransaction(async (reader) => {
      await reader.query("set local statement_timeout = '10s'");
      await reader.query("select from ledger.event limit 1");
    });
    return migration;
  });
  expect((await ending).applied).toHaveLength(1);
});

test("after a conflict, a migration waits for the log before it locks anything else", async () => {
  const { ending } = await inTransaction(async (buyer) => {
    await buyer.query("lock table ledger.event in row exclusive mode");
    const migration = await beginMigration(both);
    const waitsAlone = `select count(*) filter (where relation = 'ledger.event'::regclass and not granted) = 1
      and count(*) filter (where relation = 'ledger.product'::regclass and granted) = 0 as yes from pg_locks`;
    await expect
      .poll(async () => (await buyer.query<{ yes: boolean }>(waitsAlone)).rows[0]?.yes, { interval: 20 })
      .toBe(true);
    return migration;
  });
  expect((await ending).applied).toHaveLength(1);
});
