/** A backlog that leaves in requests of many orders, against a double of DataMart. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { OrderRecord } from "#contract/order-list.ts";
import { type DataMartDouble, startDataMartDouble } from "#tools/doubles/datamart/double.ts";
import { TestShop, type TestUser } from "#tools/testing/test-shop.ts";
import { bulk_min } from "./supplier-rows.ts";

const key = "a-key-of-datamart-for-tests";
const opening = 5000_00;
let shop: TestShop;
let double: DataMartDouble;
let ama: TestUser;
let stopClock: () => void;
let numbers = 0;

beforeAll(async () => {
  const deliver_ms = { min: 5000, max: 20_000 };
  double = await startDataMartDouble({ seed: 1, apiKey: key, opening, deliver_ms });
  // A minute of DataMart's is a tenth of a second here.
  stopClock = double.clock.follow(600);
  shop = await TestShop.open({
    suppliers: { datamart: { key, url: double.url, answer_ms: 2000 }, hurry: 40 },
  });
  ama = await shop.addUser("ama", "0245550101", "Customer", 9000_00);
  const routes = [{ supplier: "datamart", code: "YELLO 1" }];
  await asAdmin("PUT", "/supplier/routes", { package: "mtnup2u-1", routes });
  const paid = { from: "momo", amount: opening / 100, reason: "paid in" };
  await asAdmin("POST", "/supplier/datamart/fund", paid);
});
afterAll(async () => {
  stopClock();
  await shop.close();
  await double.close();
});
beforeEach(async () => {
  await pause(false);
  await shop.pool.query(
    `update shop.supplier set failures = 0, rests_until = null, balance = null, balance_at = null, next_slot_at = now()
     where name = 'datamart'`,
  );
});

const asAdmin = <T = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
  shop.call<T>(method, path, body, { token: shop.admin.token });
const pause = (isPaused: boolean) => asAdmin("PUT", "/supplier/datamart/pause", { isPaused });

/** Whether it has told what it holds, and its prices. */
const isReady = () =>
  one<boolean>(`select balance is not null and exists (select from shop.supplier_price where supplier = 'datamart')
    from shop.supplier where name = 'datamart'`);

async function one<T>(query: string, values: unknown[] = []): Promise<T> {
  const { rows } = await shop.pool.query<[T]>({ text: query, values, rowMode: "array" });
  return rows[0]![0];
}

/** Each to a number of its own. */
async function buy(count: number): Promise<OrderRecord[]> {
  const orders: OrderRecord[] = [];
  for (let n = 0; n < count; n++) {
    const receiver = `024${String((numbers += 1)).padStart(7, "0")}`;
    orders.push((await shop.buy(ama, "mtnup2u-1", receiver)).body);
  }
  return orders;
}

/** Orders that wait for DataMart, the oldest first. */
async function waiting(count: number): Promise<OrderRecord[]> {
  await expect.poll(isReady).toBe(true);
  await pause(true);
  const orders = await buy(count);
  const ids = orders.map(({ id }) => id);
  const waits = () =>
    one("select count(*)::int from shop.fulfilment where waits and order_id = any ($1)", [ids]);
  await expect.poll(waits).toBe(count);
  return orders;
}

async function statesOf(orders: OrderRecord[]): Promise<string[]> {
  const { rows } = await shop.pool.query<{ state: string }>(
    `select coalesce(f.state, o.status) as state from ledger."order" o left join ledger.fulfilment f on f.order_id = o.id
     where o.id = any ($1) order by o.id`,
    [orders.map(({ id }) => id)],
  );
  return rows.map(({ state }) => state);
}

const countOf = async (orders: OrderRecord[], state: string) =>
  (await statesOf(orders)).filter((one) => one === state).length;
const boughtFor = ({ receiver }: OrderRecord) =>
  [...double.orders.values()].filter(({ phone }) => phone === receiver);
const requests = (path: string) => double.journal.requests.filter((request) => request.path === path);
const float = async () => 0 - (await shop.houseBalance("float:datamart"));

const isSentAlone = ({ receiver }: OrderRecord) =>
  requests("/purchase").some(
    ({ body }) => (JSON.parse(body) as { phoneNumber: string }).phoneNumber === receiver,
  );

interface BulkRequest {
  key: string | undefined;
  receivers: string[];
}

function bulks(): BulkRequest[] {
  return requests("/bulk-purchase").map(({ key, body }) => {
    const { orders } = JSON.parse(body) as { orders: { phoneNumber: string }[] };
    return { key, receivers: orders.map(({ phoneNumber }) => phoneNumber) };
  });
}

/** Those that left together, once they did. One whose own job was faster leaves alone. */
async function together(orders: OrderRecord[]): Promise<OrderRecord[]> {
  const its = () =>
    bulks().find(({ receivers }) => orders.some(({ receiver }) => receivers.includes(receiver)));
  await expect.poll(its).toBeDefined();
  return orders.filter(({ receiver }) => its()?.receivers.includes(receiver));
}

test("a backlog leaves in one request, the oldest first, and each order is bought once", async () => {
  const orders = await waiting(30);
  const before = bulks().length;
  await pause(false);
  await expect.poll(() => countOf(orders, "delivered")).toBe(30);
  const { key: sent, receivers } = bulks()[before]!;
  expect(receivers.length).toBeGreaterThanOrEqual(bulk_min);
  expect(receivers).toEqual((await together(orders)).map(({ receiver }) => receiver));
  expect(sent).toMatch(/^[0-9a-f-]{36}$/);
  for (const order of orders) expect(boughtFor(order).length).toBe(1);
  await expect.poll(float).toBe(double.balance());
});

test(`fewer than ${bulk_min} go one by one`, async () => {
  const before = bulks().length;
  const orders = await waiting(bulk_min - 1);
  await pause(false);
  await expect.poll(() => countOf(orders, "delivered")).toBe(bulk_min - 1);
  expect(bulks().length).toBe(before);
});

test("more than fifty leave in several requests", async () => {
  const orders = await waiting(70);
  await pause(false);
  await expect.poll(() => countOf(orders, "delivered")).toBe(70);
  for (const { receivers } of bulks()) expect(receivers.length).toBeLessThanOrEqual(50);
  for (const order of orders) expect(boughtFor(order).length).toBe(1);
});

test.each([
  ["is lost by a hang before it", { answer: "hang before" }],
  ["is lost by a hang after it", { answer: "hang after" }],
  ["is an error before it", { answer: "error before" }],
  ["is an error after it", { answer: "error after" }],
  ["is cut", { answer: "cut after" }],
  ["drips", { answer: "drip" }],
  ["comes too often", { door: "too many" }],
  ["is about another package", { about: "other package" }],
  ["is about another number", { about: "other number" }],
  ["names another order", { about: "other reference" }],
  ["does not name the orders", { leavesOut: "refs" }],
  ["does not count", { leavesOut: "summary" }],
] as const)("an answer that %s is asked for again, and nothing is bought twice", async (_, fate) => {
  const orders = await waiting(12);
  double.forceRequest("/bulk-purchase", fate);
  await pause(false);
  await expect.poll(() => countOf(orders, "delivered")).toBe(12);
  for (const order of orders) expect(boughtFor(order).length).toBe(1);
  expect(double.journal.doublePurchases).toEqual([]);
  await expect.poll(float).toBe(double.balance());
});

test("a server that stops in the middle leaves nothing behind, and nothing is bought twice", async () => {
  const orders = await waiting(25);
  double.forceRequest("/bulk-purchase", { answer: "hang after" });
  await pause(false);
  const sent = () => one("select count(*)::int from ledger.fulfilment where state = 'sent'");
  await expect.poll(sent).toBeGreaterThan(0);
  await shop.restart({});
  await shop.pool.query(
    "update shop.fulfilment set next_at = now() - interval '1 hour' where next_at is not null",
  );
  await expect.poll(() => countOf(orders, "delivered")).toBe(25);
  for (const order of orders) expect(boughtFor(order).length).toBe(1);
  await expect.poll(float).toBe(double.balance());
});

test("a wrong number among many is refused alone, and refunded by itself if the owner wants that", async () => {
  const rules = { floatMin: 50, hoursMin: 3, vouchersMin: 5 };
  await asAdmin("PUT", "/supplier/rules", { refunds: ["wrong number"], ...rules });
  const orders = await waiting(12);
  double.forcePhone(orders[4]!.receiver, { accepts: "wrong number" });
  await pause(false);
  await expect.poll(() => countOf(orders, "delivered")).toBe(11);
  const refunded = () => one(`select status from ledger."order" where id = $1`, [orders[4]!.id]);
  await expect.poll(refunded).toBe("rejected");
  expect(boughtFor(orders[4]!)).toEqual([]);
  await asAdmin("PUT", "/supplier/rules", { refunds: [], ...rules });
});

/** The money ends at the second of them. Some may leave alone at the same moment. The others are too few for two requests. */
async function sendUntilMoneyEnds(leavesOut: "nothing" | "failed" | "summary"): Promise<OrderRecord[]> {
  const orders = await waiting(2 * bulk_min - 1);
  for (const { receiver } of orders.slice(1)) double.forcePhone(receiver, { accepts: "lacks money" });
  // Only what does not count is asked for again.
  for (let n = 0; n < (leavesOut === "summary" ? 200 : 1); n++)
    double.forceRequest("/bulk-purchase", { leavesOut });
  await pause(false);
  const sent = await together(orders);
  expect(sent.length).toBeGreaterThanOrEqual(bulk_min);
  return sent.filter(({ receiver }) => receiver !== orders[0]!.receiver);
}

test.each(["nothing", "failed"] as const)(
  "if the money ends in the middle, what was not bought is refused if the answer counts (it leaves out %s)",
  async (leavesOut) => {
    const orders = await sendUntilMoneyEnds(leavesOut);
    await expect.poll(() => countOf(orders, "refused")).toBe(orders.length);
    for (const order of orders) expect(boughtFor(order)).toEqual([]);
    await expect.poll(float).toBe(double.balance());
  },
);

test("only as many leave together as DataMart's money lasts for", async () => {
  const orders = await waiting(30);
  const price = await one<number>("select cost from shop.supplier_price where code = 'YELLO 1'");
  // Nobody asks for the balance in the next hour. One round looks at DataMart first and then at the vouchers, so it has ended.
  await shop.pool.query(
    `update shop.supplier set balance_at = case name when 'datamart' then now() + interval '1 hour' end
     where name in ('datamart', 'stock')`,
  );
  const looked = () => one("select balance_at is not null from shop.supplier where name = 'stock'");
  await expect.poll(looked).toBe(true);
  await shop.pool.query("update shop.supplier set balance = $1 where name = 'datamart'", [14 * price]);
  await pause(false);
  expect((await together(orders)).length).toBeLessThanOrEqual(14);
  await shop.pool.query("update shop.supplier set balance_at = null where name = 'datamart'");
  await expect.poll(() => countOf(orders, "delivered")).toBe(30);
});

test("what may have been bought stays open if the answer does not count, and is never sent alone", async () => {
  const orders = await sendUntilMoneyEnds("summary");
  const ids = orders.map(({ id }) => id);
  const asks = () => one("select min(asks) from shop.fulfilment where order_id = any ($1)", [ids]);
  await expect.poll(asks).toBeGreaterThan(2);
  expect(await countOf(orders, "sent")).toBe(orders.length);
  expect(orders.filter(isSentAlone)).toEqual([]);
  const settle = async ({ id }: OrderRecord) => {
    const settled = { order: id, attempt: 1, outcome: "refused", reason: "their support says so" };
    expect(await asAdmin("POST", "/supplier/settle", settled)).toMatchObject({ status: 200 });
  };
  // What is settled may be refunded, so no request buys it any more.
  await settle(orders[0]!);
  // The shop may have begun to ask about the first one before.
  const said = () =>
    one(
      "select count(*)::int from shop.fulfilment where order_id = any ($1) and said like '%that has ended'",
      [ids.slice(1)],
    );
  await expect.poll(said).toBe(orders.length - 1);
  const repeated = bulks().length;
  await shop.pool.query(
    "update shop.fulfilment set next_at = now() - interval '1 hour', asks = 0, said = null where order_id = any ($1)",
    [ids.slice(1)],
  );
  await expect.poll(said).toBe(orders.length - 1);
  expect(bulks().length).toBe(repeated);
  for (const order of orders.slice(1)) await settle(order);
});

test("the log verifies, and the books agree with DataMart", async () => {
  await expect.poll(float).toBe(double.balance());
  expect(double.journal.doublePurchases).toEqual([]);
  expect(await shop.findings()).toEqual([]);
});
