/** Top-ups paid by a prompt, against a hostile double of Paystack. */
import { createHmac, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { PaymentRecord, PromptState, Rails } from "#contract/payments.ts";
import type { Page } from "#contract/lists.ts";
import type { TopupRecord } from "#contract/topups.ts";
import type { PaymentFate } from "#tools/doubles/paystack/fates.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { openTestPaystack } from "#tools/testing/test-paystack.ts";
import { openTestShop, TestShop, type TestUser } from "#tools/testing/test-shop.ts";
import { usualPaymentLimits } from "../rails/rail.ts";

const minute_ms = 60_000;
const paystack = openTestPaystack({ seed: 7 });
const shop = openTestShop(() => paystack.options);
let users = 0;

interface Prompt extends PromptState {
  recharge: TopupRecord;
}

function newUser(prefix = "024"): Promise<TestUser> {
  users += 1;
  return shop.addUser(`payer${users}`, `${prefix}${String(1_000_000 + users)}`);
}

const as = ({ token }: TestUser) => ({ token });

function prompt({ token }: TestUser, amount = 60, key: string = randomUUID()) {
  return shop.call<Prompt>("POST", "/payment/prompt", { amount }, { token, key });
}

async function referenceOf({ recharge }: Prompt): Promise<string> {
  const { rows } = await shop.pool.query<{ reference: string }>(
    "select reference from shop.charge where topup = $1",
    [recharge._id],
  );
  return rows[0]?.reference ?? "";
}

/** Lets the shop ask again now, as it would after a while. */
async function ask(): Promise<void> {
  await shop.pool.query("update shop.charge set next_check_at = now() where next_check_at is not null");
}

/** Lets the shop ask about it now, and waits until it has not understood the answer. */
async function askedAndUnknown(reference: string): Promise<void> {
  const asked = () => paystack.journal.requests.filter(({ path }) => path.endsWith(reference)).length;
  const before = asked();
  await shop.pool.query("update shop.charge set next_check_at = now() where reference = $1", [reference]);
  await expect.poll(asked).toBe(before + 1);
  const again = `select from shop.charge
    where reference = $1 and next_check_at between now() + interval '5 seconds' and now() + interval '25 seconds'`;
  await expect.poll(async () => (await shop.pool.query(again, [reference])).rowCount).toBe(1);
}

/** Makes what is not decided older. */
async function makeOlder(age: string): Promise<void> {
  await shop.pool.query(
    "update shop.charge set created_at = created_at - $1::interval where state in ('asking', 'waiting')",
    [age],
  );
}

const stateOf = async ({ token }: TestUser, { recharge }: Prompt) =>
  (await shop.call<PromptState>("GET", `/payment/prompt/${recharge._id}`, undefined, { token })).body.state;

const openList = async () =>
  (await shop.call<Page<PaymentRecord>>("GET", "/payment?status=open&limit=50", undefined, as(shop.admin)))
    .body.items;

test("a prompt that is approved credits the wallet once, with its fee in the books", async () => {
  const ama = await newUser();
  const before = { rail: await shop.houseBalance("paystack"), fees: await shop.houseBalance("fees") };
  const { status, body } = await prompt(ama);
  expect([status, body.state, body.recharge.status]).toEqual([201, "waiting", "pending"]);
  expect(await shop.balanceOf(ama)).toBe(0);
  await paystack.clock.advance(3 * minute_ms);
  await expect.poll(() => shop.balanceOf(ama)).toBe(60_00);
  await expect.poll(() => stateOf(ama, body)).toBe("paid");
  expect(before.rail - (await shop.houseBalance("paystack"))).toBe(60_00 - 1_17);
  expect(before.fees - (await shop.houseBalance("fees"))).toBe(1_17);
  expect(await shop.houseBalance("suspense")).toBe(0);
  const { rows } = await shop.pool.query<{ types: string[] }>(
    `select array_agg(type order by position) as types from ledger.event
     where command_id = (select command_id from ledger.event where stream = $1 and type = 'topup_approved')`,
    [`topup/${body.recharge._id}`],
  );
  const whole = ["payment_received", "payment_fee_charged", "payment_matched", "topup_approved"];
  expect(rows).toEqual([{ types: whole }]);
  // Asked again, nothing happens.
  await shop.pool.query("update shop.charge set next_check_at = now()");
  await expect
    .poll(
      async () => (await shop.pool.query("select from shop.charge where next_check_at <= now()")).rowCount,
    )
    .toBe(0);
  expect(await shop.balanceOf(ama)).toBe(60_00);
});

test("the same prompt sent again prompts the phone once", async () => {
  const ama = await newUser();
  const charges = () => paystack.journal.requests.filter(({ path }) => path === "/charge").length;
  const before = charges();
  const sent = await Promise.all([prompt(ama, 70, "k1"), prompt(ama, 70, "k1"), prompt(ama, 70, "k1")]);
  expect(new Set(sent.map(({ body }) => body.recharge.rechargeId)).size).toBe(1);
  expect(charges() - before).toBe(1);
  await paystack.clock.advance(3 * minute_ms);
  await expect.poll(() => shop.balanceOf(ama)).toBe(70_00);
});

/** Lets the customer act. Without time, they approve at once. */
async function payWithin(of: Prompt, ms: number): Promise<void> {
  if (ms === 0) await paystack.approve(await referenceOf(of));
  else await paystack.clock.advance(ms);
}

const fates: [string, Partial<PaymentFate>, number][] = [
  ["told twice", { webhook: "twice" }, 60_00],
  ["told before the answer to the charge", { webhook: "first", prompt: "at once" }, 60_00],
  ["never told", { webhook: "never" }, 60_00],
  ["told in other bytes", { bytes: "spaced" }, 60_00],
  ["told in escaped bytes", { bytes: "escaped" }, 60_00],
  ["paid with the fee on top", { pays: "fee on top" }, 60_00],
  ["forged with a wrong key", { forgery: "wrong key", customer: "declines" }, 0],
  ["forged without a signature", { forgery: "unsigned", customer: "declines" }, 0],
  ["forged with another body", { forgery: "other body signed", customer: "declines" }, 0],
  ["declined", { customer: "declines" }, 0],
  ["paid without enough money", { customer: "lacks funds" }, 0],
  ["paid in another currency", { pays: "other currency" }, 0],
  ["of the other domain", { domain: "other" }, 0],
  ["paid with less than was asked for", { pays: "less, requested less" }, 0],
  ["paid with less, although the same was requested", { pays: "less" }, 0],
  ["paid with more than was asked for", { pays: "more" }, 0],
  ["told with a fee that is larger than it", { fee: "above", webhook: "never" }, 0],
];

test.each(fates)("a payment that is %s is credited right", async (_, fate, credited) => {
  const kofi = await newUser();
  paystack.forceNext(fate);
  const { body } = await prompt(kofi);
  // A wrong fee is told for a minute.
  await payWithin(body, fate.fee === undefined ? 10 * minute_ms : 0);
  await ask();
  await expect.poll(() => stateOf(kofi, body)).not.toMatch(/asking|waiting|otp/);
  expect(await shop.balanceOf(kofi)).toBe(credited);
  const { body: requests } = await shop.call<TopupRecord[]>("GET", "/recharge", undefined, as(kofi));
  const isOpen = fate.pays === "other currency" || fate.domain === "other" || fate.fee === "above";
  const expected = credited > 0 ? "approved" : isOpen ? "pending" : "declined";
  expect(requests.map(({ status }) => status)).toEqual([expected]);
});

test.each([
  ["", "strange"],
  [", also if its process died before it noted so", "waiting"],
])(
  "a fee that is larger than its payment is not booked, and the payment waits for an admin with the rail's words%s",
  async (_, noted) => {
    const adjoa = await newUser();
    const fees = await shop.houseBalance("fees");
    paystack.forceNext({ fee: "above", customer: "waits", webhook: "never" });
    const { body } = await prompt(adjoa, 76);
    const reference = await referenceOf(body);
    await paystack.approve(reference);
    await ask();
    await expect.poll(() => stateOf(adjoa, body)).toBe("strange");
    const { id } = paystack.payments.get(reference)!;
    const waiting = async () => (await openList()).find(({ transaction }) => transaction === String(id));
    const held = {
      status: "held",
      amount: 76,
      fee: null,
      reason: "Paystack says that its fee is ¢9,076.00, of a payment of ¢76.00",
    };
    expect(await waiting()).toMatchObject(held);
    expect(await shop.houseBalance("fees")).toBe(fees);
    await shop.pool.query("update shop.charge set state = $2 where reference = $1", [reference, noted]);
    // It is asked again. The true fee is booked, and the payment still waits.
    await paystack.clock.advance(2 * minute_ms);
    await ask();
    await expect.poll(waiting).toMatchObject({ ...held, fee: 1.48 });
    expect(await shop.balanceOf(adjoa)).toBe(0);
    const match = { user: adjoa._id, recharge: body.recharge._id };
    const path = `/payment/${(await waiting())?._id}/match`;
    expect((await shop.call("PUT", path, match, as(shop.admin))).status).toBe(200);
    expect(await shop.balanceOf(adjoa)).toBe(76_00);
  },
);

test("a verification with a negative fee is unknown: it is asked again, and neither credited nor declined", async () => {
  const afua = await newUser();
  paystack.forceNext({ fee: "negative", customer: "waits", webhook: "never" });
  const { body } = await prompt(afua);
  const reference = await referenceOf(body);
  await paystack.approve(reference);
  await askedAndUnknown(reference);
  expect([await stateOf(afua, body), await shop.balanceOf(afua)]).toEqual(["waiting", 0]);
  await paystack.clock.advance(2 * minute_ms);
  await ask();
  await expect.poll(() => shop.balanceOf(afua)).toBe(60_00);
});

test("an answer about another payment is unknown: it is asked again, and neither credited nor declined", async () => {
  const [rich, poor] = [await newUser(), await newUser()];
  await prompt(rich);
  await paystack.clock.advance(3 * minute_ms);
  await expect.poll(() => shop.balanceOf(rich)).toBe(60_00);
  for (const path of ["/charge", "/transaction/verify"] as const) {
    paystack.forceNext({ customer: "waits" });
    if (path === "/charge") paystack.forceRequest(path, { about: "other" });
    const { body } = await prompt(poor);
    expect(body.state).toBe(path === "/charge" ? "asking" : "waiting");
    const reference = await referenceOf(body);
    if (path !== "/charge") paystack.forceRequest(`${path}/${reference}`, { about: "other" });
    // Old enough to be declined if Paystack said that it was not made.
    await makeOlder("20 minutes");
    if (path !== "/charge") await askedAndUnknown(reference);
    expect(await shop.balanceOf(poor)).toBe(0);
    const { body: requests } = await shop.call<TopupRecord[]>("GET", "/recharge", undefined, as(poor));
    expect(requests[0]).toMatchObject({ rechargeId: body.recharge.rechargeId, status: "pending" });
    paystack.decline(reference);
    await ask();
    await expect.poll(() => stateOf(poor, body)).toBe("failed");
  }
});

test("an answer that is lost is asked for, and nobody is charged or credited twice", async () => {
  for (const answer of ["error after", "hang after", "cut after"] as const) {
    const esi = await newUser();
    paystack.forceRequest("/charge", { answer });
    const { body } = await prompt(esi);
    expect(body.state).toBe("asking");
    await paystack.clock.advance(3 * minute_ms);
    await ask();
    await expect.poll(() => shop.balanceOf(esi)).toBe(60_00);
  }
});

test("a charge that never reached Paystack is declined after a while", async () => {
  const esi = await newUser();
  paystack.forceRequest("/charge", { answer: "error before" });
  const { body } = await prompt(esi);
  expect(body.state).toBe("asking");
  await ask();
  await makeOlder("5 minutes");
  await ask();
  await expect.poll(() => stateOf(esi, body)).toBe("failed");
  expect(await shop.balanceOf(esi)).toBe(0);
});

test("a charge that Paystack reports as paid, and does not know for a while, is asked for until it is known", async () => {
  const esi = await newUser();
  paystack.forceRequest("/charge", { answer: "error before" });
  const { body } = await prompt(esi);
  const reference = await referenceOf(body);
  const report = JSON.stringify({ event: "charge.success", data: { reference } });
  const signature = createHmac("sha512", paystack.settings.key).update(report).digest("hex");
  const told = await fetch(`${shop.server.url}/api/payment/paystack`, {
    method: "POST",
    headers: { "x-paystack-signature": signature },
    body: report,
  });
  expect(told.status).toBe(200);
  const asked = () => paystack.journal.requests.filter(({ path }) => path.endsWith(reference)).length;
  await expect.poll(asked).toBeGreaterThan(0);
  await makeOlder("20 minutes");
  const before = asked();
  await ask();
  await expect.poll(asked).toBeGreaterThan(before);
  const provider = { phone: "0241234567", provider: "mtn" };
  paystack.forceNext({ webhook: "never" });
  const charged = await fetch(`${paystack.url}/charge`, {
    method: "POST",
    headers: { authorization: `Bearer ${paystack.settings.key}`, "content-type": "application/json" },
    body: JSON.stringify({
      reference,
      amount: 60_00,
      email: "e@example.com",
      currency: "GHS",
      mobile_money: provider,
    }),
  });
  expect(charged.status).toBe(200);
  await paystack.clock.advance(3 * minute_ms);
  await ask();
  await expect.poll(() => shop.balanceOf(esi)).toBe(60_00);
  await expect.poll(() => stateOf(esi, body)).toBe("paid");
});

test("money that arrives after the request was declined still reaches its wallet", async () => {
  const yaw = await newUser();
  paystack.forceNext({ customer: "approves late" });
  const { body } = await prompt(yaw);
  await paystack.clock.advance(6 * minute_ms);
  await makeOlder("20 minutes");
  await ask();
  await expect.poll(() => stateOf(yaw, body)).toBe("failed");
  await paystack.clock.advance(3 * 24 * 60 * minute_ms);
  await ask();
  await expect.poll(() => shop.balanceOf(yaw)).toBe(60_00);
  const { body: requests } = await shop.call<TopupRecord[]>("GET", "/recharge", undefined, as(yaw));
  expect(requests.map(({ status }) => status)).toEqual(["declined"]);
});

test("Paystack is asked about an open prompt as soon as its time is over, even after long pauses", async () => {
  const efua = await newUser();
  paystack.forceNext({ customer: "waits" });
  const reference = await referenceOf((await prompt(efua)).body);
  await shop.pool.query(
    `update shop.charge set checks = 40, created_at = now() - interval '12 minutes', next_check_at = now()
     where reference = $1`,
    [reference],
  );
  const nextCheck_s = async () => {
    const { rows } = await shop.pool.query<{ age: number }>(
      "select extract(epoch from next_check_at - created_at)::float8 as age from shop.charge where reference = $1",
      [reference],
    );
    return rows[0]?.age ?? 0;
  };
  // During a check, the next one is set to 13 minutes.
  await expect.poll(nextCheck_s).toBeGreaterThan(14 * 60);
  expect(await nextCheck_s()).toBeLessThan(16 * 60);
});

test("a request that an admin approved by hand is not credited again when its payment arrives", async () => {
  const akua = await newUser();
  const { body } = await prompt(akua);
  const path = `/recharge/${body.recharge._id}/approve`;
  expect((await shop.call("PUT", path, {}, as(shop.admin))).status).toBe(200);
  await paystack.clock.advance(3 * minute_ms);
  await ask();
  await expect.poll(() => stateOf(akua, body)).toBe("strange");
  expect(await shop.balanceOf(akua)).toBe(60_00);
  const open = (await openList()).map(({ transaction }) => transaction);
  const { id } = paystack.payments.get(await referenceOf(body))!;
  expect(open).toContain(String(id));
});

test("a Telecel number needs the code of its network, and a wrong one ends the payment", async () => {
  const adwoa = await newUser("020");
  const enter = async ({ recharge }: Prompt, otp: string, by = adwoa) =>
    shop.call<PromptState>("POST", `/payment/prompt/${recharge._id}/otp`, { otp }, as(by));
  const { body: first } = await prompt(adwoa);
  expect(first).toMatchObject({ state: "otp", said: expect.stringContaining("*110#") });
  expect((await enter(first, "0000")).status).toBe(200);
  await expect.poll(() => stateOf(adwoa, first)).toBe("failed");
  const { body: second } = await prompt(adwoa);
  const stranger = await newUser();
  expect((await enter(second, paystack.voucherOf(await referenceOf(second)), stranger)).status).toBe(404);
  const path = `/payment/prompt/${second.recharge._id}`;
  expect((await shop.call("GET", path, undefined, as(stranger))).status).toBe(404);
  const right = await enter(second, paystack.voucherOf(await referenceOf(second)));
  expect(right.body.state).toBe("waiting");
  await paystack.clock.advance(3 * minute_ms);
  await expect.poll(() => shop.balanceOf(adwoa)).toBe(60_00);
});

test("a payment of another amount waits in suspense until an admin says whose it is", async () => {
  const abena = await newUser();
  const began = new Date().toISOString();
  paystack.forceNext({ pays: "less, requested less" });
  const { body } = await prompt(abena, 90);
  await paystack.clock.advance(3 * minute_ms);
  await ask();
  await expect.poll(() => stateOf(abena, body)).toBe("strange");
  const found = (await openList()).find(({ amount, receivedAt }) => amount === 60 && receivedAt >= began);
  expect(found).toMatchObject({ rail: "paystack", status: "received", user: null });
  const matched = await shop.call("PUT", `/payment/${found?._id}/match`, { user: abena._id }, as(shop.admin));
  expect(matched).toMatchObject({
    status: 200,
    body: { payment: { status: "matched", user: { _id: abena._id } } },
  });
  expect(await shop.balanceOf(abena)).toBe(60_00);
  const again = await shop.call("PUT", `/payment/${found?._id}/return`, { reason: "no" }, as(shop.admin));
  expect(again).toMatchObject({ status: 409, body: { code: "payment_decided", status: "matched" } });
});

test("a dispute that is lost takes the money from the rail, and the wallet keeps it until an admin decides", async () => {
  const efua = await newUser();
  const { body } = await prompt(efua);
  await paystack.clock.advance(3 * minute_ms);
  await expect.poll(() => shop.balanceOf(efua)).toBe(60_00);
  const losses = await shop.houseBalance("corrections");
  const list = () =>
    shop.call<Page<PaymentRecord>>(
      "GET",
      `/payment?limit=5&search=${efua.username}`,
      undefined,
      as(shop.admin),
    );
  paystack.dispute(await referenceOf(body), "lost");
  await paystack.clock.advance(1000);
  await expect.poll(async () => (await list()).body.items[0]?.disputed).toBe(true);
  await paystack.clock.advance(60 * 24 * 60 * minute_ms);
  await expect.poll(async () => (await list()).body.items[0]?.status).toBe("reversed");
  expect((await shop.houseBalance("corrections")) - losses).toBe(-60_00);
  expect(await shop.balanceOf(efua)).toBe(60_00);
});

test("a dispute that is told before its payment is received marks the payment", async () => {
  const efua = await newUser();
  paystack.forceNext({ webhook: "never" });
  const { body } = await prompt(efua);
  await paystack.clock.advance(3 * minute_ms);
  const reference = await referenceOf(body);
  const { id } = paystack.payments.get(reference)!;
  const found = async () => {
    const path = `/payment?limit=5&search=${id}`;
    return (await shop.call<Page<PaymentRecord>>("GET", path, undefined, as(shop.admin))).body.items[0];
  };
  expect(await found()).toBeUndefined();
  paystack.dispute(reference, "won");
  await paystack.clock.advance(1000);
  await expect.poll(found).toMatchObject({ disputed: true, status: "matched" });
  expect(await shop.balanceOf(efua)).toBe(60_00);
  await paystack.clock.advance(60 * 24 * 60 * minute_ms);
  await expect.poll(found).toMatchObject({ disputed: false });
  // Checked once more, it is not disputed again.
  await shop.pool.query("update shop.charge set next_check_at = now() where reference = $1", [reference]);
  const due = "select from shop.charge where next_check_at <= now()";
  await expect.poll(async () => (await shop.pool.query(due)).rowCount).toBe(0);
  expect(await found()).toMatchObject({ disputed: false });
});

test("a lost dispute takes back a fee that the customer had paid on top, and the shop bears it", async () => {
  const adjoa = await newUser();
  paystack.forceNext({ pays: "fee on top" });
  const { body } = await prompt(adjoa);
  await paystack.clock.advance(3 * minute_ms);
  await expect.poll(() => shop.balanceOf(adjoa)).toBe(60_00);
  const before = { rail: await shop.houseBalance("paystack"), fees: await shop.houseBalance("fees") };
  paystack.dispute(await referenceOf(body), "lost");
  await paystack.clock.advance(2 * 24 * 60 * minute_ms);
  await expect.poll(() => stateOf(adjoa, body)).toBe("strange");
  expect(before.rail - (await shop.houseBalance("paystack"))).toBe(-(60_00 + 1_17));
  expect(before.fees - (await shop.houseBalance("fees"))).toBe(1_17);
});

test("a lost dispute is booked although verification shows it later than the report", async () => {
  const akosua = await newUser();
  paystack.forceNext({ verify: "lags" });
  const { body } = await prompt(akosua);
  await paystack.clock.advance(3 * minute_ms);
  await ask();
  await expect.poll(() => shop.balanceOf(akosua)).toBe(60_00);
  await expect.poll(() => stateOf(akosua, body)).toBe("paid");
  const reference = await referenceOf(body);
  const losses = await shop.houseBalance("corrections");
  const asked = () => paystack.journal.requests.filter(({ path }) => path.endsWith(reference)).length;
  paystack.dispute(reference, "lost");
  await paystack.clock.advance(24 * 60 * minute_ms - 1000);
  const before = asked();
  await paystack.clock.advance(2000);
  await expect.poll(asked).toBeGreaterThan(before);
  expect(await stateOf(akosua, body)).toBe("paid");
  await paystack.clock.advance(2 * minute_ms);
  await expect
    .poll(async () => {
      await ask();
      return stateOf(akosua, body);
    })
    .toBe("strange");
  expect((await shop.houseBalance("corrections")) - losses).toBe(-60_00);
});

test("what the books say that the rail holds is the rail's own figure", async () => {
  const { body } = await shop.call<Rails>("GET", "/payment/rails", undefined, as(shop.admin));
  expect(body.rails.find(({ rail }) => rail === "paystack")).toMatchObject({
    own: paystack.balance() / 100,
    books: paystack.balance() / 100,
    agrees: true,
  });
});

test("a webhook is believed only with the shop's signature", async () => {
  const send = (signature: string) =>
    fetch(`${shop.server.url}/api/payment/paystack`, {
      method: "POST",
      headers: { "x-paystack-signature": signature, "content-type": "application/json" },
      body: JSON.stringify({ event: "charge.success", data: { reference: "made-up" } }),
    });
  for (const signature of ["", "00", "x".repeat(128), "0".repeat(128)])
    expect((await send(signature)).status).toBe(401);
  expect((await shop.pool.query("select from shop.charge where reference = 'made-up'")).rowCount).toBe(0);
});

test("a user pays at most the day's limit by prompt", async () => {
  const kwame = await newUser();
  for (const amount of [2000, 2000]) expect((await prompt(kwame, amount)).status).toBe(201);
  expect(await prompt(kwame, 1500)).toMatchObject({
    status: 409,
    body: { code: "payment_too_large", message: "You can pay ¢1000.00 more this way today" },
  });
});

test("prompts at the same moment stay within the day's limit together, and what is refused counts for nothing", async () => {
  const kwaku = await newUser();
  const sent = await Promise.all([prompt(kwaku, 2000), prompt(kwaku, 2000), prompt(kwaku, 2000)]);
  expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409]);
  expect(sent.find(({ status }) => status === 409)?.body).toMatchObject({ code: "payment_too_large" });
  const { rows } = await shop.pool.query(
    "select sum(amount)::int as sum, count(topup)::int as topups from shop.charge where user_id = $1",
    [kwaku._id],
  );
  expect(rows).toEqual([{ sum: 4000_00, topups: 2 }]);
});

test("a request that the ledger refuses uses up nothing of the day's limit", async () => {
  const yaa = await newUser();
  const asked = Array.from({ length: officeLimits.pending_topups_max }, () => prompt(yaa, 50));
  expect((await Promise.all(asked)).map(({ status }) => status)).not.toContain(409);
  expect(await prompt(yaa, 60)).toMatchObject({ body: { code: "too_many_topups" } });
  const { rows } = await shop.pool.query<{ sum: number }>(
    "select sum(amount)::int as sum from shop.charge where user_id = $1",
    [yaa._id],
  );
  expect(rows[0]?.sum).toBe(officeLimits.pending_topups_max * 50_00);
});

test("a payment by prompt is at least what the shop has set", async () => {
  const limits = { ...usualPaymentLimits, amount_min: 80_00 };
  const other = await TestShop.open({ payments: { paystack: paystack.settings, limits } });
  try {
    const adjoa = await other.addUser("adjoa", "0241999999");
    const send = (amount: number) => other.call("POST", "/payment/prompt", { amount }, as(adjoa));
    expect(await send(79)).toMatchObject({ status: 409, body: { code: "payment_too_small" } });
    expect((await send(80)).status).toBe(201);
  } finally {
    await other.close();
  }
});

test("a prompt sent again gets its answer, although it has used up what the user may pay", async () => {
  const abla = await newUser();
  for (const amount of [2000, 1000]) expect((await prompt(abla, amount)).status).toBe(201);
  const first = await prompt(abla, 2000, "last");
  const again = await prompt(abla, 2000, "last");
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body.recharge).toEqual(first.body.recharge);
});

test("an amount that changes after it was booked changes no books, and keeps no other payment waiting", async () => {
  const [mansa, other] = [await newUser(), await newUser()];
  const { body } = await prompt(mansa);
  await paystack.clock.advance(3 * minute_ms);
  await expect.poll(() => stateOf(mansa, body)).toBe("paid");
  const reference = await referenceOf(body);
  paystack.payments.get(reference)!.paid!.amount = 90_00;
  paystack.forceNext({ webhook: "never" });
  const { body: next } = await prompt(other);
  await paystack.clock.advance(3 * minute_ms);
  await shop.pool.query("update shop.charge set next_check_at = now() where reference = $1", [reference]);
  await ask();
  await expect.poll(() => stateOf(mansa, body)).toBe("strange");
  await expect.poll(() => stateOf(other, next)).toBe("paid");
  expect(await shop.balanceOf(mansa)).toBe(60_00);
  paystack.payments.get(reference)!.paid!.amount = 60_00;
});

test("a prompt stays what it was after the server was killed before Paystack's answer", async () => {
  const kojo = await newUser();
  paystack.forceRequest("/charge", { answer: "hang after" });
  const charges = () => paystack.journal.requests.filter(({ path }) => path === "/charge").length;
  const before = charges();
  const asked = prompt(kojo);
  await expect.poll(charges).toBe(before + 1);
  await shop.restart();
  await asked.catch(() => undefined);
  await paystack.clock.advance(3 * minute_ms);
  await ask();
  await expect.poll(() => shop.balanceOf(kojo)).toBe(60_00);
});
