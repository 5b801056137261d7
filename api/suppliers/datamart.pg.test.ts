/** Orders that DataMart delivers, against a double of it that does the worst that its documents allow. */
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApprovalsAnswer } from "#contract/approvals.ts";
import type { SuppliersAnswer } from "#contract/fulfilment.ts";
import type { OrderRecord } from "#contract/order-list.ts";
import type { OrderHistory } from "#contract/orders.ts";
import { type DataMartDouble, startDataMartDouble } from "#tools/doubles/datamart/double.ts";
import { startTestGateway, type TestGateway } from "#tools/testing/test-gateway.ts";
import { TestShop, type TestUser } from "#tools/testing/test-shop.ts";
import { workLater, workOnHint } from "./order-rows.ts";

const key = "a-key-of-datamart-for-tests";
const webhookSecret = "a-secret-of-datamart-for-tests";
const opening = 900_00;

let shop: TestShop;
let gateway: TestGateway;
let double: DataMartDouble;
let ama: TestUser;
let stopClock: () => void;
let numbers = 0;

beforeAll(async () => {
  double = await startDataMartDouble({
    seed: 1,
    apiKey: key,
    opening,
    deliver_ms: { min: 5000, max: 20_000 },
  });
  // A minute of DataMart's is a tenth of a second here.
  stopClock = double.clock.follow(600);
  gateway = await startTestGateway();
  shop = await TestShop.open({
    messages: { sms: gateway.config },
    suppliers: { datamart: { key, webhookSecret, url: double.url, answer_ms: 2000 }, hurry: 40 },
  });
  ama = await shop.addUser("ama", "0245550101", "Customer", 900_00);
  await asAdmin("PUT", "/supplier/routes", {
    package: "mtnup2u-1",
    routes: [{ supplier: "datamart", code: "YELLO 1" }],
  });
  await asAdmin("POST", "/supplier/datamart/fund", {
    from: "momo",
    amount: opening / 100,
    reason: "paid in",
  });
});
afterAll(async () => {
  stopClock();
  await shop.close();
  await double.close();
  await gateway.stop();
});
beforeEach(async () => {
  await shop.pool.query(
    "update shop.supplier set failures = 0, rests_until = null, balance = null, next_slot_at = now()",
  );
});

const asAdmin = <T = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
  shop.call<T>(method, path, body, { token: shop.admin.token });

/** To a number of its own. */
async function buy(): Promise<OrderRecord> {
  const receiver = `024${String((numbers += 1)).padStart(7, "0")}`;
  return (await shop.buy(ama, "mtnup2u-1", receiver)).body;
}

interface Now {
  status: string;
  state: string | null;
  reason: string | null;
  cost: number | null;
}

async function now({ id }: OrderRecord): Promise<Now | undefined> {
  const { rows } = await shop.pool.query<Now>(
    `select o.status, f.state, f.reason, f.cost from ledger."order" o left join ledger.fulfilment f on f.order_id = o.id
     where o.id = $1 order by f.attempt desc limit 1`,
    [id],
  );
  return rows[0];
}

const boughtFor = ({ receiver }: OrderRecord) =>
  [...double.orders.values()].filter(({ phone }) => phone === receiver);
const float = async () => 0 - (await shop.houseBalance("float:datamart"));

test("an order leaves by itself, is processing at DataMart, and is completed when it was delivered", async () => {
  const order = await buy();
  await expect.poll(() => now(order)).toMatchObject({ status: "completed", state: "delivered" });
  const [bought] = boughtFor(order);
  expect(bought).toMatchObject({ network: "YELLO", capacity: 1, delivered: "all", isRefunded: false });
  expect(bought?.key).toMatch(/^[a-z0-9]{20}$/);
  await expect.poll(float).toBe(double.balance());
});

test.each([
  ["is lost by a hang before it", "/purchase", { answer: "hang before" }],
  ["is lost by a hang after it", "/purchase", { answer: "hang after" }],
  ["is an error before it", "/purchase", { answer: "error before" }],
  ["is an error after it", "/purchase", { answer: "error after" }],
  ["is cut", "/purchase", { answer: "cut after" }],
  ["drips", "/purchase", { answer: "drip" }],
  ["comes too often", "/purchase", { door: "too many" }],
  ["is about another package", "/purchase", { about: "other package" }],
  ["names another order", "/purchase", { about: "other reference" }],
  ["is about another order", "/order-status", { about: "other reference" }],
  ["is about another number", "/order-status", { about: "other number" }],
] as const)("an answer that %s is asked for again, and nothing is bought twice", async (_, path, fate) => {
  double.forceRequest(path, fate);
  const order = await buy();
  await expect.poll(() => now(order)).toMatchObject({ status: "completed" });
  expect(boughtFor(order).length).toBe(1);
  await expect.poll(float).toBe(double.balance());
});

test("an order whose process died before it noted DataMart's own reference is asked for again", async () => {
  double.forceNext({ queue: "waiting", webhook: "never" });
  const order = await buy();
  await expect.poll(() => now(order)).toMatchObject({ state: "accepted" });
  await shop.pool.query(
    "update shop.fulfilment set their_reference = null, their_attempt = null where order_id = $1",
    [order.id],
  );
  await expect.poll(() => now(order)).toMatchObject({ status: "completed" });
  expect(boughtFor(order).length).toBe(1);
});

test.each([
  ["a wrong number", { accepts: "wrong number" }],
  ["a barred number", { accepts: "barred number" }],
  ["a failed delivery", { ends: "failed", refund: "never" }],
] as const)("%s is refused, and the order waits for a person, who can refund it", async (_, fate) => {
  double.forceNext(fate);
  const order = await buy();
  await expect.poll(() => now(order)).toMatchObject({ status: "processing", state: "refused" });
  expect((await now(order))?.reason).not.toContain(order.receiver);
  expect(
    await asAdmin("PUT", `/order/update-status/${order._id}`, { status: "rejected", reason: "no" }),
  ).toMatchObject({ status: 200 });
  await expect.poll(float).toBe(double.balance());
});

test("an order whose number nobody can deliver to is refunded by itself if the owner wants it", async () => {
  const rules = { floatMin: 50, hoursMin: 3, vouchersMin: 5 };
  const change = (refunds: string[]) => asAdmin("PUT", "/supplier/rules", { refunds, ...rules });
  expect(await change(["wrong number"])).toMatchObject({
    status: 200,
    body: { rules: { refunds: ["wrong number"] } },
  });
  const wallet = () => shop.balanceOf(ama);
  const before = await wallet();
  double.forceNext({ accepts: "wrong number" });
  const refunded = await buy();
  await expect.poll(() => now(refunded)).toMatchObject({ status: "rejected", state: "refused" });
  expect(await wallet()).toBe(before);
  const history = await shop.call<OrderHistory>("GET", `/order/${refunded.id}/history`, undefined, {
    token: ama.token,
  });
  expect(history.body.map(({ status, bySupplier }) => [status, bySupplier])).toEqual([
    ["pending", false],
    ["processing", true],
    ["rejected", true],
  ]);
  double.forceNext({ accepts: "barred number" });
  const waiting = await buy();
  await expect.poll(() => now(waiting)).toMatchObject({ status: "processing", state: "refused" });
  await change([]);
});

test("what DataMart gives back with its refusal is in the float again", async () => {
  double.forceNext({ ends: "failed", refund: "at once" });
  const order = await buy();
  await expect.poll(() => now(order)).toMatchObject({ state: "refused", cost: 0 });
  await expect.poll(float).toBe(double.balance());
});

test.each([
  ["is stuck", { ends: "stuck" }],
  ["is delivered in part", { ends: "partial" }],
  ["has a state that nobody knows", { ends: "unknown word" }],
  ["cannot be asked about", { lookup: "never" }],
] as const)("an order that %s stays open: nobody can refund it, and an admin settles it", async (_, fate) => {
  double.forceNext(fate);
  const order = await buy();
  await expect
    .poll(() => now(order))
    .toMatchObject({ status: "processing", state: expect.stringMatching(/^(sent|accepted)$/) });
  await expect
    .poll(
      async () =>
        (await shop.pool.query("select asks from shop.fulfilment where order_id = $1", [order.id])).rows[0]
          ?.asks,
    )
    .toBeGreaterThan(2);
  expect(await now(order)).toMatchObject({
    status: "processing",
    state: expect.stringMatching(/^(sent|accepted)$/),
  });
  const reject = () =>
    asAdmin("PUT", `/order/update-status/${order._id}`, { status: "rejected", reason: "no" });
  expect(await reject()).toMatchObject({ status: 409, body: { code: "fulfilment_open" } });
  expect(await settleOrder(order, "refused")).toMatchObject({ status: 200 });
  expect(await reject()).toMatchObject({ status: 200 });
  expect(boughtFor(order).length).toBe(1);
});

test("an order that is settled as delivered before anybody named its price costs what its supplier lists", async () => {
  double.forceNext({ lookup: "never" });
  double.forceRequest("/purchase", { answer: "hang after" });
  const order = await buy();
  await expect.poll(() => now(order)).toMatchObject({ state: "sent", cost: null });
  expect(await settleOrder(order, "delivered")).toMatchObject({ status: 200 });
  await expect
    .poll(() => now(order))
    .toMatchObject({ status: "completed", state: "delivered", cost: boughtFor(order)[0]?.price });
  await expect.poll(float).toBe(double.balance());
});

function settleOrder({ id }: OrderRecord, outcome: "delivered" | "refused") {
  const body = { order: id, attempt: 1, outcome, reason: "their support says so" };
  return asAdmin("POST", "/supplier/settle", body);
}

/** As DataMart reports it; `by`: with which key it is signed. */
async function report(
  reference: string,
  { by = webhookSecret, event = "order.failed" } = {},
): Promise<number> {
  const body = JSON.stringify({ event, data: { orderReference: reference } });
  const response = await fetch(`${shop.server.url}/api/supplier/datamart/webhook`, {
    method: "POST",
    headers: { "x-datamart-signature": createHmac("sha256", by).update(body).digest("hex") },
    body,
  });
  return response.status;
}

/** For a while after a report, a shop expects more of them, and asks DataMart less often. A new process asks as often as before. */
const forgetReports = () => shop.restart({});

const contradictionOf = async ({ id }: OrderRecord) =>
  (await shop.pool.query("select contradiction from ledger.fulfilment where order_id = $1", [id])).rows[0]
    ?.contradiction;

test("what DataMart says against a delivery is listed, and moves no order and nothing of the buyer's", async () => {
  const order = await buy();
  await expect.poll(() => now(order)).toMatchObject({ status: "completed" });
  const [bought] = boughtFor(order);
  double.fail(bought!.reference);
  for (const by of ["another key of somebody", key])
    expect(await report(bought!.reference, { by })).toBe(401);
  expect(await report("GN-unknown")).toBe(200);
  // That it works on an order is no reason to ask.
  expect(await report(bought!.reference, { event: "order.processing" })).toBe(200);
  const due = "select next_at from shop.fulfilment where order_id = $1";
  expect((await shop.pool.query(due, [order.id])).rows).toEqual([{ next_at: null }]);
  expect(await report(bought!.reference)).toBe(200);
  await expect.poll(() => contradictionOf(order)).toContain("DataMart could not deliver it");
  expect(await now(order)).toMatchObject({ status: "completed", state: "delivered" });
  // What it gave back is in the float.
  await expect.poll(float).toBe(double.balance());
  const listed = await asAdmin<{ order: number; contradiction: string }[]>("GET", "/supplier/attempts");
  const contradicted = (list: typeof listed) =>
    list.body.filter(({ contradiction }) => contradiction !== null).map((one) => one.order);
  expect(contradicted(listed)).toEqual([order.id]);
  const seen = { order: order.id, attempt: 1, reason: "they paid it back" };
  expect(contradicted(await asAdmin("POST", "/supplier/contradiction", seen))).toEqual([]);
  // Said once more, it is nothing new.
  await report(bought!.reference);
  expect(await asAdmin("POST", "/supplier/contradiction", seen)).toMatchObject({
    body: { code: "unchanged" },
  });
});

test("a report that comes before the answer which names its order is heard again", async () => {
  const order = await buy();
  await expect.poll(() => now(order)).toMatchObject({ status: "completed" });
  const reference = boughtFor(order)[0]!.reference;
  const isNamed = (name: string) =>
    shop.pool.query("update shop.fulfilment set their_reference = $1 where order_id = $2", [name, order.id]);
  await isNamed("another");
  double.fail(reference);
  await workOnHint(shop.pool, reference, { hurry: 0.001 });
  await isNamed(reference);
  expect(await contradictionOf(order)).toBeNull();
  await shop.pool.query("update jobs._private_jobs set run_at = now() where key = $1", [
    `report ${reference}`,
  ]);
  await expect.poll(() => contradictionOf(order)).toContain("DataMart could not deliver it");
});

test("once DataMart has reported anything, it is asked less often about orders that it has accepted", async () => {
  expect(await report("GN-unknown")).toBe(200);
  double.forceNext({ queue: "waiting", webhook: "never" });
  const order = await buy();
  const work =
    "select asks, next_at > now() + interval '1 s' as is_later from shop.fulfilment where order_id = $1";
  await expect
    .poll(async () => (await shop.pool.query(work, [order.id])).rows)
    .toEqual([{ asks: 1, is_later: true }]);
  await forgetReports();
  await expect.poll(() => now(order)).toMatchObject({ status: "completed" });
});

test("what is said after the end is asked for again if the answer is about another order", async () => {
  await forgetReports();
  const order = await buy();
  await expect.poll(() => now(order)).toMatchObject({ status: "completed" });
  const [bought] = boughtFor(order);
  double.fail(bought!.reference);
  double.forceRequest("/order-status", { about: "other number" });
  expect(await report(bought!.reference)).toBe(200);
  await expect.poll(() => contradictionOf(order)).toContain("could not deliver it");
});

test("a report begins the questions anew, however many were asked before", async () => {
  await forgetReports();
  double.forceNext({ ends: "failed", refund: "never" });
  const order = await buy();
  await expect.poll(() => now(order)).toMatchObject({ state: "refused" });
  const [bought] = boughtFor(order);
  await shop.pool.query("update shop.fulfilment set asks = 3, next_at = null where order_id = $1", [
    order.id,
  ]);
  double.deliver(bought!.reference);
  double.forceRequest("/order-status", { answer: "error before" });
  expect(await report(bought!.reference)).toBe(200);
  await expect.poll(() => contradictionOf(order)).toContain("it was delivered");
});

test("admins hear once that the money at DataMart runs low, and again after it was enough", async () => {
  const told = async () =>
    (await shop.pool.query("select text from shop.message where kind = 'running_low' order by id")).rows.map(
      ({ text }) => text,
    );
  const atMost = async (floatMin: number) => {
    await asAdmin("PUT", "/supplier/rules", { refunds: [], floatMin, hoursMin: 0, vouchersMin: 5 });
    await shop.pool.query("update shop.supplier set balance_at = now() - interval '1 hour'");
  };
  const low = async () =>
    (await shop.pool.query("select low from shop.supplier where name = 'datamart'")).rows[0]?.low;
  await atMost(1);
  await expect.poll(low).toEqual([]);
  const before = await told();
  await atMost(50_000);
  await expect.poll(low).toEqual(["float"]);
  const first = await told();
  expect(first.length).toBe(before.length + 1);
  expect(first.at(-1)).toContain("running low. Money at DataMart: ");
  await atMost(49_000);
  await atMost(1);
  await expect.poll(low).toEqual([]);
  expect(await told()).toEqual(first);
  await atMost(50_000);
  await expect.poll(told).toHaveLength(first.length + 1);
  await atMost(50);
});

test("a refused order that is delivered after all is listed, and a price that comes back later is in the float again", async () => {
  await forgetReports();
  double.forceNext({ ends: "failed", refund: "never" });
  const order = await buy();
  await expect.poll(() => now(order)).toMatchObject({ state: "refused" });
  const [bought] = boughtFor(order);
  double.refund(bought!.reference);
  await report(bought!.reference);
  await expect.poll(() => now(order)).toMatchObject({ state: "refused", cost: 0 });
  await expect.poll(float).toBe(double.balance());
  double.deliver(bought!.reference);
  await report(bought!.reference);
  await expect.poll(() => contradictionOf(order)).toBe("it was delivered");
  expect(await now(order)).toMatchObject({ status: "processing", state: "refused" });
});

test("without money at DataMart orders wait, and nobody is asked again and again", async () => {
  await forgetReports();
  double.forceNext({ accepts: "lacks money" });
  const first = await buy();
  await expect.poll(() => now(first)).toMatchObject({ state: "refused" });
  const asked = double.journal.requests.filter(({ path }) => path.endsWith("/purchase")).length;
  await shop.pool.query(
    "insert into shop.supplier_price values ('datamart', 'YELLO 1', '1 GB', 'YELLO', 420) on conflict do nothing",
  );
  // Of a later moment, so that nobody asks for it again meanwhile.
  await shop.pool.query("update shop.supplier set balance = 0, balance_at = now() + interval '1 hour'");
  const second = await buy();
  await expect
    .poll(
      async () =>
        (
          await shop.pool.query(
            "select next_at is not null as waits from shop.fulfilment where order_id = $1",
            [second.id],
          )
        ).rows[0],
    )
    .toEqual({ waits: false });
  expect(double.journal.requests.filter(({ path }) => path.endsWith("/purchase")).length).toBe(asked);
  expect(await now(second)).toMatchObject({ status: "pending", state: null });
  // It is asked for its balance, and the order leaves.
  await shop.pool.query("update shop.supplier set balance_at = now() - interval '1 hour'");
  await expect.poll(() => now(second)).toMatchObject({ status: "completed" });
});

test("a paused supplier gets nothing, and goes on with what has waited", async () => {
  await asAdmin("PUT", "/supplier/datamart/pause", { isPaused: true });
  const order = await buy();
  const waiting = async () => {
    const { body } = await asAdmin<SuppliersAnswer>("GET", "/supplier");
    return body.suppliers.find(({ name }) => name === "datamart")?.waiting;
  };
  const waits = async () =>
    (await shop.pool.query("select waits from shop.fulfilment where order_id = $1", [order.id])).rows[0];
  await expect.poll(waits).toEqual({ waits: true });
  expect(await waiting()).toBe(1);
  expect(await now(order)).toMatchObject({ status: "pending", state: null });
  await asAdmin("PUT", "/supplier/datamart/pause", { isPaused: false });
  await expect.poll(() => now(order)).toMatchObject({ status: "completed" });
  expect(await waiting()).toBe(0);
});

test("a server that stops in the middle leaves nothing behind, and nothing is bought twice", async () => {
  for (const answer of ["hang after", "error after", "cut after"] as const)
    for (let n = 0; n < 3; n++) double.forceRequest("/purchase", { answer });
  const orders = await Promise.all(Array.from({ length: 20 }, buy));
  for (let n = 0; n < 3; n++) await shop.restart({});
  const open = async () =>
    (await Promise.all(orders.map(now))).filter((order) => order?.status !== "completed").length;
  // Jobs that were lost with their process are found again.
  await shop.pool.query(
    "update shop.fulfilment set next_at = now() - interval '1 hour' where next_at is not null",
  );
  await expect.poll(open).toBe(0);
  for (const order of orders) expect(boughtFor(order).length).toBe(1);
  await expect.poll(float).toBe(double.balance());
});

test("a supplier that rests and was silent gets an order as soon as it tells its balance", async () => {
  await shop.pool.query(
    "update shop.supplier set failures = 9, rests_until = now() + interval '1 hour' where name = 'datamart'",
  );
  // After that, because the last answer about an earlier order forgets what failed before it.
  double.forceRequest("/balance", { answer: "error before" });
  const order = await buy();
  await expect.poll(() => now(order)).toMatchObject({ status: "completed" });
});

test("a supplier that rests and tells its balance goes on resting", async () => {
  await shop.pool.query(
    "update shop.supplier set failures = 9, failure = 'no answer yet', rests_until = now() + interval '1 hour', balance_at = null where name = 'datamart'",
  );
  const asked = async () =>
    (
      await shop.pool.query<{ balance: number | null }>(
        "select balance from shop.supplier where name = 'datamart'",
      )
    ).rows[0]?.balance;
  await expect.poll(asked).not.toBeNull();
  const { rows } = await shop.pool.query(
    "select failure from shop.supplier where name = 'datamart' and rests_until > now() + interval '50 minutes'",
  );
  expect(rows).toEqual([{ failure: "no answer yet" }]);
});

test("looks without an answer take nothing from the later ones: a price that comes back after them is in the float again", async () => {
  double.forceNext({ ends: "failed", refund: "never", webhook: "never" });
  const order = await buy();
  await expect.poll(() => now(order)).toMatchObject({ state: "refused", cost: 420 });
  const asked = async () =>
    (
      await shop.pool.query<{ asks: number; left_s: number }>(
        "select asks, extract(epoch from next_at - now())::float8 as left_s from shop.fulfilment where order_id = $1",
        [order.id],
      )
    ).rows[0];
  const lookNow = () =>
    shop.pool.query(
      `with due as (update shop.fulfilment set next_at = now() where order_id = $1)
       select (jobs.add_job('fulfil_order', json_build_object('order', $1::integer), job_key => 'order ' || $1::integer)).id`,
      [order.id],
    );
  await expect.poll(asked).toMatchObject({ asks: 5 });
  for (const asks of [6, 7]) {
    double.forceRequest("/order-status", { answer: "error before" });
    await lookNow();
    await expect.poll(asked).toMatchObject({ asks });
  }
  await lookNow();
  await expect.poll(asked).toMatchObject({ asks: 10 });
  // More than two hours, at a fortieth of the time.
  expect((await asked())?.left_s).toBeGreaterThan(180);
  double.refund(boughtFor(order)[0]!.reference);
  await lookNow();
  await expect.poll(() => now(order)).toMatchObject({ state: "refused", cost: 0 });
});

test("the questions begin anew after an end, also if somebody has made the order due meanwhile", async () => {
  const order = await buy();
  await expect.poll(() => now(order)).toMatchObject({ status: "completed" });
  const row = async () =>
    (
      await shop.pool.query<{ asks: number; isLate: boolean }>(
        `select asks, next_at > now() + interval '50 minutes' as "isLate" from shop.fulfilment where order_id = $1`,
        [order.id],
      )
    ).rows[0];
  await shop.pool.query(
    "update shop.fulfilment set asks = 5, next_at = now() + interval '1 hour' where order_id = $1",
    [order.id],
  );
  const stale = { id: order.id, due_at: "2026-11-27T10:00:00.000000Z" };
  expect(await workLater(shop.pool, stale, { delay_s: 0, asks: 6 })).toBe(false);
  expect(await row()).toEqual({ asks: 5, isLate: true });
  await workLater(shop.pool, stale, { delay_s: 0, asks: 0 });
  expect(await row()).toEqual({ asks: 0, isLate: true });
});

const jobsOf = async ({ id }: OrderRecord) =>
  (await shop.pool.query("select from jobs._private_jobs where key = $1", [`order ${id}`])).rowCount;

test("an order that waits for long has no job until it is due", async () => {
  const order = await buy();
  await expect.poll(() => now(order)).toMatchObject({ status: "completed" });
  const dueAt = async () =>
    (
      await shop.pool.query<{ next_at: string | null }>(
        "select next_at from shop.fulfilment where order_id = $1",
        [order.id],
      )
    ).rows[0]?.next_at;
  // The one that brought it here ends after it.
  await expect.poll(() => jobsOf(order)).toBe(0);
  expect(await dueAt()).toBeNull();
  await workLater(shop.pool, { id: order.id, due_at: null }, { delay_s: 3600 });
  expect(await dueAt()).not.toBeNull();
  expect(await jobsOf(order)).toBe(0);
  await shop.pool.query(
    "update shop.fulfilment set next_at = now() - interval '61 seconds' where order_id = $1",
    [order.id],
  );
  // DataMart is asked once more, and then nothing is left to do.
  await expect.poll(dueAt).toBeNull();
});

test("an order that two admins have settled is asked about anew", async () => {
  double.forceNext({ ends: "stuck" });
  const order = await buy();
  await expect.poll(() => now(order)).toMatchObject({ state: "accepted" });
  const second = await shop.addUser("second", "0240000008", "Admin");
  expect(await asAdmin("PUT", "/extra/correction-limit", { limit: 1 })).toMatchObject({ status: 200 });
  expect(await settleOrder(order, "refused")).toMatchObject({ body: { pending: true } });
  await shop.pool.query("update shop.fulfilment set next_at = null, asks = 9 where order_id = $1", [
    order.id,
  ]);
  const { token } = second;
  const { body } = await shop.call<ApprovalsAnswer>("GET", "/approval", undefined, { token });
  const path = `/approval/${body.items[0]?._id}/approve`;
  expect(await shop.call("PUT", path, {}, { token })).toMatchObject({ status: 200 });
  expect(await now(order)).toMatchObject({ state: "refused" });
  // The first look, with its five tries, is over.
  const asks = async () =>
    (await shop.pool.query("select asks from shop.fulfilment where order_id = $1", [order.id])).rows[0]?.asks;
  await expect.poll(asks).toBe(5);
});

test("forty orders at once are each bought once, the books agree with DataMart, and the log verifies", async () => {
  const orders = await Promise.all(Array.from({ length: 40 }, buy));
  const open = async () =>
    (await Promise.all(orders.map(now))).filter((order) => order?.status !== "completed").length;
  await expect.poll(open).toBe(0);
  for (const order of orders) expect(boughtFor(order).length).toBe(1);
  expect(double.journal.doublePurchases).toEqual([]);
  await expect.poll(float).toBe(double.balance());
  expect(await shop.findings()).toEqual([]);
});
