/** What an admin has to look at, and refunds that fail, against a hostile double of Paystack. */
import { createHmac, randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import type { Page } from "#contract/lists.ts";
import type { OddPaymentRecord, PaymentRecord, PromptState, Rails } from "#contract/payments.ts";
import type { TopupRecord } from "#contract/topups.ts";
import type { PaymentFate } from "#tools/doubles/paystack/fates.ts";
import { openGateway } from "#tools/testing/open-doubles.ts";
import { openTestPaystack } from "#tools/testing/test-paystack.ts";
import { openTestShop, type TestUser } from "#tools/testing/test-shop.ts";

const minute_ms = 60_000;
const patience = { answer_ms: 5000, lost_ms: 10_000, sweep_ms: 400, retry_ms: 20, open_ms: 50 };
const gateway = openGateway();
const paystack = openTestPaystack();
const shop = openTestShop(() => ({
  ...paystack.options,
  messages: { sms: gateway.config, patience },
}));
let users = 0;

interface Asked extends PromptState {
  recharge: TopupRecord;
}

async function newUser(): Promise<TestUser> {
  users += 1;
  const user = await shop.addUser(`payer${users}`, `024${String(1_000_000 + users)}`);
  await shop.pool.query(`update shop."user" set phone_proved_at = now() where id = $1`, [user._id]);
  return user;
}

async function pay({ token }: TestUser, fate: Partial<PaymentFate> = {}, way: "prompt" | "page" = "prompt") {
  paystack.forceNext(fate);
  const asked = { token, key: randomUUID() };
  const { body } = await shop.call<Asked>("POST", `/payment/${way}`, { amount: 60 }, asked);
  return body;
}

/** The customer's answer on the page, and on the phone. */
const payOnPage = ({ page }: PromptState) =>
  fetch(page ?? "", { method: "POST", body: new URLSearchParams({ choice: "pay" }), redirect: "manual" });

const stateOf = async ({ token }: TestUser, { recharge }: Asked) =>
  (await shop.call<PromptState>("GET", `/payment/prompt/${recharge._id}`, undefined, { token })).body.state;

async function truthOf({ recharge }: Asked) {
  const { rows } = await shop.pool.query<{ reference: string }>(
    "select reference from shop.charge where topup = $1",
    [recharge._id],
  );
  return paystack.payments.get(rows[0]?.reference ?? "")!;
}

/** Lets the shop ask again now, as it would after a while. */
async function ask({ reference }: { reference: string }): Promise<void> {
  await shop.pool.query("update shop.charge set next_check_at = now() where reference = $1", [reference]);
  const due = "select from shop.charge where next_check_at <= now()";
  await expect.poll(async () => (await shop.pool.query(due)).rowCount).toBe(0);
}

async function houses(): Promise<Record<string, number>> {
  const { rows } = await shop.pool.query<{ name: string; balance: number }>(
    "select name, balance from ledger.house_account",
  );
  return Object.fromEntries(rows.map(({ name, balance }) => [name, balance]));
}

const asAdmin = () => ({ token: shop.admin.token });
const bookedAs = async ({ id }: { id: number }) =>
  (await shop.call<Page<PaymentRecord>>("GET", `/payment?limit=5&search=${id}`, undefined, asAdmin())).body
    .items[0];
const odd = async (of: { id: number }, status = "open") =>
  (
    await shop.call<OddPaymentRecord[]>("GET", `/payment/odd?status=${status}`, undefined, asAdmin())
  ).body.filter(({ transaction }) => transaction === String(of.id));
const handle = (id: number | undefined, note: string) =>
  shop.call<OddPaymentRecord>("PUT", `/payment/odd/${id}/handled`, { note }, asAdmin());

/** Sends the money back in Paystack's dashboard. */
const refund = ({ reference }: { reference: string }) =>
  fetch(`${paystack.url}/refund`, {
    method: "POST",
    headers: { authorization: `Bearer ${paystack.settings.key}`, "content-type": "application/json" },
    body: JSON.stringify({ transaction: reference }),
  });

/** What Paystack says that it holds, less what the books say. */
async function difference(): Promise<number> {
  const { body } = await shop.call<Rails>("GET", "/payment/rails", undefined, asAdmin());
  const light = body.rails.find(({ rail }) => rail === "paystack");
  return Math.round(((light?.own ?? NaN) - (light?.books ?? NaN)) * 100);
}

test("money in another currency or of the other domain is listed once, as the rail tells it, until an admin handles it", async () => {
  const ama = await newUser();
  const before = await houses();
  for (const [fate, told] of [
    [{ pays: "other currency" }, { currency: "NGN", domain: "live" }],
    [{ domain: "other" }, { currency: "GHS", domain: "test" }],
  ] as const) {
    const asked = await pay(ama, fate);
    await paystack.clock.advance(3 * minute_ms);
    await expect.poll(() => stateOf(ama, asked)).toBe("strange");
    const truth = await truthOf(asked);
    await ask(truth);
    const [listed, ...more] = await odd(truth);
    expect(more).toEqual([]);
    const who = { _id: ama._id, username: ama.username };
    const row = { kind: "not booked", amount: 60, ...told, isReversed: false, handled: null, user: who };
    expect(listed).toMatchObject(row);
    expect(await handle(listed?._id, "  ")).toMatchObject({ status: 400 });
    const handled = { by: shop.admin.username, note: "sent back" };
    expect((await handle(listed?._id, "sent back")).body).toMatchObject({ handled });
    expect((await handle(listed?._id, "no, kept")).body).toMatchObject({ handled });
    expect(await odd(truth)).toEqual([]);
    expect(await odd(truth, "all")).toMatchObject([{ handled }]);
    expect(await bookedAs(truth)).toBeUndefined();
  }
  expect(await handle(999_999, "none")).toMatchObject({ status: 404, body: { code: "payment_unknown" } });
  expect(await houses()).toEqual(before);
  expect(await shop.call("GET", "/payment/odd", undefined, { token: ama.token })).toMatchObject({
    status: 403,
  });
});

async function paidInNaira(user: TestUser) {
  const asked = await pay(user, { pays: "other currency" });
  await paystack.clock.advance(3 * minute_ms);
  await expect.poll(() => stateOf(user, asked)).toBe("strange");
  return truthOf(asked);
}

test("money that the rail calls cedis only later is credited, and leaves the list", async () => {
  const kofi = await newUser();
  const truth = await paidInNaira(kofi);
  expect(await odd(truth)).toHaveLength(1);
  truth.paid!.currency = "GHS";
  await ask(truth);
  await expect.poll(() => shop.balanceOf(kofi)).toBe(60_00);
  expect(await odd(truth, "all")).toEqual([]);
});

test("money that the rail calls cedis only after an admin has handled it waits for an admin, with their note", async () => {
  const esi = await newUser();
  const truth = await paidInNaira(esi);
  await handle((await odd(truth))[0]?._id, "paid out in cash");
  truth.paid!.currency = "GHS";
  await ask(truth);
  const held = { status: "held", reason: expect.stringContaining("paid out in cash") };
  await expect.poll(() => bookedAs(truth)).toMatchObject(held);
  expect(await shop.balanceOf(esi)).toBe(0);
});

test("a payment that the office has returned waits again when its refund fails, with the reason, once for each refund", async () => {
  const yaw = await newUser();
  const asked = await pay(yaw, { pays: "less, requested less", refund: "failed later" });
  await paystack.clock.advance(3 * minute_ms);
  await expect.poll(() => stateOf(yaw, asked)).toBe("strange");
  const truth = await truthOf(asked);
  const { suspense } = await houses();
  const give = async () =>
    shop.call("PUT", `/payment/${(await bookedAs(truth))?._id}/return`, { reason: "not ours" }, asAdmin());
  expect((await give()).status).toBe(200);
  await refund(truth);
  await paystack.clock.advance(11 * minute_ms);
  await ask(truth);
  expect(await bookedAs(truth)).toMatchObject({ status: "returned", reason: "not ours" });
  expect(await difference()).toBe(0);
  await paystack.clock.advance(61 * minute_ms);
  await expect
    .poll(() => bookedAs(truth))
    .toMatchObject({
      status: "held",
      reason: "Paystack says that the refund of ¢40.00 failed",
      decidedAt: null,
    });
  expect((await houses())["suspense"]).toBe(suspense);
  expect(await difference()).toBe(0);
  // Sent back in another way. The same report again changes nothing.
  expect((await give()).status).toBe(200);
  const failed = paystack.journal.webhooks.findLast(({ event }) => event === "refund.failed");
  const signature = createHmac("sha512", paystack.settings.key)
    .update(failed?.body ?? "")
    .digest("hex");
  const told = await fetch(`${shop.server.url}/api/payment/paystack`, {
    method: "POST",
    headers: { "x-paystack-signature": signature },
    body: failed?.body ?? "",
  });
  expect(told.status).toBe(200);
  await ask(truth);
  expect(await bookedAs(truth)).toMatchObject({ status: "returned" });
});

/** Keeps back the next answer about a payment, and counts those after it. */
function keepAnswer() {
  const arrived = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  const ask = globalThis.fetch;
  let count = 0;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (...asked) => {
    const answer = await ask(...asked);
    if (!answer.url.includes("/transaction/verify/")) return answer;
    count += 1;
    if (count === 1) {
      arrived.resolve();
      await sent.promise;
    }
    return answer;
  });
  return { arrived: arrived.promise, send: sent.resolve, counted: () => count };
}

test("an old answer that a payment was sent back changes nothing after that refund has failed", async () => {
  const adwoa = await newUser();
  const asked = await pay(adwoa, { pays: "less, requested less", refund: "failed later" });
  await paystack.clock.advance(3 * minute_ms);
  await expect.poll(() => stateOf(adwoa, asked)).toBe("strange");
  const truth = await truthOf(asked);
  const gap = await difference();
  await refund(truth);
  await paystack.clock.advance(11 * minute_ms);
  await expect.poll(() => bookedAs(truth)).toMatchObject({ status: "reversed" });
  const old = keepAnswer();
  await shop.pool.query("update shop.charge set next_check_at = now() where reference = $1", [
    truth.reference,
  ]);
  await old.arrived;
  await paystack.clock.advance(61 * minute_ms);
  await expect.poll(() => bookedAs(truth)).toMatchObject({ status: "held" });
  const before = old.counted();
  old.send();
  // The shop asks again, because the payment has changed since it asked.
  await expect.poll(old.counted).toBeGreaterThan(before);
  await ask(truth);
  const reason = "Paystack says that the refund of ¢40.00 failed";
  expect(await bookedAs(truth)).toMatchObject({ status: "held", reason });
  expect(await difference()).toBe(gap);
});

test("a refund in Paystack's dashboard that fails later puts the books back, and the payment is credited only once", async () => {
  const efua = await newUser();
  const asked = await pay(efua, { pays: "fee on top", refund: "failed later" });
  await paystack.clock.advance(3 * minute_ms);
  await expect.poll(() => shop.balanceOf(efua)).toBe(60_00);
  const truth = await truthOf(asked);
  const before = await houses();
  const gap = await difference();
  await refund(truth);
  await paystack.clock.advance(11 * minute_ms);
  await expect.poll(() => bookedAs(truth)).toMatchObject({ status: "reversed" });
  expect((await houses())["corrections"]).toBe((before["corrections"] ?? 0) - 60_00);
  await paystack.clock.advance(61 * minute_ms);
  await expect
    .poll(() => bookedAs(truth))
    .toMatchObject({
      status: "matched",
      reason: "Paystack says that the refund of ¢61.17 failed",
      user: { _id: efua._id },
    });
  expect(await houses()).toEqual(before);
  expect(await shop.balanceOf(efua)).toBe(60_00);
  await expect.poll(() => odd(truth)).toMatchObject([{ kind: "refund failed", user: { _id: efua._id } }]);
  expect(await difference()).toBe(gap);
});

test("a customer who pays by prompt and on the page is credited twice, and is told once like the admins", async () => {
  const akua = await newUser();
  const first = await pay(akua, { customer: "waits" });
  const second = await pay(akua, {}, "page");
  gateway.taken.length = 0;
  await Promise.all([payOnPage(second), paystack.approve((await truthOf(first)).reference)]);
  await paystack.clock.advance(minute_ms);
  await expect.poll(() => shop.balanceOf(akua)).toBe(120_00);
  const truths = await Promise.all([truthOf(first), truthOf(second)]);
  const twice = async () => (await Promise.all(truths.map((truth) => odd(truth)))).flat();
  await expect.poll(twice).toMatchObject([{ kind: "paid twice", amount: 60, currency: "GHS" }]);
  const [row] = await twice();
  expect(new Set([row?.transaction, row?.other])).toEqual(new Set(truths.map(({ id }) => String(id))));
  const told = () => gateway.taken.filter(({ message }) => message.includes("GHS 60.00 twice"));
  await expect.poll(() => told().map(({ to }) => to)).toEqual([`233${akua.phone.slice(1)}`]);
  for (const truth of truths) await ask(truth);
  expect(await twice()).toHaveLength(1);
  expect(told()).toHaveLength(1);
});

test("two top-ups of the same amount, one after the other, are not called paid twice", async () => {
  const abena = await newUser();
  for (const balance of [60_00, 120_00]) {
    const asked = await pay(abena);
    await paystack.clock.advance(3 * minute_ms);
    await expect.poll(() => shop.balanceOf(abena)).toBe(balance);
    expect(await odd(await truthOf(asked))).toEqual([]);
  }
});

test("after all of this the whole log verifies", async () => {
  expect(await shop.findings()).toEqual([]);
});
