import { afterEach, beforeEach, expect, test } from "vitest";
import { openReceiver } from "../../testing/receiver.ts";
import { hostileDataMart } from "../hostile-shares.ts";
import { type DataMartDouble, startDataMartDouble } from "./double.ts";
import type { OrderFate, RequestFate } from "./fates.ts";

const apiKey = "key_of_the_tests";
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
    webhook: { url: shop.url, secret: "secret_of_the_tests" },
    opening,
    deliver_ms,
    ...changes,
  });
}

interface Entry extends Record<string, unknown> {
  index: number;
  ref?: string;
}

interface Answered {
  httpStatus: number;
  status: string;
  message: string;
  data: { summary?: object; results: Entry[]; validationErrors: Entry[] };
}

async function answered(sent: Promise<Response>): Promise<Answered> {
  const response = await sent;
  return { ...((await response.json()) as Answered), httpStatus: response.status };
}

function post(path: string, body: object, key: string, signal?: AbortSignal): Promise<Response> {
  return fetch(dataMart.url + path, {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json", "x-idempotency-key": key },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
}

/** The line of this ref, for 5 GB at 21 cedis. */
const line = (ref: string | undefined, changes: object = {}) => ({
  phoneNumber: "0241234567",
  network: "YELLO",
  capacity: "5",
  ref,
  ...changes,
});
const three = [
  line("MY-001"),
  line("MY-002", { capacity: "2" }),
  line(undefined, { phoneNumber: "0201234567", network: "TELECEL", capacity: "1" }),
];
const sendBulk = (orders: unknown, key = "b1", signal?: AbortSignal) =>
  post("/bulk-purchase", { orders }, key, signal);
const bulk = (orders: unknown, key?: string) => answered(sendBulk(orders, key));
const single = (key: string) => answered(post("/purchase", { ...line(undefined), gateway: "wallet" }, key));
const statusOf = (reference: string) =>
  answered(fetch(`${dataMart.url}/order-status/${reference}`, { headers: { "x-api-key": apiKey } }));
const references = () => [...dataMart.orders.keys()];
const refused = (entries: readonly Entry[]) =>
  entries.map(({ index, ref, message }) => [index, ref, message]);

const isPoor = "Insufficient wallet balance";
const hasStopped = "Not processed: the wallet balance ran out";

test("a bulk of three is charged at once, and each of its orders is delivered with webhooks of its own", async () => {
  expect(await bulk(three)).toEqual({
    httpStatus: 200,
    status: "success",
    message: "Bulk order processed: 3 queued, 0 failed",
    data: {
      summary: {
        total: 3,
        successful: 3,
        failed: 0,
        invalid: 0,
        totalCharged: 33.4,
        remainingBalance: 66.6,
      },
      results: [
        {
          index: 1,
          ref: "MY-001",
          phoneNumber: "0241234567",
          network: "YELLO",
          capacity: "5",
          price: 21,
          status: "queued",
          purchaseId: "P260001",
          orderReference: "MY-001",
          transactionReference: "TRX-260001",
          balanceBefore: 100,
          balanceAfter: 79,
        },
        expect.objectContaining({
          index: 2,
          orderReference: "MY-002",
          balanceBefore: 79,
          balanceAfter: 70.6,
        }),
        expect.objectContaining({ index: 3, orderReference: "GN-260003", network: "TELECEL", price: 4 }),
      ],
      validationErrors: [],
    },
  });
  const orders = [...dataMart.orders.values()];
  expect(orders.map(({ key, reference }) => [key, reference])).toEqual([
    ["MY-001", "MY-001"],
    ["MY-002", "MY-002"],
    [undefined, "GN-260003"],
  ]);
  expect(dataMart.balance()).toBe(6660);
  await dataMart.clock.advance(2 * minute_ms);
  expect(orders.map(({ delivered }) => delivered)).toEqual(["all", "all", "all"]);
  const told = shop.received.map(({ headers }) => headers["x-datamart-event"]);
  expect(told.filter((event) => event === "order.created")).toHaveLength(3);
  expect(told.filter((event) => event === "order.completed")).toHaveLength(3);
  expect((await statusOf("MY-002")).data).toMatchObject({
    reference: "MY-002",
    capacity: 2,
    orderStatus: "completed",
  });
});

test("each order of a bulk has its own fate", async () => {
  dataMart.forceNext({ ends: "failed", refund: "silent" });
  dataMart.forceNext({ ends: "completed", price: "raised", forgery: "unsigned" });
  dataMart.forceNext({ ends: "stuck", lookup: "never" });
  expect((await bulk([line("MY-001"), line("MY-002"), line("MY-003")])).data.results).toMatchObject([
    { price: 21 },
    { price: 23.1 },
    { price: 23.1, balanceAfter: 32.8 },
  ]);
  await dataMart.clock.advance(hour_ms);
  expect([...dataMart.orders.values()].map(({ state }) => state)).toEqual([
    "failed",
    "completed",
    "processing",
  ]);
  expect(dataMart.balance()).toBe(opening - 2 * 2310);
  expect((await statusOf("MY-003")).httpStatus).toBe(404);
  const forged = dataMart.journal.webhooks.filter(({ isForged }) => isForged);
  expect(forged).toMatchObject([{ body: expect.stringContaining("MY-002"), forgery: "unsigned" }]);
});

test("orders that are not valid are listed, and the others are bought", async () => {
  dataMart.prices.find(({ capacity }) => capacity === 10)!.inStock = false;
  dataMart.forcePhone("0241234501", { accepts: "wrong number" });
  dataMart.forcePhone("0241234502", { accepts: "barred number" });
  const { message, data } = await bulk([
    line("MY-001", { phoneNumber: "233241234567" }),
    line("MY-002", { network: "MTN" }),
    line("MY-003"),
    line("MY-004", { capacity: "5GB" }),
    line("MY-005", { capacity: "7" }),
    line("MY-006", { capacity: "10" }),
    line("MY-007", { phoneNumber: "0241234501" }),
    line("MY-008", { phoneNumber: "0241234502" }),
    line("MY-009"),
  ]);
  expect(message).toBe("Bulk order processed: 2 queued, 0 failed");
  expect(data.summary).toMatchObject({
    total: 9,
    successful: 2,
    failed: 0,
    invalid: 7,
    remainingBalance: 58,
  });
  expect(data.results.map(({ index, ref }) => [index, ref])).toEqual([
    [3, "MY-003"],
    [9, "MY-009"],
  ]);
  expect(refused(data.validationErrors)).toEqual([
    [1, "MY-001", "Invalid phone number"],
    [2, "MY-002", "Invalid network"],
    [4, "MY-004", "Invalid capacity"],
    [5, "MY-005", "This package is not available"],
    [6, "MY-006", "This package is not available"],
    [7, "MY-007", "Invalid phone number"],
    [8, "MY-008", "This number cannot receive data from this network"],
  ]);
  expect(references()).toEqual(["MY-003", "MY-009"]);
});

test("a bulk without a valid order is answered, and buys nothing", async () => {
  const { httpStatus, data } = await bulk([line("MY-001", { capacity: "7" })]);
  expect([httpStatus, data.results, data.validationErrors.length]).toEqual([200, [], 1]);
  expect(dataMart.balance()).toBe(opening);
});

test.each([
  ["no list", undefined],
  ["no order", []],
  ["51 orders", Array.from({ length: 51 }, (_, at) => line(`MY-${at}`, { capacity: "1" }))],
  ["something else than an order", [line("MY-001"), null]],
  ["no number", [line("MY-001", { phoneNumber: undefined })]],
  ["no network", [line("MY-001", { network: undefined })]],
  ["a capacity as a number", [line("MY-001"), line("MY-002", { capacity: 5 })]],
  ["a ref as a number", [line("MY-001", { ref: 5 })]],
  ["an empty ref", [line("")]],
])("a bulk with %s is refused whole, and its key can be used again", async (_, orders) => {
  expect(await bulk(orders)).toMatchObject({ httpStatus: 400, status: "error" });
  expect(dataMart.orders.size).toBe(0);
  expect((await bulk(three)).httpStatus).toBe(200);
});

test("a bulk can have 50 orders", async () => {
  dataMart.topUp(20_000);
  const orders = Array.from({ length: 50 }, (_, at) => line(`MY-${at}`, { capacity: "1" }));
  expect((await bulk(orders)).data.summary).toMatchObject({ total: 50, successful: 50, totalCharged: 210 });
  expect(dataMart.orders.size).toBe(50);
});

test.each<[OrderFate["memory"], afterTopUp: number]>([
  ["orders", 200],
  ["refusals too", 402],
])(
  "if the money is not enough for all, nothing is bought; the key remembers %s",
  async (memory, afterTopUp) => {
    const orders = [
      line("MY-001", { capacity: "7" }),
      ...["MY-002", "MY-003"].map((ref) => line(ref, { capacity: "20" })),
    ];
    dataMart.forceNext({});
    dataMart.forceNext({ memory });
    const answer = await bulk(orders);
    expect(answer).toEqual({
      httpStatus: 402,
      status: "error",
      message: "Insufficient wallet balance for this bulk order",
      data: { totalCost: 168, walletBalance: 100, validOrders: 2, shortfall: 68 },
    });
    expect(dataMart.orders.size).toBe(0);
    dataMart.topUp(30_000);
    expect((await bulk(orders)).httpStatus).toBe(afterTopUp);
    expect((await bulk(orders, "b2")).httpStatus).toBe(200);
  },
);

test.each<[string, fate: Partial<OrderFate>]>([
  ["another buyer has spent it", { accepts: "lacks money" }],
  ["a price is raised", { price: "raised" }],
])("when the money ends in the middle because %s, the rest is not bought", async (_, fate) => {
  dataMart.setPrice("YELLO", 5, opening / 2);
  dataMart.forceNext({});
  dataMart.forceNext(fate);
  const answer = await bulk([line("MY-001"), line("MY-002"), line("MY-003", { capacity: "7" })]);
  expect(answer).toMatchObject({ httpStatus: 200, message: "Bulk order processed: 1 queued, 1 failed" });
  expect(answer.data.summary).toMatchObject({
    total: 3,
    successful: 1,
    failed: 1,
    invalid: 1,
    totalCharged: 50,
    remainingBalance: 50,
  });
  expect(answer.data.results).toEqual([
    expect.objectContaining({ index: 1, status: "queued" }),
    { index: 2, ref: "MY-002", status: "failed", message: isPoor },
  ]);
  expect(references()).toEqual(["MY-001"]);
  dataMart.topUp(opening);
  expect(await bulk([line("MY-001"), line("MY-002")])).toEqual(answer);
  expect(references()).toEqual(["MY-001"]);
});

test("after the money has ended, even what it would be enough for is not bought", async () => {
  dataMart.forceNext({});
  dataMart.forceNext({ accepts: "lacks money" });
  const { data } = await bulk([line("MY-001"), line("MY-002"), line("MY-003", { capacity: "1" })]);
  expect(refused(data.results.slice(1))).toEqual([
    [2, "MY-002", isPoor],
    [3, "MY-003", hasStopped],
  ]);
  expect(references()).toEqual(["MY-001"]);
});

test("an order whose package is sold out meanwhile fails alone", async () => {
  dataMart.forceNext({ work: "slow" });
  const sent = sendBulk([line("MY-001", { capacity: "2" }), line("MY-002"), line("MY-003")]);
  await expect.poll(() => dataMart.journal.requests.length, soon).toBe(1);
  dataMart.prices.find(({ capacity }) => capacity === 2)!.inStock = false;
  await dataMart.clock.advance(30 * second_ms);
  const { data } = await answered(sent);
  expect(data.results.map(({ status }) => status)).toEqual(["failed", "queued", "queued"]);
});

test("a repeated key gets the same bulk again, until it is forgotten after 24 hours", async () => {
  const first = await bulk(three);
  await dataMart.clock.advance(24 * hour_ms - 1);
  expect(await bulk([line("MY-004")])).toEqual(first);
  expect(dataMart.orders.size).toBe(3);
  expect(dataMart.journal.doublePurchases).toEqual([]);
  await dataMart.clock.advance(1);
  expect((await bulk(three)).data.results).toMatchObject([
    { ref: "MY-001", orderReference: "GN-260004" },
    { ref: "MY-002", orderReference: "GN-260005" },
    { orderReference: "GN-260006" },
  ]);
  expect(dataMart.balance()).toBe(opening - 2 * 3340);
  const at_ms = dataMart.clock.now_ms;
  expect(dataMart.journal.doublePurchases).toEqual([
    { at_ms, key: "MY-001", references: ["MY-001", "GN-260004"] },
    { at_ms, key: "MY-002", references: ["MY-002", "GN-260005"] },
  ]);
});

test("while a bulk is worked on, its key gets 409, and later the same answer", async () => {
  dataMart.forceNext({});
  dataMart.forceNext({ work: "slow" });
  const first = sendBulk(three);
  await expect.poll(() => dataMart.orders.size, soon).toBe(1);
  expect(await bulk(three)).toMatchObject({
    httpStatus: 409,
    status: "error",
    code: "REQUEST_IN_PROGRESS",
  });
  expect((await single("b1")).httpStatus).toBe(409);
  await dataMart.clock.advance(30 * second_ms);
  expect(await bulk(three)).toEqual(await answered(first));
  expect(dataMart.orders.size).toBe(3);
});

test("single purchases and bulks share their keys", async () => {
  const alone = await single("k1");
  expect(await bulk(three, "k1")).toEqual(alone);
  const whole = await bulk(three, "k2");
  expect(await single("k2")).toEqual(whole);
  expect(dataMart.orders.size).toBe(4);
});

test("an order that was bought alone with its ref as the key, or in another bulk, is paid twice", async () => {
  await single("MY-001");
  await bulk([line("MY-001"), line("MY-002")]);
  await bulk([line("MY-002")], "b2");
  expect(dataMart.journal.doublePurchases).toMatchObject([
    { key: "MY-001", references: ["GN-260001", "MY-001"] },
    { key: "MY-002", references: ["MY-002", "GN-260004"] },
  ]);
  expect(dataMart.orders.size).toBe(4);
  expect(dataMart.balance()).toBe(opening - 4 * 2100);
});

test("a ref that comes twice in a bulk is bought twice", async () => {
  expect((await bulk([line("MY-001"), line("MY-001")])).data.summary).toMatchObject({ successful: 2 });
  expect(dataMart.journal.doublePurchases).toMatchObject([{ references: ["MY-001", "GN-260002"] }]);
});

test("single purchases and bulks together have one limit a minute", async () => {
  dataMart.topUp(1_000_000);
  const sent = Array.from({ length: 150 }, (_, at) =>
    at % 2 === 0 ? single(`k${at}`) : bulk([line(`MY-${at}`)], `b${at}`),
  );
  const first = await Promise.all(sent);
  expect(new Set(first.map(({ httpStatus }) => httpStatus))).toEqual(new Set([200]));
  expect((await bulk(three, "over")).httpStatus).toBe(429);
  expect((await single("over")).httpStatus).toBe(429);
  expect(dataMart.orders.size).toBe(150);
  await dataMart.clock.advance(minute_ms);
  expect((await bulk(three, "over")).httpStatus).toBe(200);
});

const failed = { index: 2, status: "failed", message: isPoor };
const invalid = { index: 3, message: "This package is not available" };
const [bought, named] = [{ index: 1 }, { index: 1, ref: "MY-001" }];

test.each<[RequestFate["leavesOut"], hasSummary: boolean, results: Entry[], validationErrors: Entry[]]>([
  ["nothing", true, [named, { ...failed, ref: "MY-002" }], [{ ...invalid, ref: "MY-003" }]],
  ["refs", true, [bought, failed], [invalid]],
  ["summary", false, [named, { ...failed, ref: "MY-002" }], [{ ...invalid, ref: "MY-003" }]],
  ["failed", true, [named], [invalid]],
])("the answer to a bulk leaves out: %s", async (leavesOut, hasSummary, results, validationErrors) => {
  dataMart.forceNext({});
  dataMart.forceNext({ accepts: "lacks money" });
  const orders = [line("MY-001"), line("MY-002"), line("MY-003", { capacity: "7" })];
  const whole = await bulk(orders);
  dataMart.forceRequest("/bulk-purchase", { leavesOut });
  const { data, message } = await bulk(orders);
  expect(message).toBe("Bulk order processed: 1 queued, 1 failed");
  expect("summary" in data).toBe(hasSummary);
  expect([data.results.length, "ref" in data.results[0]!]).toEqual([results.length, leavesOut !== "refs"]);
  expect(data.results[0]).toMatchObject({ ...results[0], status: "queued", orderReference: "MY-001" });
  expect(data.results.slice(1)).toEqual(results.slice(1));
  expect(data.validationErrors).toEqual(validationErrors);
  expect(await bulk(orders)).toEqual(whole);
});

test("the first result of a bulk can be about another order, number or package", async () => {
  const plain = await bulk(three);
  const [, second, third] = plain.data.results;
  const ask = async (about: RequestFate["about"]) => {
    dataMart.forceRequest("/bulk-purchase", { about });
    const { results } = (await bulk(three)).data;
    expect(results.slice(1)).toEqual([second, third]);
    return results[0];
  };
  expect(await ask("other reference")).toMatchObject({ index: 1, orderReference: "GN-260003", price: 4 });
  expect(await ask("other number")).toMatchObject({ orderReference: "MY-001", phoneNumber: "0241234568" });
  expect(await ask("other package")).toMatchObject({ orderReference: "MY-001", capacity: "6" });
  await bulk([line("MY-004")], "b2");
  expect(await ask("other reference")).toMatchObject({ index: 1, ref: "MY-004", orderReference: "MY-004" });
});

test("a bulk has its numbers as text, and its capacities as numbers", async () => {
  dataMart.forceRequest("/bulk-purchase", { money: "text", capacity: "number" });
  const { data } = await bulk(three);
  expect(data.summary).toMatchObject({ total: 3, totalCharged: "33.4", remainingBalance: "66.6" });
  expect(data.results[0]).toMatchObject({ price: "21", balanceAfter: "79", capacity: 5 });
});

test.each<[RequestFate["answer"], isBought: boolean, outcome: string | number]>([
  ["hang before", false, "hung"],
  ["hang after", true, "hung"],
  ["cut after", true, "cut"],
  ["drip", true, 200],
  ["error before", false, 502],
  ["error after", true, 502],
])("with the answer %s a repeat of a bulk buys nothing twice", async (answer, isBought, outcome) => {
  dataMart.forceRequest("/bulk-purchase", { answer });
  const giveUp = new AbortController();
  const end = answered(sendBulk(three, "b1", giveUp.signal)).then(
    () => "answered",
    () => "no answer",
  );
  await expect.poll(() => dataMart.journal.requests[0]?.outcome, soon).toBe(outcome);
  await expect.poll(() => dataMart.orders.size, soon).toBe(isBought ? 3 : 0);
  if (outcome !== "cut" && outcome !== 502) giveUp.abort();
  expect(await end).toBe("no answer");
  expect((await bulk(three)).data.summary).toMatchObject({ successful: 3, totalCharged: 33.4 });
  expect(dataMart.orders.size).toBe(3);
  expect(dataMart.balance()).toBe(6660);
  expect(dataMart.journal.doublePurchases).toEqual([]);
});

test("in a storm of bulks the balance agrees with the orders, and the same seed tells the same story", async () => {
  const play = async () => {
    await dataMart.close();
    dataMart = await open({ shares: hostileDataMart, opening: 1_000_000 });
    for (let count = 0; count < 20; count += 1) {
      const orders = Array.from({ length: 5 }, (_, at) => line(`MY-${count}-${at}`));
      // Slow and hanging requests are left behind; the clock goes on.
      void sendBulk(orders, `b${count}`).catch(() => {});
      await expect.poll(() => dataMart.journal.requests.length, soon).toBe(count + 1);
      await dataMart.clock.advance(5 * minute_ms);
    }
    await dataMart.clock.advance(100 * hour_ms);
    const orders = [...dataMart.orders.values()];
    const spent = orders.reduce((sum, one) => sum + (one.isRefunded ? 0 : one.price), 0);
    expect(dataMart.balance()).toBe(1_000_000 - spent);
    expect(dataMart.journal.doublePurchases).toEqual([]);
    return orders.map(({ key, state, delivered, price }) => ({ key, state, delivered, price }));
  };
  const story = await play();
  expect(new Set(story.map(({ state }) => state)).size).toBeGreaterThan(3);
  expect(await play()).toEqual(story);
});
