/** A backup and its tails, restored into another database: everything is there, and what is not whole is refused. */
import { createReadStream } from "node:fs";
import {
  copyFile,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createClient } from "#ledger/connect/connect.ts";
import type { DatabaseClient } from "#ledger/connect/database-client.ts";
import { isDatabaseAway } from "#ledger/connect/errors.ts";
import { verify } from "#ledger/verify/verify.ts";
import { dumpSchema } from "#tools/migrate/dump-schema.ts";
import { createTestDatabase, type TestDatabase } from "#tools/testing/database.ts";
import { TestShop, type TestUser } from "#tools/testing/test-shop.ts";
import { type BackupJob, type BackupReport, makeFull, makeTail } from "./backup.ts";
import { FolderStore } from "./store.ts";
import { RestoreRefused } from "./chain.ts";
import { restore } from "./restore.ts";

let shop: TestShop;
let ama: TestUser;
let folder: string;
let identity: string;
let job: BackupJob;
const databases: TestDatabase[] = [];

beforeAll(async () => {
  shop = await TestShop.open();
  ama = await shop.addUser("ama", "0245550101", "Customer", 100_000);
  folder = await mkdtemp(join(tmpdir(), "cedibook-backup-"));
  identity = await generateIdentity();
  job = {
    databaseUrl: shop.database.apiUrl,
    store: new FolderStore(folder),
    recipient: await identityToRecipient(identity),
    secrets: { "session-secret": "kept" },
  };
});
afterAll(async () => {
  await shop.close();
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true });
});

async function buy(receiver: string): Promise<number> {
  return (await shop.buy(ama, "mtnup2u-1", receiver)).status;
}

/** Waits until searches and statistics have followed the log, so that two databases can be compared. */
async function settled(): Promise<void> {
  const behind = `select from ledger.head where
    exists (select from ledger.event, shop.sales_counted s
      where event.position > s.position and type in ('order_placed', 'order_completed', 'order_rejected'))
    or exists (select from ledger.event, shop.days_counted d
      where event.position > d.position and type in ('order_placed', 'wallet_corrected'))
    or orders_placed > (select count(*) from shop.order_search)
    or position > (select position from shop.message_follower)`;
  await expect.poll(async () => (await shop.pool.query(behind)).rowCount).toBe(0);
}

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  databases.push(database);
  return database;
}

async function onOwner<T>(
  database: TestDatabase,
  work: (client: DatabaseClient) => Promise<T>,
  pipeline = false,
): Promise<T> {
  const client = createClient(database.ownerUrl, "test", { pipeline });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const restoreInto = (database: TestDatabase, more: { folder?: string; key?: string; upTo?: string } = {}) =>
  onOwner(database, (client) =>
    restore({
      client,
      store: new FolderStore(more.folder ?? folder),
      identity: more.key ?? identity,
      upTo: more.upTo,
    }),
  );

/** Every row of the log, the projections and the ordinary tables, but those that no backup has. */
async function everything(database: TestDatabase): Promise<Record<string, string[]>> {
  return onOwner(database, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('ledger', 'shop')
         and tablename <> all ('{attempt,backup,live_ticket,password_reset,proof_code}')`,
    );
    const found: Record<string, string[]> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
      found[name] = rows.map(({ row }) => row);
    }
    return found;
  });
}

let full: BackupReport;
let tails: BackupReport[];

test("a full backup and its tails restore every row, and the schema is as it was", async () => {
  await shop.as(ama).put("/user/beneficiaries", { phone: "0201112233", name: "Auntie" });
  await shop.pool.query(
    "insert into shop.recovery_code values ($1, decode(repeat('0a', 32), 'hex')), ($1, decode(repeat('0b', 32), 'hex'))",
    [ama._id],
  );
  await shop.pool.query(`
    insert into shop.rail_message (rail, kind, transaction, amount, fee, balance, before, state, place, received_at)
      values ('momo', 'received', '87425747421', 5000, 0, 15000, 10000, 'proven', 7, now());
    insert into shop.rail_message (rail, kind, transaction, amount, fee, state, received_at)
      select 'telecel', 'sent', encode(sha256(n::text::bytea), 'hex'), n, 0, 'dismissed', now() from generate_series(1, 5000) n`);
  expect(await buy("0244000001")).toBe(201);
  full = await makeFull(job);
  expect(await buy("0244000002")).toBe(201);
  // Another user takes the phone number that Ama gives up: the rows come in an order that breaks a unique index in between.
  const kofi = await shop.addUser("kofi", "0245550102", "Agent", 5000);
  const profile = { username: "ama", firstName: "Ama", lastName: "M" };
  await shop.as(ama).put("/user/update-profile", { ...profile, phone: "0245550199" });
  await shop.as(kofi).put("/user/update-profile", { ...profile, username: "kofi", phone: "0245550101" });
  await shop.pool.query(`update shop."user" set phone_proved_at = now() where id = $1`, [ama._id]);
  await settled();
  const first = await makeTail(job, full.end);
  await shop.pool.query("delete from shop.recovery_code where hash = decode(repeat('0a', 32), 'hex')");
  // A refusal, which is the answer to a retry.
  expect((await shop.buy(kofi, "none", "0244000003")).status).toBe(404);
  await settled();
  const second = await makeTail(job, first!.end);
  tails = [first!, second!];
  // What a request notes is stored a moment later, and at the latest when its server stops.
  await shop.restart();
  await settled();
  // Counters move at any time. What is read before a tail that finds nothing new is what the tails have.
  let shipped = {};
  await expect
    .poll(
      async () => {
        shipped = await everything(shop.database);
        const next = await makeTail(job, tails.at(-1)!.end);
        if (next) tails.push(next);
        return next;
      },
      { timeout: 45_000 },
    )
    .toBeUndefined();

  const restored = await emptyDatabase();
  const report = await restoreInto(restored);
  expect(report).toMatchObject({ head: tails.at(-1)!.head, files: tails.length + 1 });
  expect(await everything(restored)).toEqual(shipped);
  expect(await dumpSchema(restored.ownerUrl)).toBe(await dumpSchema(shop.database.ownerUrl));
  expect((await onOwner(restored, (client) => verify(client), true)).findings).toEqual([]);
  expect(await nextPlace(restored)).toBeGreaterThan(7);
});

/** Of the next message of the shop's phone that is proven. */
const nextPlace = (database: TestDatabase) =>
  onOwner(database, async (client) => {
    const { rows } = await client.query<{ place: number }>(
      "select nextval('shop.rail_message_place')::int as place",
    );
    return rows[0]?.place;
  });

/** A copy of the backup, to be spoilt. */
async function copied(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), "cedibook-backup-"));
  for (const name of await readdir(folder)) await copyFile(join(folder, name), join(copy, name));
  return copy;
}

/** An empty database. */
let untouched: { rows: Record<string, string[]>; schema: string } | undefined;

/** Restores a copy that was spoilt. Returns why that was refused, after a look that nothing was changed. */
async function refusalOf(spoil: (copy: string) => Promise<void>, key = identity): Promise<string> {
  const copy = await copied();
  await spoil(copy);
  const database = await emptyDatabase();
  untouched ??= { rows: await everything(database), schema: await dumpSchema(shop.database.ownerUrl) };
  const error: unknown = await restoreInto(database, { folder: copy, key }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(RestoreRefused);
  expect(await everything(database)).toEqual(untouched.rows);
  expect(await dumpSchema(database.ownerUrl)).toBe(untouched.schema);
  await rm(copy, { recursive: true });
  return (error as Error).message;
}

test("a connection that is lost while the store is slow ends the restore with its error", async () => {
  const target = await emptyDatabase();
  const other = createClient(target.ownerUrl, "another test");
  await other.connect();
  const restorers = async (columns: string, where = "true") =>
    (
      await other.query(
        `select ${columns} from pg_stat_activity
         where datname = current_database() and application_name = 'cedibook test' and ${where}`,
      )
    ).rowCount;
  let cuts = 0;
  const slow = Object.assign(new FolderStore(folder), {
    async *get(name: string) {
      for await (const bytes of createReadStream(join(folder, name), { highWaterMark: 2 * 1024 })) {
        yield bytes as Buffer;
        if (cuts > 0) continue;
        cuts +=
          (await restorers("pg_terminate_backend(pid)", "state = 'active' and query ilike 'copy %'")) ?? 0;
        // The end is noticed while the restore waits for the next bytes.
        if (cuts > 0) await vi.waitUntil(async () => (await restorers("")) === 0, { timeout: 45_000 });
      }
    },
  });
  const restoring = onOwner(target, (client) => restore({ client, store: slow, identity }));
  // PostgreSQL's words, or pg's, or the system's: it depends on what the restore does at that moment.
  await expect(restoring).rejects.toSatisfy(isDatabaseAway);
  // The restore may hear of it before the connection that cut it has its answer.
  await expect.poll(() => cuts).toBe(1);
  await other.end();
});

test("a wrong key is refused", async () => {
  expect(await refusalOf(async () => {}, await generateIdentity())).toMatch(/can't be read with this key/);
});

test("half a file is refused, wherever it was cut", async () => {
  const { size } = await stat(join(folder, full.name));
  for (const bytes of [size - 1, 300, 0])
    expect(await refusalOf((copy) => truncate(join(copy, full.name), bytes))).toMatch(
      /can't be read with this key, or it is damaged/,
    );
});

test("a file in which a byte was changed is refused", async () => {
  const changed = refusalOf(async (copy) => {
    const file = join(copy, tails[0]!.name);
    const bytes = await readFile(file);
    bytes[bytes.length - 40]! ^= 1;
    await writeFile(file, bytes);
  });
  expect(await changed).toMatch(/damaged/);
});

test("a gap in the tail is refused, and the message names the file up to which a restore is possible", async () => {
  const [first, second] = tails.map(({ name }) => name) as [string, string];
  expect(await refusalOf((copy) => rm(join(copy, first)))).toMatch(
    new RegExp(`a gap: ${first} is missing.*${full.name}`),
  );
  const swapped = refusalOf(async (copy) => {
    await rename(join(copy, first), join(copy, "x"));
    await rename(join(copy, second), join(copy, first));
    await rename(join(copy, "x"), join(copy, second));
  });
  expect(await swapped).toMatch(/does not continue the file before it/);
  const database = await emptyDatabase();
  expect((await restoreInto(database, { upTo: full.name })).head).toEqual(full.head);
});

test("a folder without a full backup and a database that is not empty are refused", async () => {
  expect(await refusalOf((copy) => rm(join(copy, full.name)))).toMatch(/there is no full backup here/);
  const database = await emptyDatabase();
  await restoreInto(database);
  await expect(restoreInto(database)).rejects.toThrow(/the database is not empty/);
});

test("a backup whose log was rewritten is refused, although it was sealed with the right key", async () => {
  const forged = await emptyDatabase();
  await restoreInto(forged);
  await onOwner(forged, async (client) => {
    await client.query("alter table ledger.event disable trigger append_only");
    await client.query(
      "update ledger.event set amount = amount + 100, balance_after = balance_after + 100 where amount > 50000",
    );
  });
  const other = await mkdtemp(join(tmpdir(), "cedibook-backup-"));
  await makeFull({ ...job, databaseUrl: forged.ownerUrl, store: new FolderStore(other) });
  const database = await emptyDatabase();
  await expect(restoreInto(database, { folder: other })).rejects.toThrow(
    /the log in the backup is broken: position/,
  );
  await rm(other, { recursive: true });
});

test("a backup of a version with other migrations is refused", async () => {
  const older = await emptyDatabase();
  const { rows } = await onOwner(older, (client) =>
    client.query(
      "delete from kysely_migration where name = (select max(name) from kysely_migration) returning name",
    ),
  );
  await expect(restoreInto(older)).rejects.toThrow(
    `was made by a Cedibook with the migrations up to ${rows[0].name}`,
  );
});
