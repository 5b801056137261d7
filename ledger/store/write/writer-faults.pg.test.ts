/** Connections and databases that fail at the worst moment: nothing lost, nothing doubled, every answer true. */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { asApiRole } from "#tools/database-url.ts";
import { migrate } from "#tools/migrate/migrate.ts";
import { startEmbeddedPostgres } from "#tools/postgres/embedded.ts";
import { createTestDatabase, type TestDatabase } from "#tools/testing/database.ts";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Outcome } from "./batch.ts";
import { connectionConfig } from "../connect/connect.ts";
import { type Cut, type CuttingProxy, startCuttingProxy } from "../testing/cutting-proxy.ts";
import { openShop, price, purchaseBy, type Shop } from "../testing/shop.ts";
import { verify } from "../verify/verify.ts";
import { Writer } from "./writer.ts";

const opening = 10_000 * price;

describe("a connection that is cut", () => {
  let database: TestDatabase;
  let proxy: CuttingProxy;
  let writer: Writer;
  let shop: Shop;

  beforeEach(async () => {
    database = await createTestDatabase();
    proxy = await startCuttingProxy(database.apiUrl);
    writer = new Writer({ url: proxy.url });
    shop = await openShop(writer, 3, opening);
  });

  afterEach(async () => {
    await writer.close();
    await proxy.close();
    await database.drop();
  });

  const moments: [string, Cut][] = [
    ["before the writing statement and COMMIT arrive", "statement"],
    ["after they arrived, before the answer", "answer"],
    ["halfway through what was sent", { after_bytes: 1, towards: "server" }],
    ["halfway through the answer", { after_bytes: 1, towards: "client" }],
  ];

  test.each(moments)("%s, on the optimistic path", async (_, cut) => {
    await buy(writer, shop, 5);
    proxy.cutNext(cut);
    const outcomes = await buy(writer, shop, 60);
    expect(proxy.cuts).toBe(1);
    await expectTrue(database.ownerUrl, shop, [...outcomes], 65);
  });

  test.each(moments)("%s, on the locked path", async (_, cut) => {
    // A side write makes a batch take the locked path.
    const sideWrites = [{ text: "select 1", values: [] }];
    proxy.cutNext(cut);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (__, index) =>
        writer.submit(purchaseBy(shop.customers[index % 3] ?? ""), { remember: true, sideWrites }),
      ),
    );
    expect(proxy.cuts).toBe(1);
    await expectTrue(database.ownerUrl, shop, outcomes, 20);
  });

  test("at random moments, again and again", async () => {
    const outcomes: Outcome[] = [];
    for (let round = 0; round < 25; round++) {
      proxy.cutNext({ after_bytes: Math.random() * 40_000, towards: round % 2 ? "server" : "client" });
      outcomes.push(...(await buy(writer, shop, 40)));
    }
    expect(proxy.cuts).toBeGreaterThan(5);
    await expectTrue(database.ownerUrl, shop, outcomes, 1000);
  });

  test("by pg_terminate_backend, again and again", async () => {
    const owner = await connect(database.ownerUrl);
    let ended = 0;
    const outcomes: Outcome[] = [];
    for (let round = 0; round < 15; round++) {
      const buying = buy(writer, shop, 40);
      // A few times only: on a busy machine, connections ended faster than they are made would stop any writer.
      for (let times = round % 4; times >= 0; times--) {
        const { rows } = await owner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name = 'cedibook writer'`,
        );
        ended += rows.length;
        await sleep(Math.random() * 30);
      }
      outcomes.push(...(await buying));
    }
    await owner.end();
    expect(ended).toBeGreaterThan(5);
    await expectTrue(database.ownerUrl, shop, outcomes, 600);
  });
});

test("commands submitted while the database restarts are answered", async () => {
  const dataDir = await mkdtemp(join("/var/tmp", "cedibook-test-"));
  await chmod(dataDir, 0o755);
  const options = { dataDir, log: () => {}, profile: "throwaway" } as const;
  let server = await startEmbeddedPostgres(options);
  await migrate(server.url);
  const writer = new Writer({ url: asApiRole(server.url) });
  const shop = await openShop(writer, 3, opening);
  const before = await buy(writer, shop, 20);
  const during = buy(writer, shop, 200);
  await server.stop();
  const away = buy(writer, shop, 50);
  server = await startEmbeddedPostgres(options);
  const outcomes = [...before, ...(await during), ...(await away), ...(await buy(writer, shop, 20))];
  expect(outcomes).toHaveLength(290);
  await expectTrue(server.url, shop, outcomes, 290);
  await writer.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

function buy(writer: Writer, shop: Shop, purchases: number): Promise<Outcome[]> {
  return Promise.all(
    Array.from({ length: purchases }, (_, index) =>
      writer.submit(purchaseBy(shop.customers[index % shop.customers.length] ?? ""), { remember: true }),
    ),
  );
}

/** Exactly this many orders, each answer the event in the log, correct money and a whole ledger. */
async function expectTrue(url: string, shop: Shop, outcomes: Outcome[], orders: number): Promise<void> {
  const owner = await connect(url);
  const { rows } = await owner.query<{ position: number; command_id: string }>(
    "select position, command_id from ledger.event where type = 'order_placed' order by position",
  );
  expect(rows).toHaveLength(orders);
  const answered = outcomes.map((outcome) =>
    outcome.accepted ? { position: outcome.position, command_id: outcome.events[0]?.command_id } : outcome,
  );
  for (const answer of answered) expect(rows).toContainEqual(answer);
  const money = await owner.query<{ sum: number }>("select sum(balance)::bigint as sum from ledger.wallet");
  expect(money.rows[0]?.sum).toBe(shop.customers.length * opening - orders * price);
  expect((await verify(owner)).findings).toEqual([]);
  await owner.end();
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionConfig(url, "test"), pipeline: true });
  await client.connect();
  return client;
}
