import { afterEach, beforeEach, expect, test } from "vitest";
import { openReceiver } from "../../testing/receiver.ts";
import { type PaystackDouble, startPaystackDouble } from "./double.ts";

const secretKey = "sk_live_of_the_tests";
const minute_ms = 60_000;
const shop = openReceiver();
let paystack: PaystackDouble;

beforeEach(async () => {
  paystack = await startPaystackDouble({ seed: 1, secretKey, webhookUrl: shop.url });
});

afterEach(() => paystack.close());

interface Answered {
  status: number;
  message: string;
  code: string | undefined;
  // The tests look into answers of many shapes.
  data: Record<string, unknown> & { status?: string };
}

async function call(method: string, path: string, body?: object, key = secretKey): Promise<Answered> {
  const response = await fetch(paystack.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const json = (await response.json()) as Answered;
  expect(json.status).toBe(response.status === 200);
  return { ...json, status: response.status };
}

const mtn = { phone: "0244123456", provider: "mtn" };
const telecel = { phone: "0204123456", provider: "vod" };
const asked = { email: "a7@example.com", amount: 5000, currency: "GHS", reference: "r1", mobile_money: mtn };
const charge = (changes: object = {}) => call("POST", "/charge", { ...asked, ...changes });
const verify = (reference = "r1") => call("GET", `/transaction/verify/${reference}`);

test("a charge is approved on the phone, and verify says what was paid", async () => {
  expect(await charge()).toMatchObject({
    status: 200,
    message: "Charge attempted",
    data: { reference: "r1", status: "pay_offline" },
  });
  expect((await verify()).data).toMatchObject({ status: "ongoing", paid_at: null, fees: null });
  await paystack.clock.advance(2 * minute_ms);
  const { data } = await verify();
  expect(data).toMatchObject({
    status: "success",
    reference: "r1",
    amount: 5000,
    requested_amount: 5000,
    fees: 98,
    currency: "GHS",
    domain: "live",
    channel: "mobile_money",
  });
  expect(Date.parse(String(data["paid_at"]))).toBe(paystack.payments.get("r1")?.paid?.at_ms);
  expect(paystack.balance()).toBe(4902);
});

test("Telecel wants the voucher code that the customer's phone shows, and a wrong one ends the charge", async () => {
  expect((await charge({ mobile_money: telecel })).data).toMatchObject({ status: "send_otp" });
  await charge({ mobile_money: telecel, reference: "r2" });
  expect(await call("POST", "/charge/submit_otp", { otp: "12", reference: "r2" })).toMatchObject({
    status: 200,
    data: { status: "failed", message: "Invalid voucher code" },
  });
  const right = { otp: paystack.voucherOf("r1"), reference: "r1" };
  expect((await call("POST", "/charge/submit_otp", right)).data.status).toBe("pay_offline");
  expect((await call("POST", "/charge/submit_otp", right)).status).toBe(400);
  await paystack.clock.advance(2 * minute_ms);
  expect((await verify()).data.status).toBe("success");
  expect((await verify("r2")).data.status).toBe("failed");
});

test.each([
  ["no email", { email: undefined }, "Email Address is required", "missing_params"],
  ["a wrong email", { email: "a7" }, "Invalid Email Address Passed", "invalid_params"],
  ["no amount", { amount: undefined }, "Amount is required", "missing_params"],
  ["less than 10 pesewas", { amount: 9 }, "Invalid Amount Sent", "invalid_params"],
  ["cedis with a point", { amount: 50.5 }, "Invalid Amount Sent", "invalid_params"],
  ["a negative amount", { amount: -5000 }, "Invalid Amount Sent", "invalid_params"],
  ["naira", { currency: "NGN" }, "Currency not supported by merchant", "unsupported_currency"],
  ["an underscore", { reference: "a_b" }, "Only -, ., = and alphanumeric", "invalid_params"],
  ["no wallet", { mobile_money: undefined }, "No valid payment channel", "invalid_params"],
  ["no phone", { mobile_money: { provider: "mtn" } }, "Phone number is required", "missing_params"],
  ["233", { mobile_money: { ...mtn, phone: "233244123456" } }, "Invalid phone number", "invalid_params"],
  ["no network", { mobile_money: { ...mtn, provider: "glo" } }, "Invalid mobile money", "invalid_params"],
])("a charge with %s is refused", async (_, changes, message, code) => {
  const answer = await charge(changes);
  expect(answer).toMatchObject({ status: 400, code });
  expect(answer.message).toContain(message);
  expect(paystack.payments.size).toBe(0);
});

test("a wrong key gets 401, whatever is asked", async () => {
  expect(await call("GET", "/balance", undefined, "sk_live_other")).toMatchObject({
    status: 401,
    message: "Invalid key",
  });
  const bare = await fetch(`${paystack.url}/balance`);
  expect(bare.status).toBe(401);
});

test("a body that is not JSON is refused", async () => {
  const headers = { authorization: `Bearer ${secretKey}`, "content-type": "text/plain" };
  const body = JSON.stringify(asked);
  const plain = await fetch(`${paystack.url}/charge`, { method: "POST", headers, body });
  expect(plain.status).toBe(400);
  const json = { ...headers, "content-type": "application/json" };
  const cut = await fetch(`${paystack.url}/charge`, { method: "POST", headers: json, body: body.slice(1) });
  expect(cut.status).toBe(400);
});

test("a used reference is refused, and an unknown one too", async () => {
  await charge();
  expect(await charge()).toMatchObject({
    status: 400,
    message: "Duplicate Transaction Reference",
    code: "duplicate_reference",
  });
  expect(paystack.payments.size).toBe(1);
  const message = "Transaction reference is invalid";
  expect(await verify("r9")).toMatchObject({ status: 400, message });
  const otp = { otp: "123456", reference: "r9" };
  expect(await call("POST", "/charge/submit_otp", otp)).toMatchObject({ status: 400, message });
});

test("customers decline, lack funds, or ignore the prompt until it expires", async () => {
  for (const [reference, customer] of [
    ["r1", "declines"],
    ["r2", "lacks funds"],
    ["r3", "waits"],
  ] as const) {
    paystack.forceNext({ customer });
    await charge({ reference });
  }
  await paystack.clock.advance(2 * minute_ms);
  expect((await verify()).data).toMatchObject({
    status: "failed",
    message: "Transaction declined by customer",
  });
  expect((await verify("r2")).data["message"]).toBe("Insufficient funds");
  expect((await verify("r3")).data.status).toBe("ongoing");
  await paystack.clock.advance(2 * minute_ms);
  expect((await verify("r3")).data.status).toBe("abandoned");
  expect(shop.received).toEqual([]);
  expect(paystack.balance()).toBe(0);
});

test("a charge can time out and be paid days later", async () => {
  paystack.forceNext({ customer: "approves late" });
  await charge();
  await paystack.clock.advance(190_000);
  expect((await verify()).data.status).toBe("abandoned");
  await paystack.clock.advance(3 * 24 * 60 * minute_ms);
  expect((await verify()).data.status).toBe("success");
  expect(shop.received).toHaveLength(1);
});

test.each([
  ["fee on top", 5098, 5000, "GHS"],
  ["less", 3334, 5000, "GHS"],
  ["less, requested less", 3334, 3334, "GHS"],
  ["more", 6666, 5000, "GHS"],
  ["other currency", 5000, 5000, "NGN"],
] as const)("a customer pays %s", async (pays, amount, requested_amount, currency) => {
  paystack.forceNext({ pays });
  await charge();
  await paystack.approve("r1");
  expect((await verify()).data).toMatchObject({ status: "success", amount, requested_amount, currency });
  expect(paystack.balance()).toBe(currency === "NGN" ? 0 : amount - Math.round(amount * 0.0195));
});

test("a live account can show a payment of the test domain, which is no money", async () => {
  paystack.forceNext({ domain: "other" });
  await charge();
  await paystack.approve("r1");
  expect((await verify()).data).toMatchObject({ status: "success", domain: "test" });
  expect(paystack.balance()).toBe(0);
});

test("verify can lag behind the webhook for a minute", async () => {
  paystack.forceNext({ verify: "lags" });
  await charge();
  await paystack.approve("r1");
  await paystack.clock.advance(2000);
  expect(shop.received).toHaveLength(1);
  expect((await verify()).data).toMatchObject({ status: "ongoing", paid_at: null });
  await paystack.clock.advance(minute_ms);
  expect((await verify()).data.status).toBe("success");
});

test.each([
  ["error before", 0],
  ["error after", 1],
] as const)("a charge meets an %s it was accepted, with HTML as the answer", async (answer, payments) => {
  paystack.forceRequest("/charge", { answer });
  const response = await fetch(`${paystack.url}/charge`, {
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
    body: JSON.stringify(asked),
  });
  expect(response.status).toBe(502);
  expect(await response.text()).toMatch(/^<html>/);
  expect(paystack.payments.size).toBe(payments);
  expect(await charge()).toMatchObject(
    payments === 0 ? { status: 200 } : { status: 400, code: "duplicate_reference" },
  );
});

test.each([
  ["hang before", 0, "hung"],
  ["hang after", 1, "hung"],
  ["cut after", 1, "cut"],
] as const)("a request meets a %s it was accepted", async (answer, payments, outcome) => {
  paystack.forceRequest("/charge", { answer });
  const leaving = new AbortController();
  const asking = fetch(`${paystack.url}/charge`, {
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
    body: JSON.stringify(asked),
    signal: leaving.signal,
  })
    .then((response) => response.text())
    .catch(() => "no answer");
  await expect.poll(() => paystack.journal.requests.length).toBe(1);
  await expect.poll(() => paystack.payments.size).toBe(payments);
  if (outcome === "hung") leaving.abort();
  expect(await asking).toBe("no answer");
  expect((await charge()).status).toBe(payments === 0 ? 200 : 400);
  expect(paystack.journal.requests[0]?.outcome).toBe(outcome);
});

test("a refund lowers the balance, and more than was paid cannot be returned", async () => {
  await charge();
  await paystack.approve("r1");
  const refund = (amount?: number) => call("POST", "/refund", { transaction: "r1", amount });
  expect(await refund(2000)).toMatchObject({ status: 200, data: { amount: 2000, status: "pending" } });
  expect(paystack.balance()).toBe(2902);
  expect((await refund(3001)).status).toBe(400);
  expect((await verify()).data.status).toBe("success");
  expect((await refund()).data).toMatchObject({ amount: 3000 });
  expect((await verify()).data.status).toBe("reversed");
  expect(await refund()).toMatchObject({ status: 400, message: "Transaction has been fully reversed" });
  expect((await call("POST", "/refund", { transaction: "r9" })).status).toBe(404);
  // The fee is not returned.
  expect(paystack.balance()).toBe(-98);
});

test("verify can lag behind a reversal for a minute", async () => {
  paystack.forceNext({ verify: "lags" });
  await charge();
  await paystack.approve("r1");
  await paystack.clock.advance(2 * minute_ms);
  await call("POST", "/refund", { transaction: "r1" });
  expect((await verify()).data.status).toBe("success");
  await paystack.clock.advance(minute_ms);
  expect((await verify()).data.status).toBe("reversed");
});

test.each([
  ["negative", -98],
  ["above", 905_000],
] as const)("a fee can be told as %s for a minute, and the balance has the true one", async (fee, fees) => {
  paystack.forceNext({ fee });
  await charge();
  await paystack.approve("r1");
  expect((await verify()).data).toMatchObject({ status: "success", amount: 5000, fees });
  expect(paystack.balance()).toBe(4902);
  await paystack.clock.advance(minute_ms);
  expect((await verify()).data).toMatchObject({ fees: 98 });
});

test("an answer can be about another payment that was made", async () => {
  await charge();
  paystack.forceRequest("/transaction/verify", { about: "other" });
  expect((await verify()).data).toMatchObject({ reference: "r10", status: "success", amount: 5000 });
  expect((await verify()).data).toMatchObject({ reference: "r1", status: "ongoing" });
  await paystack.approve("r1");
  paystack.forceRequest("/charge", { about: "other" });
  expect((await charge({ reference: "r2" })).data).toMatchObject({ reference: "r1", status: "success" });
  paystack.forceRequest("/transaction/verify", { about: "other" });
  expect((await verify("r2")).data).toMatchObject({ reference: "r1", status: "success" });
});

test("a payout empties the balance", async () => {
  await charge();
  await paystack.approve("r1");
  expect((await call("GET", "/balance")).data).toEqual([{ currency: "GHS", balance: 4902 }]);
  paystack.settle();
  await charge({ reference: "r2" });
  await paystack.approve("r2");
  expect((await call("GET", "/balance")).data).toEqual([{ currency: "GHS", balance: 4902 }]);
});

const started = {
  email: "a7@example.com",
  amount: "5000",
  reference: "r1",
  callback_url: "http://localhost/back?x=1",
};

async function openPage() {
  const { data } = await call("POST", "/transaction/initialize", started);
  const page = String(data["authorization_url"]);
  const press = (choice: string) =>
    fetch(page, { method: "POST", body: new URLSearchParams({ choice }), redirect: "manual" });
  return { page, press };
}

test("the hosted page takes play money, and sends the customer back", async () => {
  const { page, press } = await openPage();
  expect((await verify()).data.status).toBe("abandoned");
  expect(await (await fetch(page)).text()).toContain("This is play money.");
  const cancelled = await press("cancel");
  expect(cancelled.headers.get("location")).toBe("http://localhost/back?x=1&trxref=r1&reference=r1");
  await paystack.clock.advance(24 * 60 * minute_ms);
  expect((await verify()).data.status).toBe("abandoned");
  expect((await press("decline")).status).toBe(303);
  expect((await verify()).data.status).toBe("failed");
  expect((await press("pay")).status).toBe(303);
  expect((await verify()).data).toMatchObject({ status: "success", amount: 5000 });
  expect((await fetch(`${paystack.url}/checkout/1`)).status).toBe(404);
});

test("the hosted page can send the customer back before the payment is known", async () => {
  paystack.forceNext({ verify: "lags" });
  const { press } = await openPage();
  expect((await press("pay")).headers.get("location")).toContain("reference=r1");
  expect((await verify()).data.status).toBe("ongoing");
  expect(shop.received).toEqual([]);
  await paystack.clock.advance(2 * minute_ms);
  expect((await verify()).data.status).toBe("success");
  expect(shop.received).toHaveLength(1);
});

test("a page is refused for a used reference, a wrong key and another channel, and its address can be wrong", async () => {
  const initialize = (changes: object, key?: string) =>
    call("POST", "/transaction/initialize", { ...started, ...changes }, key);
  expect((await initialize({}, "sk_live_other")).status).toBe(401);
  expect(await initialize({ channels: ["card"] })).toMatchObject({ status: 400, code: "no_active_channel" });
  expect((await initialize({ callback_url: "home" })).status).toBe(400);
  await initialize({});
  expect(await initialize({})).toMatchObject({ status: 400, code: "duplicate_reference" });
  paystack.forceRequest("/transaction/initialize", { page: "foreign" });
  const { data } = await initialize({ reference: "r2" });
  expect(new URL(String(data["authorization_url"])).origin).not.toBe(paystack.url);
});

test("the payer's number can choose what happens", async () => {
  await paystack.close();
  const shares = { payment: { customer: { waits: 1 } } };
  paystack = await startPaystackDouble({
    seed: 1,
    secretKey,
    webhookUrl: shop.url,
    phonesChoose: true,
    shares,
  });
  const chargeOf = (ending: string) =>
    charge({ reference: `r${ending}`, mobile_money: { ...mtn, phone: `02440000${ending}` } });
  for (const ending of ["01", "05", "33"]) await chargeOf(ending);
  paystack.forcePhone("0244000009", { pays: "more" });
  await chargeOf("09");
  expect((await chargeOf("07")).data).toMatchObject({ status: "success", amount: 5000 });
  await paystack.clock.advance(2 * minute_ms);
  expect((await verify("r01")).data.status).toBe("failed");
  expect((await verify("r05")).data).toMatchObject({ status: "success", amount: 3334 });
  expect((await verify("r09")).data).toMatchObject({ status: "success", amount: 6666 });
  expect((await verify("r33")).data.status).toBe("ongoing");
});

test("in test mode, 0551234987 with MTN always pays, as documented", async () => {
  const shares = { payment: { customer: { waits: 1 } } };
  for (const [key, status] of [
    ["sk_test_key", "success"],
    [secretKey, "ongoing"],
  ] as const) {
    await paystack.close();
    paystack = await startPaystackDouble({ seed: 1, secretKey: key, webhookUrl: shop.url, shares });
    const body = { ...asked, mobile_money: { phone: "0551234987", provider: "mtn" } };
    await call("POST", "/charge", body, key);
    await paystack.clock.advance(2 * minute_ms);
    const { data } = await call("GET", "/transaction/verify/r1", undefined, key);
    expect(data.status).toBe(status);
  }
});
