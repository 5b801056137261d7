/** "Moving in" and "Moving out" of docs/operations.md, as an owner does them. */
import { houseAccounts } from "#contract/terms/rails.ts";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readTable } from "#contract/read-table.ts";
import { tellStory } from "#ledger/log/testing/story.ts";
import { Writer } from "#ledger/log/writer.ts";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";

const patient = { timeout: 180_000 };
let folder: string;
let shop: TestDatabase;
let next: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cedibook-move-"));
  [shop, next] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});
afterAll(async () => {
  await Promise.all([shop.drop(), next.drop()]);
  await rm(folder, { recursive: true });
});

async function run(database: TestDatabase, tool: "move-in" | "move-out", ...args: string[]) {
  const env = { ...process.env, DATABASE_URL: database.ownerUrl };
  const child = spawn(process.execPath, [join(import.meta.dirname, `${tool}.ts`), ...args], { env });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (text += part));
  const [code] = await once(child, "close");
  return { code, text };
}

async function query(database: TestDatabase, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

const books = `select (select count(*)::int from shop."user") as users,
  (select coalesce(sum(balance), 0)::int from ledger.wallet) as wallets,
  (select balance::int from ledger.house_account where name = 'opening') as opening,
  (select count(*)::int from ledger.event where type = 'move_in_started') as moves`;

test(
  "a shop moves in: the dry run writes nothing, refused lines stop the run, and a second run adds nothing",
  patient,
  async () => {
    const users = join(folder, "users.csv");
    const products = join(folder, "products.csv");
    await writeFile(
      users,
      "﻿Mobile;Name;Wallet\r\n0244000001;Ama;10.50\r\n244000002;Kofi;4\r\n0244000003;Esi;-1\r\n",
    );
    await writeFile(products, "network,offer,price\nTelecel,1 GB,4.80\n");
    const dry = await run(shop, "move-in", users, products);
    expect(dry).toEqual({
      code: 0,
      text: expect.stringContaining(
        "Refused: users.csv, line 4, balance: Negative balance: −¢1.00\n" +
          "New: 2 users with ¢14.50, 1 products.\n" +
          "Moved in before: 0 users with ¢0.00, 0 products.\nRefused: 1 lines.\n",
      ),
    });
    expect(await query(shop, books)).toEqual([{ users: 0, wallets: 0, opening: 0, moves: 0 }]);

    expect(await run(shop, "move-in", "--run", users)).toMatchObject({
      code: 1,
      text: expect.stringMatching(/Nothing was written\. Correct the refused lines/),
    });
    expect(await query(shop, books)).toEqual([{ users: 0, wallets: 0, opening: 0, moves: 0 }]);

    const added = await run(shop, "move-in", "--run", "--without-refused", users, products);
    expect(added).toMatchObject({
      code: 0,
      text: expect.stringContaining("Added 2 users with ¢14.50, 1 products."),
    });
    const after = [{ users: 2, wallets: 14_50, opening: -14_50, moves: 1 }];
    expect(await query(shop, books)).toEqual(after);
    const again = await run(shop, "move-in", "--run", "--without-refused", users, products);
    expect(again.text).toContain("Moved in before: 2 users with ¢14.50, 1 products.");
    expect(again.text).toContain("Added 0 users with ¢0.00, 0 products.");
    expect(await query(shop, books)).toEqual(after);
  },
);

test("headings are chosen by name, and unreadable files and options are explained", patient, async () => {
  const file = join(folder, "odd.csv");
  await writeFile(file, "Tel,Money\n0245000001,3.00\n");
  expect(await run(shop, "move-in", file)).toMatchObject({
    code: 1,
    text: expect.stringContaining("Found: Tel, Money"),
  });
  const chosen = await run(shop, "move-in", "--columns", "phone=Tel,balance=Money", file);
  expect(chosen).toMatchObject({ code: 0, text: expect.stringContaining("New: 1 users with ¢3.00") });
  expect(await run(shop, "move-in", "--colums", file)).toMatchObject({
    code: 1,
    text: expect.stringContaining("usage"),
  });
  expect(await run(shop, "move-in", join(folder, "none.csv"))).toMatchObject({
    code: 1,
    text: expect.stringContaining("can't be opened: ENOENT"),
  });
  await writeFile(file, Buffer.from([0x54, 0xe9, 0x6c]));
  expect(await run(shop, "move-in", file)).toMatchObject({
    code: 1,
    text: expect.stringContaining("not UTF-8"),
  });
});

test("a shop moves out with sums that agree, and its files move into another shop", patient, async () => {
  const writer = new Writer({ url: shop.apiUrl });
  await tellStory(writer);
  await writer.close();
  // The story's users have no people beside them.
  await query(
    shop,
    `insert into shop."user" (id, username, phone, email, password_hash)
     select user_id, 'story ' || row_number() over (order by user_id), '027' || lpad((row_number() over (order by user_id))::text, 7, '0'),
       row_number() over (order by user_id) || '@example.com', ''
     from ledger.account where user_id not in (select id from shop."user")`,
  );
  const out = join(folder, "out");
  expect(await run(shop, "move-out", out)).toMatchObject({ code: 0 });
  expect((await readdir(out)).toSorted()).toEqual([
    "acts.csv",
    "audit.csv",
    "log.ndjson",
    "messages.csv",
    "orders.csv",
    "products.csv",
    "sums.csv",
    "topups.csv",
    "users.csv",
  ]);
  expect((await stat(join(out, "users.csv"))).mode & 0o077).toBe(0);

  const sums = readTable(await readFile(join(out, "sums.csv"), "utf8")).map(({ cells }) => cells);
  const sumOf = (what: string) => sums.find(([name]) => name === what)?.[2];
  const houses = houseAccounts.map((name) => Number(sumOf(`house account ${name}`)));
  expect(Math.round((Number(sumOf("users.csv")) + houses.reduce((a, b) => a + b)) * 100)).toBe(0);
  expect(sumOf("audit.csv")).toBe(sumOf("users.csv"));
  for (const [name = "", rows, sum, sha256] of sums.slice(1, 9)) {
    const text = await readFile(join(out, name), "utf8");
    expect(createHash("sha256").update(text).digest("hex"), name).toBe(sha256);
    const [head, ...lines] = name === "log.ndjson" ? text.split("\n") : readTable(text);
    expect(lines.length, name).toBe(Number(rows));
    if (sum === "" || typeof head !== "object") continue;
    const column = head.cells.findIndex((cell) => /^(Balance|Amount) \(GHS\)$/.test(cell));
    const total = lines.reduce(
      (all, line) => all + Math.round(Number((line as { cells: string[] }).cells[column]) * 100),
      0,
    );
    expect(total, name).toBe(Math.round(Number(sum) * 100));
  }

  const files = [join(out, "users.csv"), join(out, "products.csv")];
  const moved = await run(next, "move-in", "--run", "--without-refused", ...files);
  expect(moved.code).toBe(0);
  // Admins do not move; in the story they hold nothing.
  expect(await query(next, "select sum(balance)::int as sum from ledger.wallet")).toEqual(
    await query(shop, "select sum(balance)::int as sum from ledger.wallet"),
  );
  expect(
    await query(next, "select network, jsonb_array_length(packages) as n from ledger.product order by 1"),
  ).toEqual(
    await query(shop, "select network, jsonb_array_length(packages) as n from ledger.product order by 1"),
  );

  expect(await run(shop, "move-out", out)).toMatchObject({
    code: 1,
    text: expect.stringContaining("must not exist yet"),
  });
  expect((await readFile(join(out, "users.csv"), "utf8")).split("\r\n")[0]).not.toMatch(/hash/i);
  const whole = join(folder, "whole");
  expect(await run(shop, "move-out", "--hashes", whole)).toMatchObject({ code: 0 });
  expect((await readFile(join(whole, "users.csv"), "utf8")).split("\r\n")[0]).toMatch(/,Password hash$/);
});
