/** Top-ups paid on Paystack's own page, against a hostile double of Paystack. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { PromptState } from "#contract/payments.ts";
import type { TopupRecord } from "#contract/topups.ts";
import type { PaymentFate } from "#tools/doubles/paystack/fates.ts";
import { openTestPaystack } from "#tools/testing/test-paystack.ts";
import { openTestShop, type TestUser } from "#tools/testing/test-shop.ts";
import { Paystack } from "../rails/paystack.ts";
import { usualPaymentLimits } from "../rails/rail.ts";

const minute_ms = 60_000;
const day_ms = 24 * 60 * minute_ms;
const paystack = openTestPaystack();
const shop = openTestShop(() => paystack.options);
let users = 0;

interface Asked extends PromptState {
  recharge: TopupRecord;
}

/** Of no network that can be prompted. */
function newUser(): Promise<TestUser> {
  users += 1;
  return shop.addUser(`payer${users}`, `030${String(1_000_000 + users)}`);
}

type Way = "page" | "prompt";

function pay({ token }: TestUser, amount = 60, as: string = randomUUID(), way: Way = "page") {
  return shop.call<Asked>("POST", `/payment/${way}`, { amount }, { token, key: as });
}

/** What the customer presses on the page. @returns where the page sends them */
async function press({ page }: PromptState, choice: "pay" | "decline" | "cancel"): Promise<string> {
  const body = new URLSearchParams({ choice });
  const { headers } = await fetch(page ?? "", { method: "POST", body, redirect: "manual" });
  return headers.get("location") ?? "";
}

/** Lets the shop ask now, as it would after a while. With an age, what is not decided is so old. */
async function ask(age = "0"): Promise<void> {
  await shop.pool.query(
    `update shop.charge set next_check_at = now(),
       created_at = case when state in ('asking', 'waiting') then created_at - $1::interval else created_at end
     where next_check_at is not null`,
    [age],
  );
}

/** Asks, and waits until what it has heard about this user is noted. */
async function asked({ _id }: TestUser): Promise<void> {
  await ask();
  const open = `select from shop.charge where user_id = $1
    and (next_check_at <= now() or next_check_at > now() + interval '50 seconds')`;
  await expect.poll(async () => (await shop.pool.query(open, [_id])).rowCount).toBe(0);
}

const stateOf = async ({ token }: TestUser, { recharge }: Asked) =>
  (await shop.call<PromptState>("GET", `/payment/prompt/${recharge._id}`, undefined, { token })).body;
const statusesOf = async ({ token }: TestUser) =>
  (await shop.call<TopupRecord[]>("GET", "/recharge", undefined, { token })).body.map(({ status }) => status);
const requests = () => paystack.journal.requests.filter(({ method }) => method === "POST").length;

test("a number that cannot be prompted can pay on Paystack's page, and the wallet is credited once", async () => {
  const ama = await newUser();
  const before = requests();
  expect(await pay(ama, 60, "k0", "prompt")).toMatchObject({ body: { code: "phone_not_promptable" } });
  expect(requests()).toBe(before);
  const { status, body } = await pay(ama);
  expect([status, body.state, body.recharge.status]).toEqual([201, "waiting", "pending"]);
  expect(body.page).toContain(`${paystack.url}/checkout/`);
  expect(await stateOf(ama, body)).toEqual({ state: "waiting", said: "", page: body.page });
  await press(body, "pay");
  await paystack.clock.advance(minute_ms);
  await expect.poll(() => stateOf(ama, body)).toEqual({ state: "paid", said: "", page: null });
  expect(await shop.balanceOf(ama)).toBe(60_00);
  expect(await statusesOf(ama)).toEqual(["approved"]);
});

test("the same request sent again gets the same page, and Paystack is asked once", async () => {
  const ama = await newUser();
  const before = requests();
  const first = await pay(ama, 70, "k1");
  const again = await pay(ama, 70, "k1");
  expect(again.body).toEqual(first.body);
  expect(requests() - before).toBe(1);
  expect(await pay(ama, 70, "k1", "prompt")).toMatchObject({ body: { code: "key_reused" } });
});

test("nothing is concluded from where the customer comes from", async () => {
  const [kofi, esi] = [await newUser(), await newUser()];
  const { body: left } = await pay(kofi);
  expect(await press(left, "cancel")).toMatch(
    /^http:\/\/localhost\/home\/topup\?trxref=(\w{20})&reference=\1$/,
  );
  paystack.forceNext({ verify: "lags" });
  const { body: early } = await pay(esi);
  expect(await press(early, "pay")).toContain("/home/topup?trxref=");
  await paystack.clock.advance(2000);
  for (const [user, opened] of [
    [kofi, left],
    [esi, early],
  ] as const) {
    await asked(user);
    expect((await stateOf(user, opened)).state).toBe("waiting");
    expect(await shop.balanceOf(user)).toBe(0);
  }
  await paystack.clock.advance(2 * minute_ms);
  await ask();
  await expect.poll(() => shop.balanceOf(esi)).toBe(60_00);
  expect(await shop.balanceOf(kofi)).toBe(0);
});

test("a page that is left ends as an unpaid prompt does, and a late payment is credited", async () => {
  const yaw = await newUser();
  const { body } = await pay(yaw);
  await ask("16 minutes");
  await expect.poll(() => stateOf(yaw, body)).toEqual({ state: "failed", said: "", page: null });
  expect(await statusesOf(yaw)).toEqual(["declined"]);
  await paystack.clock.advance(day_ms);
  await press(body, "pay");
  await paystack.clock.advance(minute_ms);
  await expect.poll(() => shop.balanceOf(yaw)).toBe(60_00);
  expect(await statusesOf(yaw)).toEqual(["declined"]);
});

test("a customer whose payment fails on the page can try again there", async () => {
  const yaa = await newUser();
  const { body } = await pay(yaa);
  await press(body, "decline");
  await ask();
  await expect.poll(async () => (await stateOf(yaa, body)).state).toBe("failed");
  await press(body, "pay");
  await paystack.clock.advance(minute_ms);
  await expect.poll(() => shop.balanceOf(yaa)).toBe(60_00);
});

const fates: [string, Partial<PaymentFate>, number][] = [
  ["told twice", { webhook: "twice" }, 60_00],
  ["never told", { webhook: "never" }, 60_00],
  ["paid with the fee on top", { pays: "fee on top" }, 60_00],
  ["paid with less", { pays: "less, requested less" }, 0],
  ["paid with more", { pays: "more" }, 0],
  ["paid in another currency", { pays: "other currency" }, 0],
];

test.each(fates)("a payment on the page that is %s is credited right", async (_, fate, credited) => {
  const kofi = await newUser();
  paystack.forceNext(fate);
  const { body } = await pay(kofi);
  await press(body, "pay");
  await paystack.clock.advance(minute_ms);
  await ask();
  await expect.poll(async () => (await stateOf(kofi, body)).state).toBe(credited > 0 ? "paid" : "strange");
  expect(await shop.balanceOf(kofi)).toBe(credited);
});

test("a forged webhook about a page that nobody has paid on credits nothing", async () => {
  const kofi = await newUser();
  for (const forgery of ["unsigned", "wrong key", "wrong hash", "other body signed"] as const) {
    paystack.forceNext({ forgery });
    const { body } = await pay(kofi);
    await paystack.clock.advance(minute_ms);
    await asked(kofi);
    expect((await stateOf(kofi, body)).state).toBe("waiting");
  }
  expect(await shop.balanceOf(kofi)).toBe(0);
});

test.each([
  ["never reached Paystack, and failed", "error before"],
  ["never reached Paystack, and hung", "hang before"],
  ["reached Paystack, and failed", "error after"],
  ["reached Paystack, and hung", "hang after"],
  ["reached Paystack, and was cut off", "cut after"],
] as const)(
  "a page is not opened if its request %s, and the charge is checked like any other",
  async (_, answer) => {
    const esi = await newUser();
    paystack.forceRequest("/transaction/initialize", { answer });
    const { status, body } = await pay(esi, 60, answer.replace(" ", "-"));
    expect([status, body.state, body.page]).toEqual([201, "asking", null]);
    await ask("3 minutes");
    const isKnown = answer.endsWith("after");
    await expect.poll(async () => (await stateOf(esi, body)).state).toBe(isKnown ? "waiting" : "failed");
    expect((await pay(esi, 60, answer.replace(" ", "-"))).body).toMatchObject({
      state: isKnown ? "waiting" : "failed",
      page: null,
    });
    await ask("13 minutes");
    await expect.poll(() => statusesOf(esi)).toEqual(["declined"]);
  },
);

test("a browser is not sent to a page that is not Paystack's", async () => {
  const esi = await newUser();
  paystack.forceRequest("/transaction/initialize", { page: "foreign" });
  expect((await pay(esi)).body).toMatchObject({ state: "asking", said: "", page: null });
  const { rows } = await shop.pool.query("select said from shop.charge where user_id = $1", [esi._id]);
  expect(rows).toEqual([{ said: "" }]);
});

test("Paystack's answers about a page are refusals, addresses, or nothing that anybody knows", async () => {
  const checkout = {
    reference: "used1",
    amount: 60_00,
    email: "a@example.com",
    phone: undefined,
    callback_url: "http://localhost/home/topup",
  };
  const own = new Paystack(paystack.settings);
  expect(await own.charge(checkout)).toMatchObject({ step: "waiting" });
  expect(await own.charge(checkout)).toMatchObject({ step: "refused" });
  const other = new Paystack({ ...paystack.settings, key: "sk_live_another_one" });
  expect(await other.charge({ ...checkout, reference: "used2" })).toBeUndefined();
});

test.each([
  ["https://checkout.paystack.com/abc", true],
  ["http://checkout.paystack.com/abc", false],
  ["https://checkout.paystack.com.example.com/abc", false],
  ["https://checkout.paystack.com@example.com/abc", false],
  ["https://example.com/?checkout.paystack.com", false],
  ["javascript:alert(1)//checkout.paystack.com", false],
  ["//checkout.paystack.com/abc", false],
  ["Please dial *110#", false],
])("whether %s is Paystack's page: %s", (address, isPage) => {
  const live = new Paystack({ ...paystack.settings, url: "https://api.paystack.co" });
  expect(live.isPage(address)).toBe(isPage);
});

test("payments on the page and by prompt share the limits", async () => {
  const kwame = await shop.addUser("kwame", "0241777777");
  for (const way of ["page", "prompt"] as const) expect((await pay(kwame, 2000, way, way)).status).toBe(201);
  const refused = { status: 409, body: { message: "You can pay ¢1000.00 more this way today" } };
  for (const way of ["page", "prompt"] as const)
    expect(await pay(kwame, 1500, randomUUID(), way)).toMatchObject(refused);
  const least = await shop.another({
    payments: {
      paystack: paystack.settings,
      limits: { ...usualPaymentLimits, amount_min: 80_00 },
    },
  });
  try {
    const answer = await fetch(`${least.url}/api/payment/page`, {
      method: "POST",
      headers: { authorization: `Bearer ${(await newUser()).token}`, "content-type": "application/json" },
      body: JSON.stringify({ amount: 79 }),
    });
    expect(await answer.json()).toMatchObject({ code: "payment_too_small" });
  } finally {
    await least.close();
  }
});
