/** A shop that was filled by an older version is migrated to the newest one. */
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { expect, test } from "vitest";
import type { DatabaseClient } from "#ledger/connect/database-client.ts";
import { accepted, command, purchaseBy } from "#ledger/log/testing/shop.ts";
import { look } from "#ledger/verify/audit/look.ts";
import { verify } from "#ledger/verify/verify.ts";
import { Writer } from "#ledger/log/writer.ts";
import { connect, createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { migrate } from "./migrate.ts";

const migrations = join(import.meta.dirname, "../../migrations");

/**
 * Each release, and its last migration. The rows are those of its own story (ledger/log/testing/story.ts) after its own
 * auditor had looked at them, as testing/write-shop.ts writes them.
 */
const releases = [["1.0.0", "0008"]] as const;

test.each(releases)(
  "a shop with data of %s is whole after all migrations since %s, and sells",
  async (version, last) => {
    const database = await createTestDatabase();
    const owner = await connect(database.ownerUrl);
    try {
      await fillOlderShop(database, owner, version, last);
      const before = await booksOf(owner);
      expect(before.accounts.length).toBeGreaterThan(5);
      await migrate(database.ownerUrl);
      expect(await booksOf(owner)).toEqual(before);
      await expectWhole(database, owner);
      await trade(database, owner);
      await expectWhole(database, owner);
    } finally {
      await owner.end();
      await database.drop();
    }
  },
);

/** Makes the schema as it was, and its rows. */
async function fillOlderShop(
  database: TestDatabase,
  owner: pg.ClientBase,
  version: string,
  last: string,
): Promise<void> {
  await owner.query(
    "drop schema audit, ledger, shop, jobs cascade; drop table kysely_migration, kysely_migration_lock",
  );
  const folder = await mkdtemp(join(tmpdir(), "cedibook-migrations-"));
  try {
    const names = (await readdir(migrations)).filter((name) => /^\d/.test(name));
    for (const name of names.filter((one) => one.slice(0, 4) <= last))
      await cp(join(migrations, name), join(folder, name));
    await migrate(database.ownerUrl, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('ledger', 'shop', 'audit') and tablename <> 'event'`,
  );
  const inserts = await readFile(join(import.meta.dirname, `testing/shop-at-${version}.sql`), "utf8");
  await owner.query(`begin; set local session_replication_role = replica;
    truncate ${rows.map(({ name }) => name).join(", ")};
    ${inserts}
    commit`);
}

/** What was there before: accounts that have moved, the log, and orders, top-ups and people. */
async function booksOf(owner: pg.ClientBase) {
  const rowsOf = async (sql: string) => (await owner.query<Record<string, unknown>>(sql)).rows;
  return {
    accounts: await rowsOf(`select user_id::text as account, balance, position from ledger.wallet
      union all select name, balance, position from ledger.house_account where position > 0 order by account`),
    head: await rowsOf(
      "select position, orders_placed, recorded_at, encode(hash, 'hex') as hash from ledger.head",
    ),
    events: await rowsOf("select count(*), sum(amount)::bigint as amount from ledger.event"),
    orders: await rowsOf(
      `select id, user_id, amount, status, hidden, position from ledger."order" order by id`,
    ),
    topups: await rowsOf(
      "select id, user_id, amount, status, hidden, position from ledger.topup order by id",
    ),
    users: await rowsOf(`select id, username, phone, email, deleted from shop."user" order by id`),
  };
}

/** By the log alone, and by an auditor who goes on from what the older one had stored. */
async function expectWhole(database: TestDatabase, owner: DatabaseClient): Promise<void> {
  expect((await verify(owner)).findings).toEqual([]);
  const auditor = await connect(database.auditorUrl);
  const { findings } = await look(auditor).finally(() => auditor.end());
  expect(findings).toEqual([]);
}

/** The shop's product is out of stock. */
async function trade(database: TestDatabase, owner: pg.ClientBase): Promise<void> {
  const { rows } = await owner.query<{ user: string }>(
    `select w.user_id as "user" from ledger.wallet w join ledger.account a using (user_id)
     where balance > 10000 and a.status = 'Active' limit 1`,
  );
  const writer = new Writer({ url: database.apiUrl });
  await accepted(writer, command("change_product_status", { product: "mtn", status: "available" }));
  await accepted(writer, purchaseBy(rows[0]?.user ?? ""));
  await writer.close();
}
