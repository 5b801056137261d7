/**
 * The connections to the database go silent: the shop reports it within seconds, and sells again within seconds
 * afterwards.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SilentProxy, startSilentProxy } from "#ledger/log/testing/silent-proxy.ts";
import { createTestDatabase } from "#tools/testing/database.ts";
import { type Answer, TestShop, type TestUser } from "#tools/testing/test-shop.ts";

let proxy: SilentProxy;
let shop: TestShop;
let ama: TestUser;

beforeAll(async () => {
  const database = await createTestDatabase();
  proxy = await startSilentProxy(database.apiUrl);
  shop = await TestShop.open({ databaseUrl: proxy.url, patience: { connect_ms: 1500 } }, database);
  ama = await shop.addUser("ama", "0245550101", "Customer", 100_000);
  // Opens the connections that purchases use.
  await buy("first");
});
afterAll(async () => {
  // Until then, the silent connections use the database.
  await proxy.close();
  await shop.close();
});

const order = { network: "MTNup2u", offer: "1 GB", receiver: "0244123456" };
const buy = (key: string) => shop.as(ama).post("/order/create", order, { key });
const ready = () => shop.call("GET", "/readyz");

async function timed<T>(work: Promise<T>): Promise<{ answer: T; took_ms: number }> {
  const began_ms = Date.now();
  const answer = await work;
  return { answer, took_ms: Date.now() - began_ms };
}

const unavailable = { status: 503, body: { code: "unavailable" } };

/** Five on a quiet machine. Nobody who waits for TCP has an answer after a minute. */
const seconds_ms = 20_000;

test("reports silent connections, and is ready and sells again within seconds after they recover", async () => {
  const before = await shop.books();
  proxy.silence();
  const read = timed(shop.as(ama).get("/product"));
  const bought = timed(buy("second"));
  await sleep(2500);
  const asked = await timed(ready());
  expect(asked.answer).toMatchObject({
    status: 503,
    body: { fields: { database: "It does not answer", writer: "It cannot reach the database" } },
  });
  expect(asked.took_ms).toBeLessThan(seconds_ms);
  const { answer, took_ms: read_ms } = await read;
  expect(answer).toMatchObject(unavailable);
  expect(answer.headers.get("retry-after")).toBe("2");
  expect(read_ms).toBeLessThan(seconds_ms);
  proxy.restore();
  const recovered = await timed(untilReady());
  const sold = await timed(buy("third"));
  expect(sold.answer.status).toBe(201);
  console.log(
    `read refused after ${read_ms} ms; ready ${recovered.took_ms} ms, sold ${sold.took_ms} ms after`,
  );
  expect(recovered.took_ms + sold.took_ms).toBeLessThan(seconds_ms);
  // The purchase in progress is done once, whatever answer its caller got.
  const second = (await bought).answer;
  expect([201, 503]).toContain(second.status);
  expect((await buy("second")).status).toBe(201);
  expect((await shop.books()).wallets).toBe(before.wallets - 2 * 480);
});

test("purchases continue within seconds if old connections stay silent and new ones work", async () => {
  proxy.silence();
  proxy.restore();
  const { answer, took_ms } = await timed(untilSold("fourth"));
  expect(answer.status).toBe(201);
  console.log(`sold ${took_ms} ms after all connections had gone silent`);
  expect(took_ms).toBeLessThan(seconds_ms);
  await untilReady();
});

async function untilReady(): Promise<void> {
  while ((await ready()).status !== 200) await sleep(50);
}

async function untilSold(key: string): Promise<Answer> {
  for (;;) {
    const answer = await buy(key);
    if (answer.status !== 503) return answer;
    await sleep(100);
  }
}
