import { createHmac } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openReceiver } from "../../testing/receiver.ts";
import { hostileDataMart } from "../hostile-shares.ts";
import { type DataMartDouble, startDataMartDouble } from "./double.ts";
import type { OrderFate, RequestFate } from "./fates.ts";

const apiKey = "key_of_the_tests";
const secret = "secret_of_the_tests";
const second_ms = 1000;
const minute_ms = 60 * second_ms;
const hour_ms = 60 * minute_ms;
const opening = 10_000;
/** How often a test looks again. */
const soon = { interval: 2 };
const shop = openReceiver();
let dataMart: DataMartDouble;

beforeEach(async () => {
  dataMart = await open();
});

afterEach(() => dataMart.close());

function open(changes: Partial<Parameters<typeof startDataMartDouble>[0]> = {}): Promise<DataMartDouble> {
  const deliver_ms = { min: 5 * second_ms, max: 50 * second_ms };
  return startDataMartDouble({
    seed: 1,
    apiKey,
    webhook: { url: shop.url, secret },
    opening,
    deliver_ms,
    ...changes,
  });
}

interface Answered {
  httpStatus: number;
  status: string;
  message: string | undefined;
  code: string | undefined;
  // The tests look into answers of many shapes.
  data: Record<string, unknown>;
}

function send(
  method: string,
  path: string,
  body?: object,
  headers: object = {},
  signal: AbortSignal | null = null,
): Promise<Response> {
  return fetch(dataMart.url + path, {
    method,
    headers: { "x-api-key": apiKey, "content-type": "application/json", ...headers },
    ...(body && { body: JSON.stringify(body) }),
    signal,
  });
}

async function answered(sent: Promise<Response>): Promise<Answered> {
  const response = await sent;
  return { ...((await response.json()) as Answered), httpStatus: response.status };
}

const asked = { phoneNumber: "0241234567", network: "YELLO", capacity: "5", gateway: "wallet" };
const sendPurchase = (key = "k1", changes: object = {}, signal?: AbortSignal) =>
  send("POST", "/purchase", { ...asked, ...changes }, { "x-idempotency-key": key }, signal);
const purchase = (key?: string, changes?: object) => answered(sendPurchase(key, changes));
const get = (path: string) => answered(send("GET", path));
const stateOf = async (reference: string) => (await get(`/order-status/${reference}`)).data?.["orderStatus"];
const orders = () => [...dataMart.orders.values()];
const only = () => {
  expect(dataMart.orders.size).toBe(1);
  return orders()[0]!;
};
const events = () => shop.received.map(({ headers }) => String(headers["x-datamart-event"]));

test("a purchase is charged at once and delivered later, with signed webhooks", async () => {
  expect(await purchase()).toMatchObject({
    httpStatus: 200,
    status: "success",
    data: {
      network: "YELLO",
      capacity: 5,
      price: 21,
      balanceBefore: 100,
      balanceAfter: 79,
      orderStatus: "pending",
    },
  });
  const { reference } = only();
  expect(only()).toMatchObject({ key: "k1", phone: "0241234567", price: 2100, delivered: "nothing" });
  await dataMart.clock.advance(3 * second_ms);
  expect((await get(`/order-status/${reference}`)).data).toMatchObject({
    reference,
    phoneNumber: "0241234567",
    network: "YELLO",
    capacity: 5,
    price: 21,
    orderStatus: "processing",
  });
  await dataMart.clock.advance(minute_ms);
  expect(await stateOf(reference)).toBe("completed");
  expect(only()).toMatchObject({ delivered: "all", isRefunded: false });
  expect(dataMart.balance()).toBe(7900);
  expect((await get("/balance")).data).toMatchObject({ balance: 79, currency: "GHS" });
  expect(events()).toEqual(["order.created", "order.processing", "order.completed"]);
  for (const { headers, body } of shop.received)
    expect(headers["x-datamart-signature"]).toBe(createHmac("sha256", secret).update(body).digest("hex"));
  expect(JSON.parse(shop.received[2]?.body ?? "")).toMatchObject({
    event: "order.completed",
    data: { orderReference: reference, phone: "0241234567", status: "completed" },
  });
});

test("a delivery takes seconds to two hours if nothing else is said, and without an address no webhook is sent", async () => {
  await dataMart.close();
  dataMart = await open({ deliver_ms: undefined, webhook: undefined });
  await purchase();
  await dataMart.clock.advance(5 * second_ms);
  expect(only().delivered).toBe("nothing");
  await dataMart.clock.advance(2 * hour_ms);
  expect(only().delivered).toBe("all");
  expect(dataMart.journal.webhooks).toEqual([]);
});

test("a repeated key gets the same answer again and is charged once, until it is forgotten after 24 hours", async () => {
  const first = await purchase();
  await dataMart.clock.advance(24 * hour_ms - 1);
  expect(await purchase("k1", { capacity: "10" })).toEqual(first);
  expect(only().price).toBe(2100);
  expect(dataMart.journal.doublePurchases).toEqual([]);
  await dataMart.clock.advance(1);
  await purchase();
  expect(dataMart.balance()).toBe(opening - 2 * 2100);
  const references = orders().map(({ reference }) => reference);
  expect(dataMart.journal.doublePurchases).toEqual([{ at_ms: dataMart.clock.now_ms, key: "k1", references }]);
});

test("while a purchase is worked on, its key gets 409, and later the same answer", async () => {
  dataMart.forceNext({ work: "slow" });
  const first = sendPurchase();
  await expect.poll(() => dataMart.journal.requests.length, soon).toBe(1);
  expect(await purchase()).toMatchObject({ httpStatus: 409, status: "error", code: "REQUEST_IN_PROGRESS" });
  expect(dataMart.orders.size).toBe(0);
  await dataMart.clock.advance(30 * second_ms);
  expect(await purchase()).toEqual(await answered(first));
  expect(only().key).toBe("k1");
});

test.each<[RequestFate["answer"], isBought: boolean, outcome: string | number]>([
  ["hang before", false, "hung"],
  ["hang after", true, "hung"],
  ["cut after", true, "cut"],
  ["drip", true, 200],
])(
  "with the answer %s the shop gives up, and a repeat buys nothing twice",
  async (answer, isBought, outcome) => {
    dataMart.forceRequest("/purchase", { answer });
    const giveUp = new AbortController();
    const end = answered(sendPurchase("k1", {}, giveUp.signal)).then(
      () => "answered",
      () => "no answer",
    );
    await expect.poll(() => dataMart.journal.requests[0]?.outcome, soon).toBe(outcome);
    if (answer !== "cut after") giveUp.abort();
    expect(await end).toBe("no answer");
    expect(dataMart.orders.size).toBe(isBought ? 1 : 0);
    expect((await purchase()).httpStatus).toBe(200);
    expect(only().key).toBe("k1");
    expect(dataMart.balance()).toBe(7900);
  },
);

test.each<[RequestFate["answer"], isBought: boolean]>([
  ["error before", false],
  ["error after", true],
])("with the answer %s the shop gets HTML", async (answer, isBought) => {
  dataMart.forceRequest("/purchase", { answer });
  const response = await sendPurchase();
  expect(response.status).toBe(502);
  expect(await response.text()).toContain("<html>");
  expect(dataMart.orders.size).toBe(isBought ? 1 : 0);
});

test("a dripping answer is whole in the end", async () => {
  dataMart.forceRequest("/balance", { answer: "drip" });
  const response = send("GET", "/balance");
  await expect.poll(() => dataMart.journal.requests[0]?.outcome, soon).toBe(200);
  await dataMart.clock.advance(40 * second_ms);
  expect((await answered(response)).data).toMatchObject({ balance: 100 });
});

test.each<[Partial<OrderFate>, states: string[], delivered: string, isRefunded: boolean]>([
  [{ ends: "failed" }, ["refunded", "refunded"], "nothing", true],
  [{ ends: "failed", refund: "silent" }, ["failed", "failed"], "nothing", true],
  [{ ends: "failed", refund: "later" }, ["failed", "refunded"], "nothing", true],
  [{ ends: "failed", refund: "never" }, ["failed", "failed"], "nothing", false],
  [{ ends: "delivered, says failed", refund: "never" }, ["failed", "failed"], "all", false],
  [{ ends: "delivered, says failed" }, ["refunded", "refunded"], "all", true],
  [{ ends: "completed, later failed" }, ["completed", "refunded"], "nothing", true],
  [{ ends: "failed, later completed" }, ["refunded", "completed"], "all", true],
  [{ ends: "failed, later completed", refund: "never" }, ["failed", "completed"], "all", false],
  [{ ends: "failed, later completed", refund: "later" }, ["failed", "completed"], "all", false],
  [{ ends: "stuck" }, ["processing", "processing"], "nothing", false],
  [{ ends: "stuck, delivered" }, ["processing", "processing"], "all", false],
  [{ ends: "partial" }, ["partial", "partial"], "part", false],
  [{ ends: "unknown word" }, ["on_hold", "on_hold"], "nothing", false],
  [{ queue: "waiting" }, ["waiting", "completed"], "all", false],
])("an order with %j says %j", async (fate, states, delivered, isRefunded) => {
  dataMart.forceNext(fate);
  await purchase();
  const { reference } = only();
  await dataMart.clock.advance(minute_ms);
  const early = await stateOf(reference);
  await dataMart.clock.advance(2 * hour_ms);
  expect([early, await stateOf(reference)]).toEqual(states);
  expect(only()).toMatchObject({ delivered, isRefunded });
  expect(dataMart.balance()).toBe(isRefunded ? opening : 7900);
});

test("order-status does not find an order for a while or for ever, although it is delivered", async () => {
  dataMart.forceNext({ lookup: "late" });
  dataMart.forcePhone("0241234568", { lookup: "never" });
  await purchase("k1");
  await purchase("k2", { phoneNumber: "0241234568" });
  const [late = "", never = ""] = dataMart.orders.keys();
  await dataMart.clock.advance(2 * minute_ms);
  expect(orders().map(({ delivered }) => delivered)).toEqual(["all", "all"]);
  expect(await get(`/order-status/${late}`)).toMatchObject({ httpStatus: 404, status: "error" });
  await dataMart.clock.advance(hour_ms);
  expect(await stateOf(late)).toBe("completed");
  expect((await get(`/order-status/${never}`)).httpStatus).toBe(404);
});

test("the price can change between the list and the purchase, and what is charged is true", async () => {
  const list = await get("/data-packages?network=YELLO");
  expect(list.data).toContainEqual({
    capacity: "5",
    mb: "5120",
    price: "21",
    network: "YELLO",
    inStock: true,
  });
  dataMart.setPrice("YELLO", 5, 2222);
  expect((await purchase()).data).toMatchObject({ price: 22.22, balanceAfter: 77.78 });
  dataMart.forceNext({ price: "raised" });
  expect((await purchase("k2")).data).toMatchObject({ price: 24.45 });
  expect(dataMart.balance()).toBe(opening - 2222 - 2445);
  const all = await get("/data-packages");
  expect(Object.keys(all.data)).toEqual(["YELLO", "TELECEL", "AT_PREMIUM"]);
});

test("when the money ends the purchase is refused, and after a top-up the same key buys", async () => {
  dataMart.setPrice("YELLO", 5, opening + 1);
  const refused = { httpStatus: 402, status: "error", currentBalance: 100, requiredAmount: 100.01 };
  expect(await purchase()).toMatchObject(refused);
  expect(dataMart.orders.size).toBe(0);
  dataMart.topUp(1);
  dataMart.forceNext({ accepts: "lacks money", memory: "refusals too" });
  expect(await purchase("k2")).toMatchObject(refused);
  expect(await purchase("k2")).toMatchObject(refused);
  expect((await purchase()).httpStatus).toBe(200);
  expect(dataMart.balance()).toBe(0);
});

test.each([
  ["a number with 233", { phoneNumber: "233241234567" }],
  ["an unknown network", { network: "MTN" }],
  ["a capacity as a number", { capacity: 5 }],
  ["an unknown package", { capacity: "7" }],
  ["no wallet", { gateway: undefined }],
])("a purchase with %s is refused", async (_, changes) => {
  expect(await purchase("k1", changes)).toMatchObject({ httpStatus: 400, status: "error" });
  expect(dataMart.balance()).toBe(opening);
});

test("a wrong number, a barred one and a package that is out of stock are refused", async () => {
  dataMart.forceNext({ accepts: "wrong number" });
  expect((await purchase()).httpStatus).toBe(400);
  dataMart.forceNext({ accepts: "barred number" });
  expect((await purchase()).httpStatus).toBe(403);
  for (const one of dataMart.prices) one.inStock = false;
  expect((await purchase()).httpStatus).toBe(400);
  expect(dataMart.orders.size).toBe(0);
});

test("a wrong key gets 401, and a right one can get it too", async () => {
  expect((await send("GET", "/balance", undefined, { "x-api-key": "other" })).status).toBe(401);
  dataMart.forceRequest("/balance", { door: "wrong key" });
  expect((await get("/balance")).httpStatus).toBe(401);
  expect((await get("/balance")).httpStatus).toBe(200);
});

test("nothing is found beside the base address", async () => {
  expect((await fetch(new URL("/balance", dataMart.url), { headers: { "x-api-key": apiKey } })).status).toBe(
    404,
  );
  expect((await get("/wallet")).httpStatus).toBe(404);
});

test("above the limit of a minute everybody gets 429 until the next minute", async () => {
  const first = await Promise.all(Array.from({ length: 120 }, () => get("/balance")));
  expect(new Set(first.map(({ httpStatus }) => httpStatus))).toEqual(new Set([200]));
  expect((await get("/balance")).httpStatus).toBe(429);
  expect((await get("/order-status/GN-1")).httpStatus).toBe(404);
  await dataMart.clock.advance(minute_ms);
  expect((await get("/balance")).httpStatus).toBe(200);
  dataMart.forceRequest("/purchase", { door: "too many" });
  expect((await purchase()).httpStatus).toBe(429);
  expect(dataMart.orders.size).toBe(0);
});

test("an answer can be about another order, number or package", async () => {
  await purchase("k1");
  dataMart.forceRequest("/purchase", { about: "other reference" });
  const wrong = await purchase("k2");
  const [first = "", second = ""] = dataMart.orders.keys();
  expect(wrong.data["orderReference"]).toBe(first);
  expect((await purchase("k2")).data["orderReference"]).toBe(second);
  const ask = async (about: RequestFate["about"]) => {
    dataMart.forceRequest("/order-status", { about });
    return (await get(`/order-status/${first}`)).data;
  };
  expect(await ask("other reference")).toMatchObject({ reference: second });
  expect(await ask("other number")).toMatchObject({ reference: first, phoneNumber: "0241234568" });
  expect(await ask("other package")).toMatchObject({ reference: first, capacity: 6 });
});

test("numbers come as text, and texts as numbers", async () => {
  dataMart.forceRequest("/purchase", { money: "text", capacity: "text" });
  expect((await purchase()).data).toMatchObject({ price: "21", balanceAfter: "79", capacity: "5" });
  dataMart.forceRequest("/data-packages", { money: "number", capacity: "number" });
  const one = { capacity: 5, mb: 5120, price: 21, network: "YELLO", inStock: true };
  expect((await get("/data-packages?network=YELLO")).data).toContainEqual(one);
  await dataMart.clock.advance(2 * second_ms);
  expect(JSON.parse(shop.received[0]?.body ?? "")).toMatchObject({ data: { price: "21", capacity: "5" } });
});

test.each<[OrderFate["webhook"], early: string[], late: string[]]>([
  ["first", ["created", "processing", "completed"], []],
  ["twice", ["created", "created", "processing", "processing", "completed", "completed"], []],
  ["late", [], ["created", "processing", "completed"]],
  ["out of order", ["completed"], ["created", "processing"]],
  ["never", [], []],
])("webhooks come %s", async (webhook, early, late) => {
  dataMart.forceNext({ webhook });
  await purchase();
  expect(events()).toEqual(webhook === "first" ? ["order.created"] : []);
  await dataMart.clock.advance(2 * minute_ms);
  expect(events().toSorted()).toEqual(early.map((one) => `order.${one}`).toSorted());
  await dataMart.clock.advance(100 * hour_ms);
  expect(events().slice(early.length)).toEqual(late.map((one) => `order.${one}`));
});

test("a webhook that the shop refuses is not sent again", async () => {
  shop.answer = () => 500;
  await purchase();
  await dataMart.clock.advance(100 * hour_ms);
  expect(dataMart.journal.webhooks.map(({ outcome }) => outcome)).toEqual([500, 500, 500]);
});

test.each<[OrderFate["forgery"], isSigned: boolean]>([
  ["unsigned", false],
  ["wrong key", false],
  ["other body signed", false],
  ["other reference", true],
])("an attacker claims a delivery: %s", async (forgery, isSigned) => {
  dataMart.forceNext({ webhook: "never", ends: "stuck" });
  dataMart.forceNext({ webhook: "never", ends: "stuck", forgery });
  await purchase("k1");
  await purchase("k2");
  await dataMart.clock.advance(minute_ms);
  const [first, second] = dataMart.orders.keys();
  const [{ headers, body } = { headers: {}, body: "" }] = shop.received;
  expect(JSON.parse(body)).toMatchObject({
    event: "order.completed",
    data: { orderReference: isSigned ? first : second, status: "completed" },
  });
  const right = createHmac("sha256", secret).update(body).digest("hex");
  expect(headers["x-datamart-signature"] === right).toBe(isSigned);
  expect(dataMart.journal.webhooks).toMatchObject([{ isForged: true, outcome: 200 }]);
  await dataMart.forge("order.failed", { orderReference: first }, "unsigned");
  expect(events()).toEqual(["order.completed", "order.failed"]);
});

test("a person decides, and the fate decides nothing any more", async () => {
  for (const key of ["k1", "k2", "k3"]) await purchase(key);
  const [first = "", second = "", third = ""] = dataMart.orders.keys();
  dataMart.deliver(first);
  dataMart.fail(second);
  dataMart.refund(third);
  dataMart.refund(third);
  await dataMart.clock.advance(hour_ms);
  expect(orders().map(({ state, delivered }) => [state, delivered])).toEqual([
    ["completed", "all"],
    ["refunded", "nothing"],
    ["refunded", "nothing"],
  ]);
  expect(dataMart.balance()).toBe(7900);
});

test("the receiver's number chooses what happens if it may, and a test chooses first", async () => {
  await dataMart.close();
  dataMart = await open({ phonesChoose: true });
  expect((await purchase("k1", { phoneNumber: "0241234509" })).httpStatus).toBe(403);
  dataMart.forceNext({ ends: "completed" });
  await purchase("k2", { phoneNumber: "0241234505" });
  await purchase("k3", { phoneNumber: "0241234505" });
  dataMart.forcePhone("0241234509", { ends: "failed", refund: "silent" });
  await purchase("k4", { phoneNumber: "0241234509" });
  await dataMart.clock.advance(hour_ms);
  expect(orders().map(({ state }) => state)).toEqual(["completed", "partial", "failed"]);
});

test("in a storm the balance agrees with the orders, and the same seed tells the same story", async () => {
  const play = async () => {
    await dataMart.close();
    dataMart = await open({ shares: hostileDataMart, opening: 1_000_000 });
    for (let count = 0; count < 40; count += 1) {
      // Slow and hanging requests are left behind; the clock goes on.
      void sendPurchase(`k${count}`).catch(() => {});
      await expect.poll(() => dataMart.journal.requests.length, soon).toBe(count + 1);
      await dataMart.clock.advance(minute_ms);
    }
    await dataMart.clock.advance(100 * hour_ms);
    const spent = orders().reduce((sum, one) => sum + (one.isRefunded ? 0 : one.price), 0);
    expect(dataMart.balance()).toBe(1_000_000 - spent);
    expect(dataMart.journal.doublePurchases).toEqual([]);
    return orders().map(({ key, state, delivered, price }) => ({ key, state, delivered, price }));
  };
  const story = await play();
  expect(new Set(story.map(({ state }) => state)).size).toBeGreaterThan(3);
  expect(await play()).toEqual(story);
});
