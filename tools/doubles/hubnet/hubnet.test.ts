import { afterEach, beforeEach, expect, test } from "vitest";
import { openReceiver } from "../../testing/receiver.ts";
import { hostileHubnet } from "../hostile-shares.ts";
import { type HubnetDouble, startHubnetDouble } from "./double.ts";
import type { RequestFate } from "./fates.ts";

const key = "key_of_the_tests";
const second_ms = 1000;
const minute_ms = 60 * second_ms;
const hour_ms = 60 * minute_ms;
const opening = 10_000;
/** How often a test looks again. */
const soon = { interval: 2 };
const shop = openReceiver();
let hubnet: HubnetDouble;

beforeEach(async () => {
  hubnet = await open();
});

afterEach(() => hubnet.close());

function open(changes: Partial<Parameters<typeof startHubnetDouble>[0]> = {}): Promise<HubnetDouble> {
  const deliver_ms = { min: 5 * second_ms, max: 50 * second_ms };
  return startHubnetDouble({ seed: 1, key, opening, deliver_ms, minute_max: 1000, ...changes });
}

// The tests look into answers of many shapes.
type Answered = Record<string, unknown> & { httpStatus: number };

async function send(method: string, path: string, body?: object, token = `Bearer ${key}`): Promise<Answered> {
  const sent = body && { body: JSON.stringify(body) };
  const response = await fetch(hubnet.url + path, { method, headers: { token }, ...sent });
  return { ...((await response.json()) as object), httpStatus: response.status };
}

const order = (reference = "order1", changes: object = {}, network = "mtn") =>
  send("POST", `/${network}-new-transaction`, {
    phone: "0241234567",
    volume: "5000",
    reference,
    referrer: "0240000000",
    webhook: shop.url,
    ...changes,
  });
const status = (reference = "order1") => send("GET", `/check-transaction-status?reference=${reference}`);
const balance = () => send("GET", "/check_balance");
const orders = () => [...hubnet.orders.values()];
const told = () => shop.received.map(({ body }) => JSON.parse(body) as object);

test("an order is charged without a word about its price, is delivered later, and each step is told unsigned", async () => {
  const data = { reference: "order1", phone: "0241234567", volume: "5000", status: "pending" };
  expect(await order()).toMatchObject({ httpStatus: 200, status: true, message: "0000", data });
  expect(await balance()).toMatchObject({ status: true, balance: "78.50", currency: "GHS" });
  await hubnet.clock.advance(minute_ms);
  expect(await status()).toMatchObject({ status: true, message: "0000", data: { status: "delivered" } });
  expect(orders()).toMatchObject([{ reference: "order1", key: "order1", delivered: "all", price: 2150 }]);
  expect(told()).toMatchObject([
    { event: "transaction.pending", data: { reference: "order1", status: "pending" } },
    { event: "transaction.processing", data: { status: "processing" } },
    { event: "transaction.delivered", data: { status: "delivered" } },
  ]);
});

test("a reference buys once, for ever", async () => {
  await order();
  const again = { httpStatus: 400, status: false, data: { message: "Duplicate transaction reference" } };
  expect(await order()).toMatchObject(again);
  await hubnet.clock.advance(1000 * hour_ms);
  expect(await order()).toMatchObject(again);
  expect(await status()).toMatchObject({ status: true, data: { status: "delivered" } });
  expect(hubnet.balance()).toBe(opening - 2150);
});

test("while an order is worked on, its reference is a duplicate that cannot be found", async () => {
  hubnet.forceNext({ work: "slow" });
  const first = order();
  await expect.poll(() => hubnet.journal.requests.length, soon).toBe(1);
  expect(await order()).toMatchObject({ status: false });
  expect(await status()).toMatchObject({ status: false });
  await hubnet.clock.advance(30 * second_ms);
  expect(await first).toMatchObject({ status: true, reference: "order1" });
});

test.each<[RequestFate["success"], right: object, wrong: object]>([
  ["message", { status: true, message: "0000" }, { status: false, message: "1006" }],
  ["code", { status: true, code: "0000" }, { status: false, code: "1006" }],
  ["data code", { status: true, data: { code: "0000" } }, { status: false, data: { code: "1006" } }],
  ["words", { status: "success" }, { status: "failed", code: "1006" }],
])("answers say in %s whether they are successes", async (success, right, wrong) => {
  hubnet.forceRequest("/mtn", { success });
  expect(await order()).toMatchObject(right);
  hubnet.forceRequest("/check-transaction-status", { success });
  expect(await status("order2")).toMatchObject(wrong);
  hubnet.forceRequest("/check_balance", { success });
  expect(JSON.stringify(await balance())).toContain('balance":"78.50"');
});

test.each([
  ["a number with 233", { phone: "233241234567" }],
  ["a GB of 1024 MB", { volume: "5120" }],
  ["a volume as a number", { volume: 5000 }],
  ["a short reference", { reference: "order" }],
  ["a long reference", { reference: "o".repeat(26) }],
  ["a webhook that is no address", { webhook: "shop" }],
])("an order with %s is refused", async (_, changes) => {
  expect(await order("order1", changes)).toMatchObject({ httpStatus: 400, status: false });
  expect(hubnet.balance()).toBe(opening);
});

test("an unknown network, a wrong key, a wrong number, a barred one and an empty account are refused", async () => {
  expect(await order("order1", {}, "telecel")).toMatchObject({ httpStatus: 400 });
  expect(await send("GET", "/check_balance", undefined, key)).toMatchObject({ httpStatus: 401 });
  hubnet.forceRequest("/check_balance", { door: "wrong key" });
  expect(await balance()).toMatchObject({ httpStatus: 401 });
  for (const accepts of ["wrong number", "barred number", "lacks money"] as const) {
    hubnet.forceNext({ accepts });
    expect(await order()).toMatchObject({ httpStatus: 400, status: false });
  }
  expect(await order("order2", { volume: "50000" })).toMatchObject({ message: "1004" });
  expect(orders()).toEqual([]);
  expect(await order()).toMatchObject({ status: true });
});

test("a refusal can use its reference up", async () => {
  hubnet.forceNext({ accepts: "lacks money", memory: "refusals too" });
  expect(await order()).toMatchObject({ message: "1004" });
  expect(await order()).toMatchObject({ message: "1005" });
});

test("above the limit of a minute each call is refused until the next minute", async () => {
  await hubnet.close();
  hubnet = await open({ minute_max: undefined });
  for (let count = 0; count < 5; count += 1) expect((await balance()).httpStatus).toBe(200);
  expect(await balance()).toMatchObject({ httpStatus: 429, status: false, message: "1007" });
  expect(await order()).toMatchObject({ httpStatus: 200 });
  await hubnet.clock.advance(minute_ms);
  expect(await balance()).toMatchObject({ httpStatus: 200 });
});

test("an answer can be about another order, number or volume, or count 1,024 MB for a GB", async () => {
  await order("order1");
  await order("order2");
  const ask = async (fate: Partial<RequestFate>) => {
    hubnet.forceRequest("/check-transaction-status", fate);
    return (await status())["data"];
  };
  expect(await ask({ about: "other reference" })).toMatchObject({ reference: "order2" });
  expect(await ask({ about: "other number" })).toMatchObject({ phone: "0241234568" });
  expect(await ask({ about: "other package" })).toMatchObject({ volume: "6000" });
  expect(await ask({ volume: "number" })).toMatchObject({ volume: 5000 });
  expect(await ask({ volume: "of 1024" })).toMatchObject({ volume: "5120" });
});

test("anybody can claim a delivery, of this order or of another one", async () => {
  await order("order1", { webhook: undefined });
  hubnet.forceNext({ ends: "stuck", webhook: "never", forgery: "own reference" });
  await order("order2");
  hubnet.forceNext({ ends: "stuck", webhook: "never", forgery: "other reference" });
  await order("order3");
  await hubnet.clock.advance(minute_ms);
  const claimed = { event: "transaction.delivered", data: { reference: "order2", status: "delivered" } };
  expect(told()).toMatchObject([claimed, claimed]);
  expect(hubnet.journal.webhooks).toMatchObject([{ isForged: true }, { isForged: true }]);
  expect(orders()[1]).toMatchObject({ delivered: "nothing" });
});

test("the price changes without a word, and the number's last digits choose what happens if they may", async () => {
  await hubnet.close();
  hubnet = await open({ phonesChoose: true });
  await order("order1", { phone: "0241234511" });
  await order("order2", { phone: "0241234500" });
  await order("order3", { phone: "0241234505" });
  await hubnet.clock.advance(hour_ms);
  expect(orders().map(({ price, state, delivered }) => [price, state, delivered])).toEqual([
    [5 * 473, "completed", "all"],
    [5 * 473, "completed", "all"],
    [5 * 473, "partial", "part"],
  ]);
});

test("in a storm the balance agrees with the orders, no reference buys twice, and the seed tells the story", async () => {
  const play = async () => {
    await hubnet.close();
    hubnet = await open({ shares: hostileHubnet, opening: 1_000_000 });
    for (let count = 0; count < 60; count += 1) {
      // Slow and hanging requests are left behind; the clock goes on.
      void order(`order${Math.floor(count / 2)}`).catch(() => {});
      await expect.poll(() => hubnet.journal.requests.length, soon).toBe(count + 1);
      await hubnet.clock.advance(minute_ms);
    }
    await hubnet.clock.advance(100 * hour_ms);
    const spent = orders().reduce((sum, one) => sum + (one.isRefunded ? 0 : one.price), 0);
    expect(hubnet.balance()).toBe(1_000_000 - spent);
    expect(hubnet.journal.doublePurchases).toEqual([]);
    return orders().map(({ key, state, delivered, price }) => ({ key, state, delivered, price }));
  };
  const story = await play();
  expect(new Set(story.map(({ state }) => state)).size).toBeGreaterThan(2);
  expect(await play()).toEqual(story);
});
