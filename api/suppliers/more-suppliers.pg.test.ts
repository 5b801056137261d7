/** Orders that Hubnet and Reloadly deliver, against doubles of them that do the worst that is known or was seen. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OrderRecord } from "#contract/order-list.ts";
import { floatOf } from "#contract/terms/fulfilment.ts";
import { type HubnetDouble, startHubnetDouble } from "#tools/doubles/hubnet/double.ts";
import { type ReloadlyDouble, startReloadlyDouble } from "#tools/doubles/reloadly/double.ts";
import { signedWebhook } from "#tools/doubles/reloadly/order.ts";
import { TestShop, type TestUser } from "#tools/testing/test-shop.ts";

const token = "a-token-of-hubnet-for-tests";
const clientId = "client-of-reloadly-for-tests";
const clientSecret = "secret-of-reloadly-for-tests";
const webhookSecret = "secret-of-webhooks-for-tests";
/** How long the shop waits for an answer: a busy machine takes some 400 ms. */
const answer_ms = 2000;
const opening = 5000_00;
const deliver_ms = { min: 5000, max: 20_000 };
const hubnet_cost = 4_30;

let shop: TestShop;
let hubnet: HubnetDouble;
let reloadly: ReloadlyDouble;
let ama: TestUser;
const stops: (() => void)[] = [];
let numbers = 0;

beforeAll(async () => {
  const common = { seed: 1, opening, deliver_ms };
  hubnet = await startHubnetDouble({ ...common, key: token, minute_max: 500 });
  // A number that has just got something is refused for a while there.
  reloadly = await startReloadlyDouble({ ...common, clientId, clientSecret, currency: "GHS" });
  for (const { clock } of [hubnet, reloadly]) stops.push(clock.follow(600));
  const keys = { clientId, clientSecret, webhookSecret, url: reloadly.url, authUrl: reloadly.url };
  shop = await TestShop.open({
    suppliers: {
      hubnet: { token, url: hubnet.url, answer_ms },
      reloadly: { ...keys, answer_ms },
      hurry: 40,
      rate: 400,
    },
  });
  ama = await shop.addUser("ama", "0245550101", "Customer", 900_00);
  await shop.pool.query(
    "insert into shop.supplier_price (supplier, code, name, network, cost) values ('hubnet', 'mtn 1', '1 GB', 'mtn', $1)",
    [hubnet_cost],
  );
  for (const [id, supplier, code] of [
    ["mtnup2u-1", "hubnet", "mtn 1"],
    ["mtnup2u-2", "reloadly", "5"],
  ]) {
    await asAdmin("PUT", "/supplier/routes", { package: id, routes: [{ supplier, code }] });
    await asAdmin("POST", `/supplier/${supplier}/fund`, {
      from: "momo",
      amount: opening / 100,
      reason: "paid",
    });
  }
});
afterAll(async () => {
  for (const stop of stops) stop();
  await shop.close();
  await hubnet.close();
  await reloadly.close();
});
beforeEach(async () => {
  await shop.pool.query("update shop.supplier set failures = 0, rests_until = null, next_slot_at = now()");
});

const asAdmin = <T = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
  shop.call<T>(method, path, body, { token: shop.admin.token });

async function buy(packageId: string): Promise<OrderRecord> {
  const receiver = `024${String((numbers += 1)).padStart(7, "0")}`;
  return (await shop.buy(ama, packageId, receiver)).body;
}

async function now({ id }: OrderRecord) {
  const { rows } = await shop.pool.query(
    `select o.status, f.state, f.refusal, f.cost, f.reason from ledger."order" o
     left join ledger.fulfilment f on f.order_id = o.id where o.id = $1`,
    [id],
  );
  return rows[0];
}

describe.each([
  ["hubnet", "mtnup2u-1", "-new-transaction", "/check-transaction-status"],
  ["reloadly", "mtnup2u-2", "/topups-async", "/topups/reports"],
] as const)("%s", (name, packageId, ordering, asking) => {
  const double = () => (name === "hubnet" ? hubnet : reloadly);
  const path = name === "hubnet" ? "/mtn-new-transaction" : ordering;
  const boughtFor = ({ receiver }: OrderRecord) =>
    [...double().orders.values()].filter(({ phone }) => phone === receiver);
  const float = async () => 0 - (await shop.houseBalance(floatOf(name)));

  test("an order leaves by itself, is completed when it was delivered, and costs what it took", async () => {
    const order = await buy(packageId);
    await expect.poll(() => now(order)).toMatchObject({ status: "completed", state: "delivered" });
    expect(boughtFor(order)).toMatchObject([{ delivered: "all", isRefunded: false }]);
    await expect.poll(float).toBe(double().balance());
  });

  test.each([
    ["is lost by a hang before it", path, { answer: "hang before" }],
    ["is lost by a hang after it", path, { answer: "hang after" }],
    ["is an error before it", path, { answer: "error before" }],
    ["is an error after it", path, { answer: "error after" }],
    ["is cut", path, { answer: "cut after" }],
    ["comes too often", path, { door: "too many" }],
    ["does not take the key", path, { door: "wrong key" }],
    ["is about another order", path, { about: "other reference" }],
    ["is, when it is asked, about another order", asking, { about: "other reference" }],
    ["is, when it is asked, about another number", asking, { about: "other number" }],
    ["is, when it is asked, about another package", asking, { about: "other package" }],
  ] as const)("an answer that %s is asked for again, and nothing is bought twice", async (_, at, fate) => {
    double().forceRequest(at, fate);
    const order = await buy(packageId);
    await expect.poll(() => now(order)).toMatchObject({ status: "completed" });
    expect(boughtFor(order).length).toBe(1);
    await expect.poll(float).toBe(double().balance());
  });

  test.each([
    ["wrong number", { accepts: "wrong number" }],
    ["barred number", { accepts: "barred number" }],
    [null, { ends: "failed", refund: "at once" }],
    // In this state Hubnet may have kept the price, and Reloadly takes none.
    [null, { ends: "failed", refund: name === "hubnet" ? "never" : "silent" }],
  ] as const)("a refusal (%s) is one, and the order waits for a person", async (refusal, fate) => {
    double().forceNext(fate);
    const order = await buy(packageId);
    await expect.poll(() => now(order)).toMatchObject({ status: "processing", state: "refused", refusal });
    await expect.poll(float).toBe(double().balance());
  });

  test.each([
    ["is stuck", { ends: "stuck" }],
    ["is delivered in part", { ends: "partial" }],
    ["has a state that nobody knows", { ends: "unknown word" }],
    ["cannot be asked about", { lookup: "never" }],
  ] as const)("an order that %s stays open, and is bought once", async (_, fate) => {
    double().forceNext(fate);
    const order = await buy(packageId);
    const asks = async () =>
      (await shop.pool.query("select asks from shop.fulfilment where order_id = $1", [order.id])).rows[0]
        ?.asks;
    await expect.poll(asks).toBeGreaterThan(3);
    expect(await now(order)).toMatchObject({
      status: "processing",
      state: expect.stringMatching(/^(sent|accepted)$/),
    });
    expect(boughtFor(order).length).toBe(1);
  });
});

describe("an order that Hubnet has refused and Reloadly has delivered", () => {
  let order: OrderRecord;
  const attempts = async () =>
    (
      await shop.pool.query(
        "select supplier, state, cost, contradiction from ledger.fulfilment where order_id = $1 order by attempt",
        [order.id],
      )
    ).rows;
  const bought = () => [...hubnet.orders.values()].find(({ phone }) => phone === order.receiver)!;
  const report = async (end = "") => {
    const { pathname } = new URL(bought().webhook!);
    return (await fetch(shop.server.url + pathname + end, { method: "POST", body: "{}" })).status;
  };

  test("hears of it from Hubnet only at an address that nobody else knows", async () => {
    const routes = [
      { supplier: "hubnet", code: "mtn 1" },
      { supplier: "reloadly", code: "5" },
    ];
    await asAdmin("PUT", "/supplier/routes", { package: "mtnup2u-1", routes });
    hubnet.forceNext({ ends: "failed", refund: "never", webhook: "never" });
    order = await buy("mtnup2u-1");
    await expect
      .poll(attempts)
      .toMatchObject([{ state: "refused", cost: hubnet_cost }, { state: "delivered" }]);
    expect(await report("0")).toBe(401);
    expect(await report()).toBe(200);
  });

  test("is paid back if Hubnet gives its price back", async () => {
    hubnet.refund(bought().reference);
    await report();
    await expect.poll(attempts).toMatchObject([{ cost: 0 }, { state: "delivered" }]);
  });
});

test("Reloadly's reports count with its signature only, and name the order by the shop's own reference", async () => {
  const order = await buy("mtnup2u-2");
  await expect.poll(() => now(order)).toMatchObject({ status: "completed" });
  const bought = [...reloadly.orders.values()].find(({ phone }) => phone === order.receiver)!;
  reloadly.fail(bought.reference);
  const report = async (status: string, secret = webhookSecret) => {
    const url = `${shop.server.url}/api/supplier/reloadly/webhook`;
    const data = { transactionId: 7, status, customIdentifier: bought.key };
    const { headers, body } = signedWebhook({ url, secret }, data, reloadly.clock);
    return (await fetch(url, { method: "POST", headers, body })).status;
  };
  expect(await report("FAILED", "another secret of somebody")).toBe(401);
  expect(await report("PROCESSING")).toBe(200);
  const work = "select next_at from shop.fulfilment where order_id = $1";
  expect((await shop.pool.query(work, [order.id])).rows).toEqual([{ next_at: null }]);
  expect(await report("FAILED")).toBe(200);
  const contradiction = "select contradiction from ledger.fulfilment where order_id = $1";
  await expect
    .poll(async () => (await shop.pool.query(contradiction, [order.id])).rows[0]?.contradiction)
    .toContain("Reloadly could not deliver it");
  expect(await now(order)).toMatchObject({ status: "completed", state: "delivered" });
});

test("an order that goes to its next supplier is sent once, and once more only after there was no answer", async () => {
  const routes = [
    { supplier: "reloadly", code: "5" },
    { supplier: "hubnet", code: "mtn 1" },
  ];
  await asAdmin("PUT", "/supplier/routes", { package: "mtnup2u-1", routes });
  reloadly.forceNext({ accepts: "barred number" });
  hubnet.forceRequest("/mtn-new-transaction", { answer: "hang before" });
  const order = await buy("mtnup2u-1");
  const sent = () => hubnet.journal.requests.filter(({ body }) => body.includes(order.receiver));
  await expect.poll(() => sent().length).toBe(2);
  const [first = 0, again = 0] = sent().map(({ at_ms }) => at_ms);
  // The supplier's time passes 600 times as fast.
  expect(again - first).toBeGreaterThan(0.75 * answer_ms * 600);
  const isDelivered = () => [...hubnet.orders.values()].some((one) => one.phone === order.receiver);
  await expect.poll(isDelivered).toBe(true);
  expect(sent().length).toBe(2);
});

test("an account in another currency is booked at the rate that each order names, up to whole pesewas", async () => {
  const dollars = await startReloadlyDouble({ seed: 2, opening: 300_00, deliver_ms, clientId, clientSecret });
  const stop = dollars.clock.follow(600);
  const keys = { clientId, clientSecret, url: dollars.url, authUrl: dollars.url, answer_ms };
  const abroad = await TestShop.open({ suppliers: { reloadly: keys, hurry: 40 } });
  const kofi = await abroad.addUser("kofi", "0245550199", "Customer", 90_00);
  const call = (user: TestUser, path: string, body: unknown) =>
    abroad.call(path === "/supplier/routes" ? "PUT" : "POST", path, body, { token: user.token });
  await call(abroad.admin, "/supplier/routes", {
    package: "mtnup2u-1",
    routes: [{ supplier: "reloadly", code: "5" }],
  });
  await call(kofi, "/order/create", { packageId: "mtnup2u-1", receiver: "0241234567" });
  const cost = async () => (await abroad.pool.query("select state, cost from ledger.fulfilment")).rows[0];
  await expect.poll(cost).toMatchObject({ state: "delivered" });
  // 5 cedis at 15.4 for a dollar are 32 cents, of which the discount is 1: 31/32 of 5 cedis.
  expect((await cost())?.cost).toBe(Math.ceil((500 * 31) / 32));
  const known = async () =>
    (await abroad.pool.query("select balance from shop.supplier where name = 'reloadly'")).rows[0]?.balance;
  await expect.poll(known).toBeGreaterThan(300_00 * 14);
  stop();
  await abroad.close();
  await dollars.close();
});

test("the log verifies after all this, and neither has sold anything twice", async () => {
  expect(hubnet.journal.doublePurchases).toEqual([]);
  expect(reloadly.journal.doublePurchases).toEqual([]);
  expect(await shop.findings()).toEqual([]);
});
