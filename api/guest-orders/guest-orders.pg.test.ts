/** Guests buy in an agent's shop and pay by a hostile double of Paystack. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { GuestOrderStarted, GuestOrderState } from "#contract/guest-orders.ts";
import { factsIn } from "#contract/check-receipt.ts";
import type { ReceiptAnswer, ReceiptState } from "#contract/receipts.ts";
import type { Page } from "#contract/lists.ts";
import type { BatchAnswer } from "#contract/supplier.ts";
import { orderStream } from "#contract/terms/streams.ts";
import type { PaymentRecord, Rails } from "#contract/payments.ts";
import type { ShopRecord } from "#contract/shops.ts";
import { usualWithdrawalRules } from "#contract/terms/withdrawals.ts";
import type { PaymentFate } from "#tools/doubles/paystack/fates.ts";
import { openTestPaystack } from "#tools/testing/test-paystack.ts";
import { type Answer, openTestShop, testSecret, type TestUser } from "#tools/testing/test-shop.ts";
import { addAgentShop } from "#tools/testing/valid-shops.ts";
import { receivePayment } from "../rails/as-shop.ts";
import { deriveSecrets } from "../serve/secrets.ts";

const minute_ms = 60_000;
const day_ms = 24 * 60 * minute_ms;
const paystack = openTestPaystack({ seed: 5 });
const shop = openTestShop(() => ({ ...paystack.options, messages: {} }));
let agent: TestUser;
let payers = 0;

beforeAll(async () => {
  await shop.command("change_shop_rules", shop.admin._id, {
    rules: { isOn: true, highest: 200, fee_by: "shop" },
  });
  agent = await openAgent("kofisells", "0205550102", "kofi-data");
});

/** After each test, the books are whole, and no agent's margin is left behind. */
afterEach(() => wholeBooks());

async function wholeBooks(): Promise<void> {
  expect(await shop.findings()).toEqual([]);
}

async function openAgent(username: string, phone: string, name: string, balance = 0): Promise<TestUser> {
  const user = await shop.addUser(username, phone, "Agent", balance);
  const body = { name, title: name, colour: "green", greeting: "", contact: "", isOpen: true };
  const saved = await shop.as(user).put("/user/shop", body);
  expect(saved.status).toBe(200);
  await setPrice(user, 5.6);
  return user;
}

async function setPrice({ token }: TestUser, price: number): Promise<void> {
  const prices = [{ package: "mtnup2u-1", price }];
  expect((await shop.as({ token }).put("/user/shop/prices", { prices })).status).toBe(200);
}

const newPayer = () => `024${String(2_000_000 + (payers += 1))}`;

function start(more: object = {}, key: string = randomUUID(), name = "kofi-data") {
  const body = { packageId: "mtnup2u-1", price: 5.6, receiver: "0551112233", payer: newPayer(), ...more };
  return shop.call<GuestOrderStarted>("POST", `/shop/${name}/order`, body, { key });
}

const read = (token: string): Promise<Answer<GuestOrderState>> =>
  shop.call<GuestOrderState>("GET", `/guest-order/${token}`);
const statusOf = async (token: string) => (await read(token)).body.status;

async function rowOf(token: string) {
  const { rows } = await shop.pool.query<{ reference: string; order: number | null; payment: string | null }>(
    `select c.reference, p.order_id as "order", p.id as payment from shop.guest_order g join shop.charge c on c.guest_order = g.id
     left join ledger.payment p on p.id = c.payment where g.token_hash = sha256(convert_to($1, 'UTF8'))`,
    [token],
  );
  return rows[0] ?? { reference: "", order: null, payment: null };
}

/** Lets the shop ask again now, as it would after a while. */
async function askAgain(): Promise<void> {
  await shop.pool.query("update shop.charge set next_check_at = now() where next_check_at is not null");
  await shop.pool.query("update shop.charge set refund_next_at = now() where refund_next_at is not null");
}

/** Asks again and again until it is so. */
function finally_<T>(what: () => Promise<T>) {
  return expect.poll(async () => {
    await askAgain();
    return what();
  });
}

/** Waits until the payment has become its order. */
async function placed(token: string): Promise<number> {
  await finally_(async () => (await rowOf(token)).order).not.toBeNull();
  expect(await statusOf(token)).toBe("paid");
  return (await rowOf(token)).order ?? 0;
}

async function paid(fate: Partial<PaymentFate> = {}): Promise<{ token: string; order: number }> {
  paystack.forceNext(fate);
  const { body, status } = await start();
  expect(status).toBe(201);
  await paystack.approve((await rowOf(body.token)).reference);
  return { token: body.token, order: await placed(body.token) };
}

const decide = (order: number, status: string, more = {}) =>
  shop.as(shop.admin).put(`/order/update-status/${order}`, { status, ...more });

async function deliver(order: number): Promise<void> {
  await decide(order, "processing");
  expect((await decide(order, "completed")).status).toBe(200);
}

const openList = async () =>
  (await shop.as(shop.admin).get<Page<PaymentRecord>>("/payment?status=open&limit=50")).body.items;

/** The rail's light: what the books say that it holds is what it says itself. */
async function agrees(): Promise<void> {
  const { body } = await shop.as(shop.admin).get<Rails>("/payment/rails");
  expect(body.rails.find(({ rail }) => rail === "paystack")?.agrees).toBe(true);
}

test("a guest orders, pays by prompt, and the agent earns the difference when it is delivered", async () => {
  const before = await shop.balanceOf(agent);
  const { body, status } = await start();
  expect([status, body.step]).toEqual([201, "prompt"]);
  expect(body.token).toMatch(/^[\w-]{22}$/);
  expect((await read(body.token)).body).toMatchObject({
    status: "waiting",
    step: "prompt",
    offer: "1 GB",
    network: "MTNup2u",
    receiver: "055***2233",
    price: 5.6,
    shop: "kofi-data",
    paid_at: null,
  });
  await paystack.clock.advance(3 * minute_ms);
  const order = await placed(body.token);
  expect([await shop.houseBalance("held"), await shop.balanceOf(agent)]).toEqual([1_00, before]);
  const list = await shop
    .as(agent)
    .get<Page<{ id: number; ofShop?: true; totalAmount: number; receiver: string }>>(
      "/order/allorders?limit=10",
    );
  expect(list.body.items).toMatchObject([
    { id: order, ofShop: true, totalAmount: 4.6, receiver: "0551112233" },
  ]);
  await decide(order, "processing");
  expect(await statusOf(body.token)).toBe("processing");
  await decide(order, "completed");
  expect((await read(body.token)).body).toMatchObject({
    status: "completed",
    delivered_at: expect.any(String),
  });
  expect([
    await shop.houseBalance("held"),
    await shop.balanceOf(agent),
    await shop.houseBalance("suspense"),
  ]).toEqual([0, before + 1_00, 0]);
  await agrees();
  // A newer shop has sold nothing.
  await addAgentShop(shop, "newer-data");
  const shops = (path: string) => shop.as(shop.admin).get<Page<ShopRecord>>(path);
  const first = await shops("/shops?limit=1");
  expect(first.body.items).toMatchObject([{ name: "kofi-data", monthSold: 4.6, monthEarned: 1 }]);
  const rest = await shops(`/shops?limit=1&cursor=${first.body.next}`);
  expect(rest.body.items).toMatchObject([{ name: "newer-data", monthSold: 0 }]);
});

test("the same request again is the same order, and the payer is asked once", async () => {
  const charges = () => paystack.journal.requests.filter(({ path }) => path === "/charge").length;
  const before = charges();
  const payer = newPayer();
  for (let n = 0; n < 2; n++) paystack.forceNext({ customer: "waits" });
  const sent = await Promise.all([start({ payer }, "k1"), start({ payer }, "k1"), start({ payer }, "k1")]);
  expect(new Set(sent.map(({ body }) => body.token)).size).toBe(1);
  expect(charges() - before).toBe(1);
  // Whoever has only the key gets another order.
  expect((await start({ payer: newPayer() }, "k1")).body.token).not.toBe(sent[0].body.token);
});

test("a Telecel payer enters the network's code", async () => {
  const payer = "0204123999";
  const { body } = await start({ payer });
  expect(body.step).toBe("otp");
  const otp = paystack.voucherOf((await rowOf(body.token)).reference);
  const sent = await shop.call<GuestOrderState>("POST", `/guest-order/${body.token}/otp`, { otp });
  expect([sent.status, sent.body.step]).toEqual([200, "prompt"]);
  await paystack.approve((await rowOf(body.token)).reference);
  await deliver(await placed(body.token));
});

test("a guest pays on Paystack's own page, and another address is never given", async () => {
  const { body } = await start({ rail: "page", payer: "0301234567" });
  expect(body).toMatchObject({ step: "page", said: expect.stringContaining(paystack.url) });
  await paystack.approve((await rowOf(body.token)).reference);
  await deliver(await placed(body.token));
  expect((await start({ payer: "0301234567" })).body).toMatchObject({ code: "phone_not_promptable" });
  paystack.forceRequest("/transaction/initialize", { page: "foreign" });
  expect((await start({ rail: "page" })).body.step).toBe("asking");
});

const odd: [string, Partial<PaymentFate>][] = [
  ["too little", { pays: "less, requested less" }],
  ["too little, although all was requested", { pays: "less" }],
  ["too much", { pays: "more" }],
];

test.each(odd)("who paid %s gets all of it back, and nothing is delivered", async (_, fate) => {
  paystack.forceNext({ ...fate, webhook: "never" });
  const { body } = await start();
  const { reference } = await rowOf(body.token);
  await paystack.approve(reference);
  await finally_(() => statusOf(body.token)).toBe("refunded");
  expect((await rowOf(body.token)).order).toBeNull();
  expect([await shop.houseBalance("held"), await shop.houseBalance("suspense")]).toEqual([0, 0]);
  const payment = paystack.payments.get(reference);
  expect(payment?.refunded).toBe(payment?.paid?.amount);
  await agrees();
});

test("a payment that comes after its order was given up goes back", async () => {
  const { body } = await start();
  const { reference } = await rowOf(body.token);
  await shop.pool.query(
    "update shop.charge set created_at = created_at - interval '16 minutes' where reference = $1",
    [reference],
  );
  await finally_(() => statusOf(body.token)).toBe("failed");
  await paystack.approve(reference);
  await finally_(() => statusOf(body.token)).toBe("refunded");
  expect((await rowOf(body.token)).order).toBeNull();
  await agrees();
});

test("told twice, before its answer and after it, a payment places one order", async () => {
  for (const fate of [{ webhook: "twice" }, { webhook: "first", prompt: "at once" }] as const) {
    paystack.forceNext(fate);
    const { body } = await start();
    await paystack.clock.advance(3 * minute_ms);
    const order = await placed(body.token);
    const { payment } = await rowOf(body.token);
    const { rows } = await shop.pool.query(
      "select count(*) from ledger.event where type = 'order_placed' and data ->> 'payment' = $1",
      [payment],
    );
    expect(rows).toEqual([{ count: 1 }]);
    await deliver(order);
  }
});

test("two processes that settle the same payment place one order", async () => {
  const other = await shop.another({ payments: paystack.options.payments });
  const { body } = await start();
  await paystack.approve((await rowOf(body.token)).reference);
  const order = await placed(body.token);
  await other.close();
  expect(await shop.houseBalance("held")).toBe(1_00);
  await deliver(order);
});

test("a process that dies between the payment and the order leaves both to the next one", async () => {
  const { body } = await start();
  const { reference } = await rowOf(body.token);
  // As it would be if the process had died right after the command that receives it.
  await shop.pool.query(
    "update shop.charge set next_check_at = now() + interval '1 hour' where reference = $1",
    [reference],
  );
  await paystack.approve(reference);
  const { id, paid: truth } = paystack.payments.get(reference) ?? {};
  const received = {
    rail: "paystack",
    transaction: String(id),
    amount: truth?.amount ?? 0,
    fee: truth?.fee ?? 0,
  } as const;
  const process = { writer: shop.writer, secrets: deriveSecrets(testSecret) } as unknown as Parameters<
    typeof receivePayment
  >[0];
  expect(await receivePayment(process, received)).toBe(true);
  expect(await statusOf(body.token)).toBe("waiting");
  const order = await placed(body.token);
  const { rows } = await shop.pool.query(
    "select count(*) from ledger.event where type = 'payment_received' and data ->> 'transaction' = $1",
    [String(id)],
  );
  expect(rows).toEqual([{ count: 1 }]);
  await deliver(order);
});

test("orders of guests that go out in a batch earn each margin once, also if two tabs complete the batch", async () => {
  const before = await shop.balanceOf(agent);
  const orders = [(await paid()).order, (await paid()).order, (await paid()).order];
  const sent = await shop.as(shop.admin).post<BatchAnswer>("/order/batch", { network: "MTNup2u", orders });
  expect([sent.status, sent.body.batch.orders, sent.body.leftOut]).toEqual([201, 3, []]);
  expect([await shop.houseBalance("held"), await shop.balanceOf(agent)]).toEqual([3_00, before]);
  const tabs = await Promise.all([...orders, ...orders].map((order) => decide(order, "completed")));
  expect(tabs.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 409, 409, 409]);
  expect([await shop.houseBalance("held"), await shop.balanceOf(agent)]).toEqual([0, before + 3_00]);
  const earned = await shop.pool.query<{ order: string }>(
    "select stream from ledger.event where type = 'margin_earned' and stream = any ($1)",
    [orders.map((order) => orderStream(order))],
  );
  expect(earned.rowCount).toBe(3);
});

test("the order of a rejected purchase is refunded by the rail, and the guest sees it", async () => {
  const { token, order } = await paid();
  const before = await shop.balanceOf(agent);
  expect((await decide(order, "rejected", { reason: "wrong number" })).status).toBe(200);
  expect(await statusOf(token)).toBe("refunding");
  await finally_(() => statusOf(token)).toBe("refunded");
  expect([
    await shop.houseBalance("held"),
    await shop.houseBalance("suspense"),
    await shop.balanceOf(agent),
  ]).toEqual([0, 0, before]);
  await agrees();
  const asked = paystack.journal.requests.filter(
    ({ method, path }) => method === "POST" && path === "/refund",
  );
  await askAgain();
  expect(
    paystack.journal.requests.filter(({ method, path }) => method === "POST" && path === "/refund").length,
  ).toBe(asked.length);
});

test("a guest has a receipt of what they paid or got back, and not of what the agent pays", async () => {
  const receipt = (token: string) => shop.call<ReceiptAnswer>("GET", `/guest-order/${token}/receipt`);
  const factsOf = async (token: string) => factsIn((await receipt(token)).body.short);
  const bought = await paid();
  expect(await receipt(bought.token)).toMatchObject({ status: 409, body: { code: "receipt_unready" } });
  await deliver(bought.order);
  expect(await factsOf(bought.token)).toMatchObject({
    kind: "order",
    what: "1 GB MTNup2u",
    reference: String(10_000_000 + bought.order),
    to: "055***2233",
    amount: 5_60,
  });
  const { token, order } = await paid();
  await decide(order, "rejected", { reason: "wrong number" });
  await finally_(() => statusOf(token)).toBe("refunded");
  const facts = await factsOf(token);
  expect(facts).toMatchObject({
    kind: "refund",
    to: `024***${String(payers).padStart(4, "0")}`,
    amount: 5_60,
  });
  // Whoever had a receipt of the payment would read that it went back.
  const { rows } = await shop.pool.query<{ position: number; event: string }>(
    "select position, encode(hash, 'hex') as event from ledger.event where stream = $1 and type = 'payment_received'",
    [`payment/${(await rowOf(token)).payment}`],
  );
  const { position = 0, event = "" } = rows[0] ?? {};
  const state = await shop.call<ReceiptState>("GET", `/receipt/state/${position}/${event}`);
  expect(state.body.corrections.map(({ amount }) => amount)).toEqual([5_60]);
  // The bank took it back after a dispute: the shop has refunded nothing.
  const disputed = await paid();
  paystack.dispute((await rowOf(disputed.token)).reference, "lost");
  await paystack.clock.advance(10 * day_ms);
  await decide(disputed.order, "rejected");
  await finally_(() => statusOf(disputed.token)).toBe("refunded");
  expect(await factsOf(disputed.token)).toMatchObject({ kind: "refund", amount: 5_60 });
});

test.each(["hang after", "error after", "error before", "cut after"] as const)(
  "a refund whose answer is lost (%s) is unknown, asked about, and returns the money once",
  async (answer) => {
    const { token, order } = await paid();
    paystack.forceRequest("/refund", { answer: "error before" });
    await decide(order, "rejected");
    // First the list of refunds gets no answer, then the refund itself.
    await finally_(async () =>
      paystack.journal.requests.some(({ path }) => path.startsWith("/refund?")),
    ).toBe(true);
    paystack.forceRequest("/refund", { answer: "normal" });
    paystack.forceRequest("/refund", { answer });
    await finally_(() => statusOf(token)).toBe("refunded");
    const payment = paystack.payments.get((await rowOf(token)).reference);
    expect(payment?.refunded).toBe(5_60);
    await agrees();
  },
  15_000,
);

test("a refund that fails leaves the payment in the list, where an admin returns it by hand", async () => {
  const { token, order } = await paid({ refund: "failed" });
  await decide(order, "rejected");
  await finally_(() => statusOf(token)).toBe("refunded");
  await paystack.clock.advance(30 * minute_ms);
  await finally_(() => statusOf(token)).toBe("refunding");
  const { payment } = await rowOf(token);
  const listed = (await openList()).find(({ _id }) => _id === payment);
  expect(listed).toMatchObject({ status: "held", reason: expect.stringContaining("failed") });
  expect((await read(token)).body.said).toContain("by hand");
  await agrees();
  await shop.as(shop.admin).put(`/payment/${payment}/return`, { reason: "sent by hand" });
  expect(await statusOf(token)).toBe("refunded");
});

test("what waits for its refund can be given to nobody else", async () => {
  const { token, order } = await paid();
  paystack.forceRequest("/refund", { answer: "hang before" });
  await decide(order, "rejected");
  const { payment } = await rowOf(token);
  const matched = await shop.as(shop.admin).put(`/payment/${payment}/match`, { user: agent._id });
  expect(matched.body).toMatchObject({ code: "refund_open" });
  await finally_(() => statusOf(token)).toBe("refunded");
}, 15_000);

test("attack: the price of the package is another one than the page showed, or changes between page and prompt", async () => {
  expect((await start({ price: 4.6 })).body).toMatchObject({ code: "price_changed", price: 5.6 });
  expect((await start({ price: 0.01 })).body).toMatchObject({ code: "price_changed" });
  const { body } = await start();
  // The agent asks more from now on: the guest gets what they were shown.
  await setPrice(agent, 6);
  expect((await start()).body).toMatchObject({ code: "price_changed", price: 6 });
  await paystack.approve((await rowOf(body.token)).reference);
  const order = await placed(body.token);
  expect(await shop.houseBalance("held")).toBe(1_00);
  await deliver(order);
  await setPrice(agent, 5.6);
});

test("what the agent pays rises above what the guest has paid: nothing is sold at a loss, and the money goes back", async () => {
  const { body } = await start();
  const facts = (agentPrice: number) => ({
    network: "MTNup2u",
    status: "available" as const,
    note: "",
    image: null,
    packages: [
      { id: "mtnup2u-1", offer: "1 GB", customer: 700, agent: agentPrice, superAgent: 450 },
      { id: "mtnup2u-2", offer: "5 GB", customer: 2250, agent: 2190, superAgent: 2150 },
    ],
  });
  await shop.command("change_product", shop.admin._id, { product: "mtnup2u", facts: facts(561) });
  await paystack.approve((await rowOf(body.token)).reference);
  await finally_(() => statusOf(body.token)).toBe("refunded");
  expect((await rowOf(body.token)).order).toBeNull();
  await shop.command("change_product", shop.admin._id, { product: "mtnup2u", facts: facts(460) });
});

test("a shop that an admin closes meanwhile sells nothing, and the money goes back", async () => {
  const { body } = await start();
  await shop.command("close_shop", shop.admin._id, { user: agent._id, reason: "reported" });
  expect((await start()).body).toMatchObject({ code: "shop_unknown" });
  await paystack.approve((await rowOf(body.token)).reference);
  await finally_(() => statusOf(body.token)).toBe("refunded");
  await shop.command("reopen_shop", shop.admin._id, { user: agent._id, reason: "put right" });
});

test("attack: somebody else's link, a guessed one and another agent show nothing", async () => {
  const other = await openAgent("amasells", "0205550103", "ama-data");
  const { token, order } = await paid();
  const guessed = await read("AAAAAAAAAAAAAAAAAAAAAA");
  const malformed = await shop.call("GET", `/guest-order/${"A".repeat(23)}`);
  expect([guessed.status, malformed.status]).toEqual([404, 404]);
  const own = { token: other.token };
  expect((await shop.call("GET", `/order/${order}/history`, undefined, own)).status).toBe(404);
  const list = await shop.call<Page<unknown>>("GET", "/order/allorders?limit=10", undefined, own);
  expect(list.body.items).toEqual([]);
  expect(JSON.stringify((await read(token)).body)).not.toMatch(/0551112233|024200\d{4}|kofisells/);
  // Neither the token nor a whole number is stored where an admin or a log could show it.
  const { rows } = await shop.pool.query(
    `select from shop.guest_order where guest_order::text like '%' || $1 || '%'
     union all select from shop.message where message::text like '%' || $1 || '%'
     union all select from ledger.event where event::text like '%' || $1 || '%'`,
    [token],
  );
  expect(rows).toEqual([]);
  await deliver(order);
});

test("one number is asked only so often", async () => {
  const payer = newPayer();
  for (let n = 0; n < 6; n++) paystack.forceNext({ customer: "waits" });
  for (let n = 0; n < 6; n++) expect((await start({ payer })).status).toBe(201);
  expect(await start({ payer })).toMatchObject({ status: 429, body: { code: "too_many_attempts" } });
});

test("the payer gets an SMS with the link when it is paid, delivered and refunded", async () => {
  const sms = async () =>
    (
      await shop.pool.query<{ kind: string; recipient: string; text: string; user: string | null }>(
        `select kind, recipient, text, user_id as "user" from shop.message where kind like 'guest_%' order by id desc limit 2`,
      )
    ).rows.toReversed();
  const delivered = await paid();
  await deliver(delivered.order);
  const covered = expect.stringContaining("****");
  await expect.poll(sms).toMatchObject([
    { kind: "guest_paid", recipient: expect.stringMatching(/^024/), text: covered, user: null },
    { kind: "guest_completed", text: covered },
  ]);
  const rejected = await paid();
  await decide(rejected.order, "rejected");
  await finally_(() => statusOf(rejected.token)).toBe("refunded");
  await expect.poll(sms).toMatchObject([{ kind: "guest_paid" }, { kind: "guest_refunded", text: covered }]);
  // The agent's wallet has nothing to do with it.
  const { rows } = await shop.pool.query(
    "select from shop.message where kind in ('order_rejected', 'order_completed')",
  );
  expect(rows).toEqual([]);
});

test("a guest's voucher is seen by whoever has the link, once it is delivered, and not by the agent", async () => {
  await shop.addVouchers();
  const { token: ofAgent } = agent;
  await shop.as({ token: ofAgent }).put("/user/shop/prices", { prices: [{ package: "waec-1", price: 19 }] });
  const { body } = await start({ packageId: "waec-1", price: 19 });
  await paystack.approve((await rowOf(body.token)).reference);
  const order = await placed(body.token);
  expect((await read(body.token)).body.voucher).toBeNull();
  const voucher = { pin: "491827364550", serial: "WRC2611-0042" };
  await decide(order, "processing");
  expect((await decide(order, "completed", { voucher })).status).toBe(200);
  expect((await read(body.token)).body).toMatchObject({ status: "completed", voucher });
  const list = await shop.as({ token: ofAgent }).get("/order/allorders?limit=10");
  expect(JSON.stringify(list.body)).not.toContain(voucher.pin);
});

test("a fee that cannot be true leaves the payment to an admin, and the guest reads that it is checked", async () => {
  paystack.forceNext({ fee: "above", customer: "waits", webhook: "never" });
  const { body } = await start();
  await paystack.approve((await rowOf(body.token)).reference);
  await finally_(async () => (await openList()).length).toBe(1);
  await finally_(() => statusOf(body.token)).toBe("paid");
  const [listed] = await openList();
  expect(listed?.reason).toContain("fee");
  expect((await rowOf(body.token)).order).toBeNull();
  const reason = { reason: "sent by hand" };
  await shop.as(shop.admin).put(`/payment/${listed?._id}/return`, reason);
});

test("the agent's statement has what they earned, and nothing that guests have paid", async () => {
  const { token, balance } = { ...agent, balance: await shop.balanceOf(agent) };
  const months = await shop
    .as({ token })
    .get<{ moneyIn: number; moneyOut: number; count: number; balance: number }[]>("/user/statement/months");
  const { rows } = await shop.pool.query<{ count: number }>(
    "select count(*) from ledger.event where type = 'margin_earned' and wallet = $1",
    [agent._id],
  );
  const cedis = balance / 100;
  expect(months.body).toMatchObject([{ moneyIn: cedis, moneyOut: 0, count: rows[0]?.count, balance: cedis }]);
  const found = await shop
    .as({ token })
    .get<Page<{ kind: string }>>("/user/statement?limit=100&search=MTNup2u");
  expect(new Set(found.body.items.map(({ kind }) => kind))).toEqual(new Set(["margin"]));
  const all = await shop
    .as(shop.admin)
    .get<Page<{ kind: string; user: unknown }>>(`/audit/movements?limit=100`);
  expect(all.body).toMatchObject({ total: all.body.items.length });
});

test("an agent withdraws what their shop has earned, and not what was topped up", async () => {
  const rules = { ...usualWithdrawalRules, isOn: true, min: 1 };
  await shop.command("change_withdrawal_rules", shop.admin._id, rules);
  const seller = await openAgent("esisells", "0245550103", "esi-data", 100_00);
  await shop.pool.query(`update shop."user" set phone_proved_at = now() where id = $1`, [seller._id]);
  const withdraw = (amount: number) =>
    shop.as(seller).post<{ code: string }>("/withdrawal", { amount, fee: 0 }, { key: randomUUID() });
  expect((await withdraw(0.01)).body).toMatchObject({ code: "withdrawal_not_earned" });

  const { body } = await start({}, randomUUID(), "esi-data");
  await paystack.approve((await rowOf(body.token)).reference);
  await deliver(await placed(body.token));
  const earned = (await shop.balanceOf(seller)) - 100_00;
  expect(earned).toBeGreaterThan(0);
  const offer = await shop.as(seller).get("/withdrawal/offer");
  expect(offer.body).toMatchObject({ max: earned / 100, bound: "earnings" });
  const figures = await shop.as(seller).get("/user/shop/figures");
  const sold = { orders: 1, paid: 5.6, earned: earned / 100 };
  const packages = [{ network: "MTNup2u", offer: "1 GB", ...sold }];
  expect(figures.body).toEqual({ today: sold, month: sold, packages, guests: [] });
  const shops = await shop
    .as(shop.admin)
    .get<Page<{ monthSold: number; monthEarned: number }>>("/shops?limit=10&search=esi-data");
  expect(shops.body.items).toMatchObject([{ monthOrders: 1, monthSold: 4.6, monthEarned: earned / 100 }]);
  expect((await withdraw((earned + 1) / 100)).body).toMatchObject({ code: "withdrawal_not_earned" });
  expect((await withdraw(earned / 100)).status).toBe(201);
  expect((await withdraw(0.01)).body).toMatchObject({ code: "withdrawal_not_earned" });
  expect([await shop.balanceOf(seller), await shop.houseBalance("payouts")]).toEqual([100_00, earned]);
});

test("in the end nothing is held, and every payment is delivered, refunded or listed", async () => {
  const { rows } = await shop.pool.query(
    `select p.status, p.refund, o.status as "order" from ledger.payment p left join ledger."order" o on o.id = p.order_id
     where not (o.status = 'completed' and p.status = 'matched' or p.status in ('returned', 'reversed'))`,
  );
  expect(rows).toEqual([]);
  expect([await shop.houseBalance("held"), await shop.houseBalance("suspense")]).toEqual([0, 0]);
});
