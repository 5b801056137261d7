/** Every command in the documents' code blocks is run here, or by the test that is named for it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tellStory } from "#ledger/log/testing/story.ts";
import { Writer } from "#ledger/log/writer.ts";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";

const BACKUP_IDENTITY = await generateIdentity();
const BACKUP_KEY = await identityToRecipient(BACKUP_IDENTITY);
const root = join(import.meta.dirname, "..");
const phone = "0245550199";
let folder: string;
let shop: TestDatabase;
let empty: TestDatabase;
let emptyToo: TestDatabase;
let apiUrl = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cedibook-docs-"));
  [shop, empty, emptyToo] = await Promise.all([
    createTestDatabase(),
    createTestDatabase(),
    createTestDatabase(),
  ]);
  const writer = new Writer({ url: shop.apiUrl });
  await tellStory(writer);
  await writer.close();
});

afterAll(async () => {
  await Promise.all([shop.drop(), empty.drop(), emptyToo.drop()]);
  await rm(folder, { recursive: true });
});

interface Run {
  /** What it prints. */
  prints: RegExp;
  on?: () => TestDatabase;
  /** With the API's login that npm run migrate printed; otherwise with the owner's. */
  asApi?: boolean;
  /** Typed into it. */
  input?: string;
  env?: Record<string, string>;
}

/** In this order: one may need what an earlier one has done. */
const runs: Record<string, Run> = {
  "npm run migrate": { prints: /^DATABASE_URL=.*\nAUDITOR_DATABASE_URL=/m },
  "npm run migrate -- --plan": { prints: /^The database is up to date\.$/m },
  "npm run migrate -- logins": { prints: /^DATABASE_URL=.*\nAUDITOR_DATABASE_URL=/m },
  "npm run ledger -- verify": { prints: /Whole\. \d+ events/ },
  "npm run ledger -- rebuild": { prints: /All rows were right/ },
  "npm run ledger -- export FILE": { prints: /Exported/ },
  "npm run ledger -- import FILE": { prints: /Imported/, on: () => empty },
  "npm run ledger -- forget": { prints: /\S/ },
  "npm run admin -- make PHONE": { prints: /is an admin/, input: "a long enough phrase\n" },
  "npm run admin -- password PHONE": {
    prints: /has a new password/,
    input: "another long phrase\n",
    asApi: true,
  },
  "npm run admin -- credit PHONE 12.50 REASON": { prints: /The wallet of \d+ holds/ },
  "npm run keys -- receipts": { prints: /The next receipt is signed with a new key/ },
  "npm run keys -- rotate": {
    prints: /Sealed \d+ values again/,
    env: { SEALING_KEYS: `2:${"k".repeat(48)},1` },
  },
  "npm run backup -- keys": { prints: /^BACKUP_KEY=age1\w+\n[^]*^BACKUP_IDENTITY=AGE-SECRET-KEY-/m },
  "npm run backup -- TARGET": { prints: /Stored and read back/, asApi: true, env: { BACKUP_KEY } },
  "npm run backup -- verify TARGET": { prints: /The backup is whole/, env: { BACKUP_IDENTITY } },
  "npm run restore -- TARGET": {
    prints: /The log and its books are whole/,
    on: () => emptyToo,
    env: { BACKUP_IDENTITY },
  },
  "npm run admin -- no-code PHONE": { prints: /signs in with the password alone/ },
  "npm run admin -- demote PHONE": { prints: /is a customer/ },
  "npm run admin -- ban PHONE": { prints: /is banned/ },
  "npm run admin -- unban PHONE": { prints: /is no longer banned/ },
};

/** Commands that a test of their own runs. */
const testedBy: Record<string, string> = {
  // It needs an empty wallet.
  "npm run admin -- delete PHONE": "tools/admin/decisions.pg.test.ts",
  "npm start": "tools/start.all.pg.test.ts",
  "npm run check": "tools/check.all.test.ts",
  "npm run format": "tools/check.all.test.ts",
  "npm run storm -- --rounds 200": "lab/storm/storm.deep.pg.test.ts",
  "npm run storm -- --payments": "lab/storm/payments/payment-storm.deep.pg.test.ts",
  "npm run storm -- --upgrade": "lab/storm/upgrade/upgrade.deep.pg.test.ts",
  "npm run storm -- --suppliers": "lab/storm/suppliers/supplier-storm.deep.pg.test.ts",
  "npm run storm -- --shops": "lab/storm/shops/shop-storm.deep.pg.test.ts",
  "npm run fuzz": "lab/fuzz/fuzz.deep.pg.test.ts",
  "npm run ledger -- check FILE": "tools/ledger/check.all.test.ts",
  "npm run move-in -- FILE": "tools/move-in.all.pg.test.ts",
  "npm run move-in -- --run FILE": "tools/move-in.all.pg.test.ts",
  "npm run move-out -- DIR": "tools/move-in.all.pg.test.ts",
  "npm run move-out -- --hashes DIR": "tools/move-in.all.pg.test.ts",
  "npm run ledger -- check FILE [LINE]": "tools/ledger/check.all.test.ts",
  "npm run ledger -- check FILE [KEY] [LINE]": "tools/ledger/check-receipt.test.ts",
};

/** Commands that no test runs: they are this run, they wait for a person, take minutes, or need programs that are not from npm. */
const notRun = [
  /^npm test\b/,
  /^npm run test:(all|deep)\b/,
  /^npm run (dev|doubles|pictures|failover)$/,
  /^npm run bench -- [\w-]+$/,
];

const shown = ["README.md", ...globSync("docs/*.md", { cwd: root })].flatMap((page) =>
  [...readFileSync(join(root, page), "utf8").matchAll(/^(npm [^#\n]+?)\s*(?:#.*)?$/gm)].map(
    ([, command = ""]) => command,
  ),
);

test("every command of the documents is run by a test, or takes too long for one", () => {
  const unknown = shown.filter(
    (command) => !(command in runs) && !(command in testedBy) && !notRun.some((one) => one.test(command)),
  );
  expect(shown.length).toBeGreaterThan(15);
  expect(unknown).toEqual([]);
  const known = [...Object.keys(runs), ...Object.keys(testedBy)];
  expect(known.filter((command) => !shown.includes(command))).toEqual([]);
  expect(Object.values(testedBy).filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test.each(Object.entries(runs))("%s works as the documents show it", async (command, run) => {
  const words = command
    .replace("FILE", join(folder, "log.ndjson"))
    .replace("TARGET", join(folder, "backups"))
    .replace("PHONE", phone)
    .split(" ")
    .slice(1);
  const database = {
    DATABASE_URL: run.asApi ? apiUrl : (run.on?.() ?? shop).ownerUrl,
    SESSION_SECRET: "of the documents, ".repeat(4),
  };
  const env = { ...process.env, ...database, ...run.env };
  const child = spawn("npm", words, { cwd: root, env, stdio: "pipe" });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (printed += part));
  child.stdin.end(run.input ?? "");
  const [code] = await once(child, "close");
  expect(printed).toMatch(run.prints);
  apiUrl = /^DATABASE_URL=(.*)$/m.exec(printed)?.[1] ?? apiUrl;
  expect(code).toBe(0);
});
