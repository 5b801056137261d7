/** Connections that stay open but go silent: callers learn it within seconds, and nothing is lost or doubled. */
import { finished } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { from, to } from "pg-copy-streams";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connect, createTestDatabase, type TestDatabase } from "#tools/testing/database.ts";
import type { DatabaseClient } from "./database-client.ts";
import { createClient, createPool } from "./connect.ts";
import { isDatabaseAway } from "./errors.ts";
import { openShop, price, purchaseBy } from "../log/testing/shop.ts";
import { type SilentProxy, startSilentProxy } from "../log/testing/silent-proxy.ts";
import { verify } from "../verify/verify.ts";
import { Writer } from "../log/writer.ts";

let database: TestDatabase;
let proxy: SilentProxy;
let owner: DatabaseClient;

beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await startSilentProxy(database.apiUrl);
  owner = await connect(database.ownerUrl);
});
afterEach(async () => {
  await owner.end();
  await proxy.close();
  await database.drop();
});

/** Two seconds on a quiet machine. Nobody who waits for TCP has an answer after a minute. */
const seconds_ms = 20_000;

test("a read over a silent connection fails within seconds because the database is away", async () => {
  const pool = createPool(proxy.url, 2);
  await Promise.all([pool.query("select 1"), pool.query("select pg_sleep(0.1)")]);
  expect(pool.totalCount).toBe(2);
  proxy.silence();
  const asked_ms = Date.now();
  const error = await pool.query("select 1").catch((caught: unknown) => caught);
  expect(isDatabaseAway(error)).toBe(true);
  expect(Date.now() - asked_ms).toBeLessThan(seconds_ms);
  // The idle connection was ended too, and neither socket is left.
  expect(pool.totalCount).toBe(0);
  await expect.poll(() => proxy.open).toBe(0);
  proxy.restore();
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test("when only old connections are silent, the first query on one of them ends the idle ones too", async () => {
  const pool = createPool(proxy.url, 4);
  await Promise.all(Array.from({ length: 4 }, () => pool.query("select pg_sleep(0.1)")));
  proxy.silence();
  proxy.restore();
  const asked_ms = Date.now();
  await expect(pool.query("select 1")).rejects.toMatchObject({ name: "ConnectionSilent" });
  expect(Date.now() - asked_ms).toBeLessThan(seconds_ms);
  // It would be refused too if it went over another of the silent ones.
  await pool.query("select 1");
  expect(pool.totalCount).toBe(1);
  await pool.end();
});

test("a slow statement is left alone, whether it is working or waiting for a lock", async () => {
  const pool = createPool(proxy.url, 2);
  await owner.query("begin; lock table ledger.product");
  const waiting = pool.query("select count(*) from ledger.product");
  const working = pool.query("select pg_sleep(4)");
  await working;
  await owner.query("rollback");
  expect((await waiting).rowCount).toBe(1);
  await pool.end();
});

test("a copy whose rows come or are taken slowly is left alone", async () => {
  const pool = createPool(database.ownerUrl, 2);
  const client = await pool.connect();
  await client.query("create temp table slow (line text)");
  const into = client.query(from("copy slow from stdin"));
  into.write("first\n");
  await sleep(4000);
  into.end("second\n");
  await finished(into);
  expect(into.rowCount).toBe(2);
  await client.query("insert into slow select repeat('x', 1000) from generate_series(1, 30000)");
  const out = client.query(to("copy slow to stdout"));
  const chunks = out[Symbol.asyncIterator]();
  await chunks.next();
  await sleep(4000);
  while ((await chunks.next()).done !== true);
  expect(out.rowCount).toBe(30_002);
  client.release();
  await pool.end();
});

test("closing a silent connection does not wait for an answer", async () => {
  const client = createClient(proxy.url, "test");
  await client.connect();
  proxy.silence();
  const asked_ms = Date.now();
  await client.end();
  expect(Date.now() - asked_ms).toBeLessThan(seconds_ms);
});

test("purchases over a writer's connection that goes silent are each carried out once and answered", async () => {
  const writer = new Writer({ url: proxy.url });
  const opening = 1000 * price;
  const shop = await openShop(writer, 3, opening);
  const buy = () => writer.submit(purchaseBy(shop.customers[0] ?? ""), { remember: true });
  await buy();
  const before = Array.from({ length: 40 }, buy);
  await sleep(3);
  const silent_ms = Date.now();
  proxy.silence();
  const during = Array.from({ length: 40 }, buy);
  await expect.poll(() => writer.isWell(2000)).toBe(false);
  await sleep(1000);
  proxy.restore();
  const restored_ms = Date.now();
  const outcomes = await Promise.all([...before, ...during]);
  console.log(`silent for ${restored_ms - silent_ms} ms, answered ${Date.now() - restored_ms} ms after`);
  expect(Date.now() - restored_ms).toBeLessThan(seconds_ms);
  expect(await writer.isWell(seconds_ms)).toBe(true);
  const positions = outcomes.map((outcome) => outcome.accepted && outcome.position);
  expect(new Set(positions).size).toBe(80);
  const { rows } = await owner.query<{ count: number; money: number }>(
    `select (select count(*)::int from ledger."order") as count, (select sum(balance)::bigint from ledger.wallet) as money`,
  );
  expect(rows).toEqual([{ count: 81, money: 3 * opening - 81 * price }]);
  expect((await verify(owner)).findings).toEqual([]);
  await writer.close();
});

test("asking whether an idle writer is well finds its silent connection and replaces it", async () => {
  const writer = new Writer({ url: proxy.url });
  await writer.start();
  expect(await writer.isWell(seconds_ms)).toBe(true);
  proxy.silence();
  proxy.restore();
  expect(await writer.isWell(1000)).toBe(false);
  expect(await writer.isWell(seconds_ms)).toBe(true);
  await writer.close();
});

test("the lock of a process that was cut off within a transaction is released within seconds", async () => {
  const cutOff = new Writer({ url: proxy.url });
  const other = new Writer({ url: database.apiUrl });
  const shop = await openShop(other, 1, 10 * price);
  await cutOff.start();
  // Its backend holds the head after the locking statement and never gets the decision.
  const sideWrites = [{ text: "select 1", values: [] }];
  await owner.query("begin; lock table ledger.command");
  const lost = cutOff.submit(purchaseBy(shop.customers[0] ?? ""), { remember: true, sideWrites });
  await expect.poll(async () => lockWaits()).toBe(1);
  proxy.silence();
  await owner.query("rollback");
  const asked_ms = Date.now();
  const outcome = await other.submit(purchaseBy(shop.customers[0] ?? ""));
  expect(outcome.accepted).toBe(true);
  expect(Date.now() - asked_ms).toBeLessThan(seconds_ms);
  proxy.restore();
  expect((await lost).accepted).toBe(true);
  await Promise.all([cutOff.close(), other.close()]);
});

async function lockWaits(): Promise<number> {
  const { rowCount } = await owner.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rowCount ?? 0;
}
