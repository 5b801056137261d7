/** An admin tests the setup with a payment of ¢1.00, against a double of Paystack. */
import { expect, test } from "vitest";
import type { Page } from "#contract/lists.ts";
import type { PaymentRecord, Rails } from "#contract/payments.ts";
import type { SecurityRecord } from "#contract/security.ts";
import type { StartTestAnswer, TestPaymentAnswer } from "#contract/test-payments.ts";
import { usualPaymentLimits } from "#api/rails/rail.ts";
import { openTestPaystack } from "#tools/testing/test-paystack.ts";
import { openTestShop, TestShop, type TestUser } from "#tools/testing/test-shop.ts";

const minute_ms = 60_000;
const paystack = openTestPaystack();
const shop = openTestShop(() => paystack.options);
let admins = 0;

/** An admin who has proved who they are. Each has their own count of tests. */
async function newAdmin(prefix = "024"): Promise<TestUser> {
  admins += 1;
  const admin = await shop.addUser(`boss${admins}`, `${prefix}${String(2_000_000 + admins)}`, "Admin");
  await prove();
  return admin;
}

const prove = () => shop.pool.query("update shop.session set stepped_up_at = now()");

const start = ({ token, phone }: TestUser, number = phone) =>
  shop.call<StartTestAnswer>("POST", "/payment/test", { phone: number }, { token });

const read = async ({ token }: TestUser) =>
  (await shop.call<TestPaymentAnswer>("GET", "/payment/test", undefined, { token })).body.last;

async function ask(): Promise<void> {
  await shop.pool.query("update shop.charge set next_check_at = now() where next_check_at is not null");
}

const charges = () => paystack.journal.requests.filter(({ path }) => path === "/charge").length;

const open = async ({ token }: TestUser) =>
  (await shop.call<Page<PaymentRecord>>("GET", "/payment?status=open&limit=50", undefined, { token })).body
    .items;

test("a test payment is booked, credits nobody, and waits with its reason", async () => {
  const ama = await newAdmin();
  expect((await start(ama)).body).toMatchObject({
    isOn: true,
    key: "accepted",
    phone: ama.phone,
    last: { by: ama.username, state: "waiting", heardAt: null, status: null },
  });
  await paystack.clock.advance(3 * minute_ms);
  await expect.poll(() => read(ama)).toMatchObject({ state: "paid", status: "held" });
  await expect.poll(async () => (await read(ama))?.heardAt).not.toBeNull();
  expect(await open(ama)).toMatchObject([
    { amount: 1, reason: "Test payment", by: ama.username, user: null },
  ]);
  const { rows } = await shop.pool.query("select sum(balance)::int as sum from ledger.wallet");
  expect(rows).toEqual([{ sum: 0 }]);
  const { body } = await shop.call<Rails>("GET", "/payment/rails", undefined, { token: ama.token });
  expect(body.rails.find(({ rail }) => rail === "paystack")?.agrees).toBe(true);
  const path = "/audit/security?kind=test%20payment&limit=5";
  await expect
    .poll(async () =>
      (await shop.call<Page<SecurityRecord>>("GET", path, undefined, { token: ama.token })).body.items.map(
        ({ actor, detail }) => [actor, detail],
      ),
    )
    .toEqual([[ama.username, "to their own number"]]);
});

test("a payment that is told again keeps the reason that an admin has given it since", async () => {
  const ama = await newAdmin();
  paystack.forceNext({ webhook: "twice" });
  await start(ama);
  await paystack.clock.advance(3 * minute_ms);
  await expect.poll(() => read(ama)).toMatchObject({ status: "held" });
  const [held] = (await open(ama)).filter(({ by }) => by === ama.username);
  const body = { reason: "goes back tomorrow" };
  await shop.call("PUT", `/payment/${held?._id}/hold`, body, { token: ama.token });
  await shop.pool.query("update shop.charge set next_check_at = now()");
  const unchecked = "select from shop.charge where next_check_at is not null";
  await expect.poll(async () => (await shop.pool.query(unchecked)).rowCount).toBe(0);
  expect((await open(ama)).find(({ _id }) => _id === held?._id)?.reason).toBe("goes back tomorrow");
});

test("it says that no webhook came, if the shop had to ask", async () => {
  const ama = await newAdmin();
  paystack.forceNext({ webhook: "never" });
  await start(ama);
  await paystack.clock.advance(3 * minute_ms);
  await ask();
  await expect.poll(() => read(ama)).toMatchObject({ state: "paid", status: "held", heardAt: null });
});

test("no number is prompted while a test is open, however often it is asked for", async () => {
  const [ama, esi] = [await newAdmin(), await newAdmin()];
  const before = charges();
  const started = await Promise.all([start(ama), start(ama, "0249999999"), start(esi)]);
  expect(started.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(charges() - before).toBe(1);
  await paystack.clock.advance(3 * minute_ms);
  await expect.poll(() => read(ama)).toMatchObject({ state: "paid" });
  expect((await start(esi)).body.last?.state).toBe("waiting");
  expect(charges() - before).toBe(2);
  await paystack.clock.advance(3 * minute_ms);
  await expect.poll(() => read(esi)).toMatchObject({ state: "paid" });
});

test("an admin proves who they are for each test, and has only so many", async () => {
  const ama = await newAdmin();
  await shop.pool.query("update shop.session set stepped_up_at = null");
  expect(await start(ama)).toMatchObject({ status: 403, body: { code: "step_up_needed" } });
  await prove();
  expect(await start(ama, "0301234567")).toMatchObject({
    status: 409,
    body: { code: "phone_not_promptable" },
  });
  for (let done = 0; done < 5; done++) {
    paystack.forceRequest("/balance", { answer: "error before" });
    expect((await start(ama, `024888000${done}`)).body.key).toBe("no answer");
  }
  expect(await start(ama, "0248880009")).toMatchObject({
    status: 429,
    body: { code: "too_many_attempts" },
  });
});

test("a Telecel number needs the code of its network", async () => {
  const adwoa = await newAdmin("020");
  expect((await start(adwoa)).body.last?.state).toBe("otp");
  const { rows } = await shop.pool.query<{ reference: string }>(
    "select reference from shop.charge where state = 'otp'",
  );
  const otp = paystack.voucherOf(rows[0]?.reference ?? "");
  const { body } = await shop.call<TestPaymentAnswer>(
    "POST",
    "/payment/test/otp",
    { otp },
    { token: adwoa.token },
  );
  expect(body.last?.state).toBe("waiting");
  await paystack.clock.advance(3 * minute_ms);
  await expect.poll(() => read(adwoa)).toMatchObject({ state: "paid", status: "held" });
});

test("a wrong key is told, and nothing is asked for", async () => {
  const settings = { key: "sk_live_another_one", url: paystack.url, answer_ms: 3000 };
  const other = await TestShop.open({ payments: { paystack: settings, limits: usualPaymentLimits } });
  try {
    await other.pool.query("update shop.session set stepped_up_at = now()");
    const { token, phone } = other.admin;
    const { body } = await other.call<StartTestAnswer>("POST", "/payment/test", { phone }, { token });
    expect([body.key, body.last]).toEqual(["refused", null]);
  } finally {
    await other.close();
  }
});
