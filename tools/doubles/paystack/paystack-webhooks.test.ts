import { createHmac } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openReceiver } from "../../testing/receiver.ts";
import { type PaystackDouble, type PaystackOptions, startPaystackDouble } from "./double.ts";
import type { PaymentFate } from "./fates.ts";

const secretKey = "sk_live_of_the_tests";
const minute_ms = 60_000;
const hour_ms = 60 * minute_ms;
const shop = openReceiver();
let paystack: PaystackDouble;

async function start(options: Partial<PaystackOptions> = {}): Promise<void> {
  paystack = await startPaystackDouble({ seed: 1, secretKey, webhookUrl: shop.url, ...options });
}

beforeEach(() => start());

afterEach(() => paystack.close());

async function charge(reference = "r1", key = secretKey): Promise<void> {
  const response = await fetch(`${paystack.url}/charge`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      email: "a7@example.com",
      amount: 5000,
      reference,
      metadata: { note: "Café / 5" },
      mobile_money: { phone: "0244123456", provider: "mtn" },
    }),
  });
  expect(response.status).toBe(200);
}

interface Told {
  event: string;
  data: Record<string, unknown> & { transaction?: { reference: string; status: string } };
}

const told = () => shop.received.map(({ body }) => JSON.parse(body) as Told);
const events = () => told().map(({ event }) => event);

function isSigned(one: { headers: Record<string, unknown>; body: string }): boolean {
  const signature = createHmac("sha512", secretKey).update(one.body).digest("hex");
  return one.headers["x-paystack-signature"] === signature;
}

test("a payment is told once, signed over the bytes of the body", async () => {
  await charge();
  await paystack.clock.advance(hour_ms);
  expect(told()).toMatchObject([
    { event: "charge.success", data: { reference: "r1", amount: 5000, status: "success", domain: "live" } },
  ]);
  expect(shop.received.every(isSigned)).toBe(true);
});

test.each([
  ["spaced", '"event": "charge.success"'],
  ["escaped", "Caf\\u00e9 \\/ 5"],
] as const)("a body can be %s: the same meaning in other bytes", async (bytes, part) => {
  paystack.forceNext({ bytes });
  await charge();
  await paystack.clock.advance(hour_ms);
  const [one] = shop.received;
  expect(one && isSigned(one)).toBe(true);
  expect(one?.body).toContain(part);
  expect(one?.body).not.toBe(JSON.stringify(JSON.parse(one?.body ?? "")));
  expect(told()).toMatchObject([{ event: "charge.success", data: { metadata: { note: "Café / 5" } } }]);
});

test.each([
  ["twice", hour_ms, 2],
  ["never", 100 * hour_ms, 0],
  ["days late", 71 * hour_ms, 0],
  ["days late", 73 * hour_ms, 1],
] as const)("a webhook comes %s", async (webhook, passed_ms, count) => {
  paystack.forceNext({ webhook });
  await charge();
  await paystack.clock.advance(passed_ms);
  expect(events()).toHaveLength(count);
  expect(paystack.payments.get("r1")?.paid?.amount).toBe(5000);
});

test("a webhook can arrive before the answer to the charge", async () => {
  paystack.forceNext({ webhook: "first" });
  await charge();
  expect(events()).toEqual(["charge.success"]);
});

test("live webhooks are repeated every 3 minutes for 4 times, then hourly, until they get 200", async () => {
  shop.answer = () => 500;
  await charge();
  await paystack.approve("r1");
  await paystack.clock.advance(13 * minute_ms);
  expect(events()).toHaveLength(5);
  await paystack.clock.advance(2 * hour_ms);
  expect(events()).toHaveLength(7);
  shop.answer = () => 204;
  await paystack.clock.advance(hour_ms);
  shop.answer = () => 200;
  await paystack.clock.advance(100 * hour_ms);
  expect(events()).toHaveLength(9);
  expect(new Set(shop.received.map(({ body }) => body)).size).toBe(1);
  expect(paystack.journal.webhooks.map(({ outcome }) => outcome)).toEqual([...Array(7).fill(500), 204, 200]);
});

test("live webhooks are given up after 72 hours, and those of a test account after 10", async () => {
  shop.answer = () => 503;
  await charge();
  await paystack.approve("r1");
  await paystack.clock.advance(200 * hour_ms);
  expect(events()).toHaveLength(1 + 4 + 72);
  await paystack.close();
  shop.received.length = 0;
  await start({ secretKey: "sk_test_key" });
  await charge("r1", "sk_test_key");
  await paystack.approve("r1");
  await paystack.clock.advance(200 * hour_ms);
  expect(events()).toHaveLength(1 + 10);
});

test("a shop that takes 30 seconds to answer is cut off and gets the webhook again", async () => {
  shop.answer = () => undefined;
  await charge();
  await paystack.approve("r1");
  paystack.clock.pass(1000);
  await expect.poll(() => shop.received.length).toBe(1);
  paystack.clock.pass(29_999);
  // An abort would be noted in a later turn of the event loop.
  await new Promise(setImmediate);
  expect(paystack.journal.webhooks).toEqual([]);
  shop.answer = () => 200;
  paystack.clock.pass(1);
  await paystack.clock.advance(3 * minute_ms);
  expect(paystack.journal.webhooks.map(({ outcome }) => outcome)).toEqual(["cut off", 200]);
});

test.each(["unsigned", "wrong key", "wrong hash", "other body signed"] as const)(
  "an attacker tells of a payment that nobody has made: %s",
  async (forgery) => {
    paystack.forceNext({ forgery, customer: "waits" });
    shop.answer = () => 401;
    await charge();
    await paystack.clock.advance(10 * hour_ms);
    expect(told()).toMatchObject([{ event: "charge.success", data: { reference: "r1", status: "success" } }]);
    expect(shop.received.some(isSigned)).toBe(false);
    expect(paystack.journal.webhooks).toMatchObject([{ isForged: true, outcome: 401 }]);
    expect(paystack.payments.get("r1")?.paid).toBeUndefined();
  },
);

test("a test can forge any event", async () => {
  await paystack.forge("refund.processed", { transaction_reference: "r1", amount: "5000" }, "wrong key");
  expect(events()).toEqual(["refund.processed"]);
  expect(shop.received.some(isSigned)).toBe(false);
});

async function refundOf(refund: PaymentFate["refund"]): Promise<void> {
  paystack.forceNext({ refund, webhook: "never" });
  await charge();
  await paystack.approve("r1");
  await fetch(`${paystack.url}/refund`, {
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
    body: JSON.stringify({ transaction: "r1" }),
  });
  await paystack.clock.advance(hour_ms);
}

test("a refund is told step by step, with its amount as text", async () => {
  await refundOf("processed");
  expect(events()).toEqual(["refund.pending", "refund.processing", "refund.processed"]);
  for (const { data } of told())
    expect(data).toMatchObject({ transaction_reference: "r1", amount: "5000", currency: "GHS" });
});

test("a refund can fail: its amount is a number then, and the money is back in the balance", async () => {
  await refundOf("failed");
  expect(told().at(-1)).toMatchObject({ event: "refund.failed", data: { amount: 5000 } });
  expect(paystack.balance()).toBe(4902);
});

test("a refund that was processed can fail later, and the payment is a success again", async () => {
  await refundOf("failed later");
  expect(events()).toEqual(["refund.pending", "refund.processing", "refund.processed"]);
  expect([paystack.balance(), paystack.payments.get("r1")?.stage]).toEqual([-98, "reversed"]);
  await paystack.clock.advance(hour_ms);
  expect(events().at(-1)).toBe("refund.failed");
  expect([paystack.balance(), paystack.payments.get("r1")?.stage]).toEqual([4902, "success"]);
});

test("the events of a refund can come out of order", async () => {
  await refundOf("out of order");
  expect(events()).toEqual(["refund.processed", "refund.processing", "refund.pending"]);
});

test.each([
  ["lost", "auto-accepted", "reversed", -98],
  ["won", "declined", "success", 4902],
] as const)("a disputed payment is %s after a day", async (outcome, resolution, status, balance) => {
  paystack.forceNext({ dispute: outcome, webhook: "never" });
  await charge();
  await paystack.approve("r1");
  await paystack.clock.advance(49 * hour_ms);
  expect(paystack.balance()).toBe(4902);
  await paystack.clock.advance(24 * hour_ms);
  expect(events()).toEqual(["charge.dispute.create", "charge.dispute.remind", "charge.dispute.resolve"]);
  expect(told()[0]?.data).toMatchObject({
    status: "awaiting-merchant-feedback",
    transaction: { reference: "r1", status: "success" },
  });
  expect(told()[2]?.data).toMatchObject({ resolution, transaction: { reference: "r1", status } });
  expect(paystack.balance()).toBe(balance);
});

test("a seed always gives the same world, and another seed another one", async () => {
  const play = async (seed: number) => {
    await paystack.close();
    await start({
      seed,
      shares: {
        payment: {
          customer: { declines: 0.2, "approves late": 0.2 },
          pays: { less: 0.2, more: 0.2 },
          webhook: { twice: 0.3, never: 0.2 },
          bytes: { escaped: 0.5 },
          dispute: { lost: 0.2 },
        },
      },
    });
    for (let number = 1; number <= 12; number += 1) {
      await charge(`r${number}`);
      await paystack.clock.advance(5 * minute_ms);
    }
    await paystack.clock.advance(100 * hour_ms);
    const { journal, payments } = paystack;
    return { webhooks: journal.webhooks, payments: [...payments.values()], balance: paystack.balance() };
  };
  const world = await play(5);
  expect(await play(5)).toEqual(world);
  expect(await play(6)).not.toEqual(world);
  expect(world.webhooks.length).toBeGreaterThan(5);
});

test("requests fail as often as their share says", async () => {
  await paystack.close();
  await start({ shares: { request: { answer: { "error before": 0.5 } } } });
  const statuses = [];
  for (let number = 0; number < 60; number += 1)
    statuses.push((await fetch(`${paystack.url}/balance`)).status);
  const failed = statuses.filter((status) => status === 502).length;
  expect(failed).toBeGreaterThan(15);
  expect(failed).toBeLessThan(45);
});
