/** Of two processes, only one has the key of a supplier, and it stands still for longer than others wait for it. */
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CuttingProxy, startCuttingProxy } from "#ledger/log/testing/cutting-proxy.ts";
import type { OrderRecord } from "#contract/order-list.ts";
import { type DataMartDouble, startDataMartDouble } from "#tools/doubles/datamart/double.ts";
import { createTestDatabase } from "#tools/testing/database.ts";
import { TestShop, type TestUser } from "#tools/testing/test-shop.ts";
import type { RunningServer } from "../server.ts";
import { alone_ms } from "./follow-answer.ts";
import { workOnReport } from "./order-rows.ts";
import { bulk_min } from "./supplier-rows.ts";

const key = "a-key-of-datamart-for-tests";
const opening = 900_00;
const hurry = 40;

let shop: TestShop;
let proxy: CuttingProxy;
let double: DataMartDouble;
let stopClock: () => void;
/** Only this one has the key. The proxy is between it and the database. */
let sender: RunningServer;
let ama: TestUser;

beforeAll(async () => {
  double = await startDataMartDouble({ seed: 1, apiKey: key, opening, deliver_ms: { min: 500, max: 1000 } });
  stopClock = double.clock.follow(60);
  const database = await createTestDatabase();
  shop = await TestShop.open({ suppliers: {} }, database);
  proxy = await startCuttingProxy(database.apiUrl);
  const suppliers = { datamart: { key, url: double.url, answer_ms: 5000 }, hurry };
  sender = await shop.another({ databaseUrl: proxy.url, suppliers });
  ama = await shop.addUser("ama", "0245550101", "Customer", 900_00);
  const base = sender.url;
  const routes = { package: "mtnup2u-1", routes: [{ supplier: "datamart", code: "YELLO 1" }] };
  const money = { from: "momo", amount: opening / 100, reason: "paid in" };
  await asAdmin("PUT", "/supplier/routes", routes, base);
  await asAdmin("POST", "/supplier/datamart/fund", money, base);
});
afterAll(async () => {
  stopClock();
  await sender.close();
  await shop.close();
  await proxy.close();
  await double.close();
});

const asAdmin = (method: string, path: string, body: unknown, base = shop.server.url) =>
  shop.call(method, path, body, { token: shop.admin.token, base });

const buy = async (receiver = "0241234567") => (await shop.buy(ama, "mtnup2u-1", receiver)).body;
const statusOf = async ({ id }: OrderRecord) =>
  (await shop.pool.query<{ status: string }>(`select status from ledger."order" where id = $1`, [id])).rows[0]
    ?.status;

/** The sender begins what `work` gives it, and stands still before it asks DataMart. */
async function stopBeforeAsking<T>(work: () => Promise<T>): Promise<T> {
  const lock = await shop.pool.connect();
  await lock.query("begin");
  await lock.query("lock table ledger.fulfilment in exclusive mode");
  const given = await work();
  const begins = "select from pg_locks where relation = 'ledger.fulfilment'::regclass and not granted";
  await expect.poll(async () => (await shop.pool.query(begins)).rowCount).toBe(1);
  // What it has sent, with its commit, still arrives.
  proxy.setWeather({ kind: "held", towards: "client" });
  await lock.query("commit");
  lock.release();
  return given;
}

/** An admin ends the attempt, and the sender goes on after its time is over. */
async function settleMeanwhile(order: number): Promise<void> {
  const reason = "their support says so";
  const end = { order, attempt: 1, outcome: "refused", reason };
  await expect
    .poll(async () => (await asAdmin("POST", "/supplier/settle", end)).status, { interval: 100 })
    .toBe(200);
  const path = `/order/update-status/${order}`;
  expect(await asAdmin("PUT", path, { status: "rejected", reason })).toMatchObject({ status: 200 });
  await setTimeout(alone_ms.answer / hurry);
  proxy.setWeather({ kind: "clear" });
}

test("an attempt that an admin has settled meanwhile is not sent", async () => {
  const settled = await stopBeforeAsking(buy);
  await settleMeanwhile(settled.id);
  // The next order is delivered, so the process is awake again.
  const next = await buy();
  await expect.poll(() => statusOf(next)).toBe("completed");
  expect(double.orders.size).toBe(1);
});

test("an order whose job comes to the process without the key is asked about by the other one", async () => {
  double.forceNext({ ends: "stuck" });
  const stuck = await buy();
  const bought = () => [...double.orders.values()].find(({ fate }) => fate.ends === "stuck");
  await expect.poll(() => bought()?.reference).toBeDefined();
  const asks = async () =>
    (
      await shop.pool.query<{ asks: number }>("select asks from shop.fulfilment where order_id = $1", [
        stuck.id,
      ])
    ).rows[0]?.asks;
  await expect.poll(asks).toBeGreaterThan(1);
  proxy.setWeather({ kind: "held" });
  await workOnReport(shop.pool, { order: stuck.id });
  await expect.poll(asks).toBe(1);
  proxy.setWeather({ kind: "clear" });
  double.deliver(bought()!.reference);
  await expect.poll(() => statusOf(stuck)).toBe("completed");
});

test("a request of many orders is not sent if an admin has settled one of them meanwhile", async () => {
  const pause = (isPaused: boolean) => asAdmin("PUT", "/supplier/datamart/pause", { isPaused }, sender.url);
  const fulfilments = async (which: string) =>
    (
      await shop.pool.query<{ order_id: number }>(
        `select order_id from shop.fulfilment where ${which} order by 1`,
      )
    ).rows;
  expect(await pause(true)).toMatchObject({ status: 200 });
  const orders: OrderRecord[] = [];
  for (let n = 10; n < 10 + bulk_min; n++) orders.push(await buy(`05400000${n}`));
  await expect.poll(async () => (await fulfilments("waits")).length).toBe(orders.length);
  await stopBeforeAsking(() => pause(false));
  await expect
    .poll(async () => (await fulfilments("bulk is not null")).length)
    .toBeGreaterThanOrEqual(bulk_min);
  const [settled, ...others] = await fulfilments("bulk is not null");
  await settleMeanwhile(settled!.order_id);
  const next = await buy();
  await expect.poll(() => statusOf(next)).toBe("completed");
  expect(double.journal.requests.filter(({ path }) => path === "/bulk-purchase")).toEqual([]);
  // The shop does not know that, because another process could have sent it. So an admin settles these too.
  const asked = `bulk is not null and asks > 0 and order_id <> ${settled!.order_id}`;
  await expect.poll(() => fulfilments(asked)).toEqual(others);
  const stuck = orders.filter(({ id }) => others.some(({ order_id }) => order_id === id));
  for (const { receiver } of stuck)
    expect([...double.orders.values()].filter(({ phone }) => phone === receiver)).toEqual([]);
});
