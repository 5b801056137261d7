/** Scheduled backups: one process at a time, retries, a new target, the alarm, and what is removed. */
import { mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "#ledger/connect/connect.ts";
import { createTestDatabase } from "#tools/testing/database.ts";
import { TestShop } from "#tools/testing/test-shop.ts";
import { FolderStore } from "./store.ts";
import { chainsOf, fullName, tailName } from "./format.ts";
import { restore } from "./restore.ts";
import { type BackupSettings, type RoundKind, runRound } from "./round.ts";

const hour_ms = 60 * 60_000;

let shop: TestShop;
let folder: string;
let identity: string;
let settings: BackupSettings;
beforeAll(async () => {
  shop = await TestShop.open();
  folder = await mkdtemp(join(tmpdir(), "cedibook-rounds-"));
  identity = await generateIdentity();
  settings = {
    target: join(folder, "target"),
    recipient: await identityToRecipient(identity),
    full_ms: 24 * hour_ms,
    tail_ms: 60_000,
    keep: { days: 1, weeks: 0, months: 0 },
    secretFiles: { "session-secret": join(folder, "session-secret"), none: join(folder, "none") },
  };
  await writeFile(join(folder, "session-secret"), "of the data folder");
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

const round = (kind: RoundKind, more: Partial<BackupSettings> = {}) =>
  runRound(kind, shop.database.apiUrl, { ...settings, ...more });

const credit = () =>
  shop.command("correct_balance", "system", {
    user: shop.admin._id,
    amount: 100,
    reason: "x",
    corrects: null,
  });

const chains = async () => chainsOf(await readdir(settings.target));

/** The position of the log to which a restore of the target goes, and the secrets that it gives back. */
async function restored(): Promise<{ position: number; secrets: Record<string, string> }> {
  const database = await createTestDatabase();
  const client = createClient(database.ownerUrl, "test");
  await client.connect();
  let secrets = {};
  const { head } = await restore({
    client,
    store: new FolderStore(settings.target),
    identity,
    keepSecrets: async (found) => void (secrets = found),
  });
  await client.end();
  await database.drop();
  return { position: head.position, secrets };
}

test("the first turn makes a full backup, and later ones ship tails until the next is due", async () => {
  expect(await round("tail")).toEqual({});
  expect(await round("full")).toMatchObject({ stored: { name: expect.stringMatching(/-full/) } });
  expect(await round("full")).toEqual({});
  const position = await credit();
  expect(await round("tail")).toMatchObject({
    stored: { name: expect.stringMatching(/-tail-000001/), position },
  });
  expect(await restored()).toEqual({ position, secrets: { "session-secret": "of the data folder" } });
});

test("two processes do not take the same turn", async () => {
  await credit();
  const other = createClient(shop.database.apiUrl, "test");
  await other.connect();
  await other.query("select pg_advisory_lock(5011)");
  expect(await round("tail")).toEqual({});
  await other.end();
  await credit();
  const reports = await Promise.all([round("tail"), round("tail"), round("tail")]);
  expect(reports.some(({ stored }) => stored !== undefined)).toBe(true);
  expect(reports.filter(({ failure }) => failure !== undefined)).toEqual([]);
  await expect(restored()).resolves.toMatchObject({ position: (await shop.books()).position });
});

test("a tail that was stored by a process that died before it noted that is made again, and nothing is missing", async () => {
  const { rows } = await shop.pool.query("select * from shop.backup");
  await credit();
  expect((await round("tail")).stored).toBeDefined();
  const { tails, file_id, written_from, position, counts } = rows[0] as Record<string, unknown>;
  await shop.pool.query(
    "update shop.backup set tails = $1, file_id = $2, written_from = $3, position = $4, counts = $5",
    [tails, file_id, written_from, position, JSON.stringify(counts)],
  );
  await credit();
  expect((await round("tail")).stored).toBeDefined();
  await credit();
  expect((await round("tail")).stored).toBeDefined();
  expect((await restored()).position).toBe((await shop.books()).position);
});

test("a failed turn is reported without an end of the schedule, and the alarm is raised once and ends", async () => {
  const age = (hours: number) =>
    shop.pool.query("update shop.backup set shipped_at = shipped_at - $1 * interval '1 hour'", [hours]);
  await credit();
  await rename(settings.target, `${settings.target}.away`);
  await writeFile(settings.target, "a file where the folder was");
  expect(await round("tail")).toEqual({ failure: expect.stringMatching(/EEXIST|ENOTDIR/) });
  await age(2);
  expect(await round("tail")).toMatchObject({
    failure: expect.any(String),
    alarm: expect.stringMatching(/^the newest backup is of 2/),
  });
  expect((await round("tail")).alarm).toBeUndefined();
  await rm(settings.target);
  await rename(`${settings.target}.away`, settings.target);
  expect(await round("tail")).toMatchObject({ stored: { name: expect.any(String) } });
  await age(2);
  await rename(settings.target, `${settings.target}.away`);
  await writeFile(settings.target, "a file where the folder was");
  await credit();
  expect((await round("tail")).alarm).toBeDefined();
  await rm(settings.target);
  await rename(`${settings.target}.away`, settings.target);
  expect((await round("tail")).failure).toBeUndefined();
});

test("an old full backup is followed by a new one, and what is not to be kept is removed", async () => {
  const [before] = await chains();
  const old = "20200101T000000Z-00000000";
  for (const name of [fullName(old), tailName(old, 1)]) await writeFile(join(settings.target, name), "old");
  await shop.pool.query("update shop.backup set base_at = base_at - interval '25 hours'");
  expect((await round("full")).stored).toBeDefined();
  const after = await chains();
  expect(after.map(({ base }) => base)).toContain(before!.base);
  expect(after).toHaveLength(2);
  expect((await restored()).position).toBe((await shop.books()).position);
});

test("the furthest chain is restored, also if a newer full backup is behind it", async () => {
  const { rows } = await shop.pool.query("select * from shop.backup");
  await shop.pool.query("update shop.backup set base_at = base_at - interval '25 hours'");
  // A full backup that was made while the tails of the one before went on.
  expect((await round("full")).stored).toBeDefined();
  const { base, tails, file_id, written_from, position, counts } = rows[0] as Record<string, unknown>;
  await shop.pool.query(
    "update shop.backup set base = $6, tails = $1, file_id = $2, written_from = $3, position = $4, counts = $5",
    [tails, file_id, written_from, position, JSON.stringify(counts), base],
  );
  const last = await credit();
  expect((await round("tail")).stored).toMatchObject({ name: expect.stringContaining(String(base)) });
  expect((await restored()).position).toBe(last);
});

test("another target begins with a full backup of its own", async () => {
  const target = join(folder, "another");
  expect(await round("tail", { target })).toEqual({});
  expect((await round("full", { target })).stored).toBeDefined();
  expect(await readdir(target)).toEqual([expect.stringMatching(/-full/)]);
});
