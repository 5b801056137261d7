/** What the double does about payments out, as the documents describe it. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { openReceiver } from "../../testing/receiver.ts";
import { type PaystackDouble, startPaystackDouble } from "./double.ts";

const secretKey = "sk_live_of_the_tests";
const minute_ms = 60_000;
const reference = "a_reference-of_20000";
const shop = openReceiver();
let paystack: PaystackDouble;

beforeEach(async () => {
  paystack = await startPaystackDouble({ seed: 3, secretKey, webhookUrl: shop.url, opening: 100_00 });
});
afterEach(() => paystack.close());

async function call(method: string, path: string, body?: object) {
  const response = await fetch(paystack.url + path, {
    method,
    headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const json = (await response.json()) as { message: string; data?: Record<string, unknown> };
  return { ...json, status: response.status };
}

const wallet = {
  type: "mobile_money",
  name: "Ama",
  account_number: "0244123456",
  bank_code: "MTN",
  currency: "GHS",
};

async function transfer(changes: object = {}) {
  const { data } = await call("POST", "/transferrecipient", wallet);
  const recipient = data?.["recipient_code"];
  const body = { source: "balance", amount: 40_00, recipient, reference, reason: "Withdrawal", ...changes };
  return call("POST", "/transfer", body);
}

const verify = () => call("GET", `/transfer/verify/${reference}`);

test("a transfer leaves the account at once, and succeeds after a while, with its fee", async () => {
  expect(await verify()).toMatchObject({ status: 404, message: "Transfer not found" });
  expect(await transfer()).toMatchObject({ status: 200, data: { status: "pending", reference } });
  expect(paystack.balance()).toBe(59_00);
  await paystack.clock.advance(2 * minute_ms);
  expect((await verify()).data).toMatchObject({
    status: "success",
    amount: 40_00,
    currency: "GHS",
    domain: "live",
    fee_charged: 1_00,
  });
  expect(paystack.journal.webhooks.map(({ event }) => event)).toEqual(["transfer.success"]);
});

test("the same reference is the same transfer, and nothing more is paid", async () => {
  const first = await transfer();
  expect((await transfer()).data?.["transfer_code"]).toBe(first.data?.["transfer_code"]);
  expect([paystack.transfers.size, paystack.balance()]).toEqual([1, 59_00]);
});

test.each([
  [{ reference: "too-short" }, "Invalid transfer reference"],
  [{ reference: "With-Capital-Letters" }, "Invalid transfer reference"],
  [{ amount: 99_50 }, "Your balance is not enough to fulfil this request"],
  [{ recipient: "RCP_nobody" }, "Recipient specified is invalid"],
])("refuses %o", async (changes, message) => {
  expect(await transfer(changes)).toMatchObject({ status: 400, message });
  expect([paystack.transfers.size, paystack.balance()]).toEqual([0, 100_00]);
});

test("what comes back is on the account again, but for the fee", async () => {
  paystack.forceNextTransfer({ outcome: "reversed later", webhook: "twice" });
  await transfer();
  await paystack.clock.advance(3 * 60 * minute_ms);
  expect((await verify()).data?.["status"]).toBe("reversed");
  expect(paystack.balance()).toBe(99_00);
  const told = paystack.journal.webhooks.map(({ event }) => event);
  expect(told).toEqual(["transfer.success", "transfer.success", "transfer.reversed", "transfer.reversed"]);
});

test("an account that was not set up for it asks for a code, and pays nothing", async () => {
  paystack.forceNextTransfer({ outcome: "otp" });
  expect(await transfer()).toMatchObject({
    message: "Transfer requires OTP to continue",
    data: { status: "otp" },
  });
  await paystack.clock.advance(60 * minute_ms);
  expect((await verify()).data?.["status"]).toBe("otp");
  expect(paystack.balance()).toBe(100_00);
});
