import { createHmac } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openReceiver } from "../../testing/receiver.ts";
import { SmsPhone, type SmsPhoneOptions } from "./phone.ts";

const signingKey = "signing-key-of-the-tests";
const second_ms = 1000;
const day_ms = 24 * 60 * 60 * second_ms;
const shop = openReceiver();
let phone: SmsPhone;

function start(options: Partial<SmsPhoneOptions> = {}): void {
  phone = new SmsPhone({ seed: 1, signingKey, webhookUrl: shop.url, ...options });
}

beforeEach(() => start());

afterEach(() => phone.close());

interface Posted {
  id: string;
  event: string;
  payload: { messageId: string; message: string; sender?: string; phoneNumber?: string; receivedAt: string };
}

const posted = () => shop.received.map(({ body }) => JSON.parse(body) as Posted);
const messages = () => posted().map(({ payload }) => payload.message);

function isSigned({ headers, body }: { headers: Record<string, unknown>; body: string }): boolean {
  const timestamp = String(headers["x-timestamp"]);
  const signature = createHmac("sha256", signingKey).update(body).update(timestamp).digest("hex");
  return headers["x-signature"] === signature;
}

const payment = {
  network: "mtn",
  amount: 30_300,
  name: "AMA OWUSU",
  payer: "233244000001",
  reference: "3435",
} as const;

test("an MTN receipt is forwarded as the app does it, with the balance after it", async () => {
  const { transactionId } = phone.receive(payment);
  await phone.clock.idle();
  expect(messages()).toEqual([
    `Payment received for GHS 303.00 from AMA OWUSU Current Balance: GHS 1303.00 . Available Balance: GHS 1303.00. Reference: 3435. Transaction ID: ${transactionId}. TRANSACTION FEE: 0.00`,
  ]);
  expect(posted()).toMatchObject([
    {
      event: "sms:received",
      payload: { sender: "MobileMoney", receivedAt: "2026-01-05T09:00:00.000+00:00" },
    },
  ]);
  expect(shop.received[0]?.headers["x-timestamp"]).toBe(String(Date.UTC(2026, 0, 5, 9) / 1000));
  expect(shop.received.every(isSigned)).toBe(true);
  expect(phone.balanceOf("mtn")).toBe(130_300);
});

test("a Telecel receipt names the payer's number and the time", async () => {
  const { transactionId } = phone.receive({ ...payment, network: "telecel", amount: 1000 });
  await phone.clock.idle();
  expect(messages()).toEqual([
    `${transactionId} Confirmed. You have received GHS10.00 from 233244000001 - AMA OWUSU on 2026-01-05 at 09:00:00. Your T-CASH balance is GHS1010.00.`,
  ]);
  expect(posted()[0]?.payload.sender).toBe("T-CASH");
});

test("older versions of the app name the sender phoneNumber", async () => {
  start({ senderField: "phoneNumber" });
  phone.receive(payment);
  await phone.clock.idle();
  expect(posted()[0]?.payload).toMatchObject({ phoneNumber: "MobileMoney" });
  expect(posted()[0]?.payload).not.toHaveProperty("sender");
});

test.each([
  ["spaced", "Current Balance:  GHS 1303.00  .  Available Balance:  GHS 1303.00 .  "],
  ["thousands", "Current Balance: GHS 1,303.00 ."],
  ["no cents", "Payment received for GHS 303 from AMA OWUSU Current Balance: GHS 1303 ."],
  ["lower case", "transaction fee: 0.00"],
] as const)("a receipt can be written %s", async (text, part) => {
  phone.forceNext({ text });
  phone.receive(payment);
  await phone.clock.idle();
  expect(messages()[0]).toContain(part);
});

test("a shop that does not answer 2xx gets it again after 10, 20, 40 seconds and so on, 14 times", async () => {
  shop.answer = () => 500;
  phone.receive(payment);
  await phone.clock.advance(9 * second_ms);
  expect(posted()).toHaveLength(1);
  await phone.clock.advance(second_ms);
  expect(posted()).toHaveLength(2);
  await phone.clock.advance(60 * second_ms);
  expect(posted()).toHaveLength(4);
  await phone.clock.advance(10 * day_ms);
  expect(posted()).toHaveLength(15);
  expect(new Set(posted().map(({ id }) => id)).size).toBe(1);
  expect(shop.received.every(isSigned)).toBe(true);
  expect(new Set(shop.received.map(({ headers }) => headers["x-timestamp"])).size).toBe(15);
  expect(phone.posts.at(-1)).toMatchObject({ attempt: 15, outcome: 500 });
});

test("any 2xx is enough", async () => {
  shop.answer = () => 202;
  phone.receive(payment);
  await phone.clock.advance(day_ms);
  expect(posted()).toHaveLength(1);
});

test("a shop that hangs is cut off after 30 seconds", async () => {
  shop.answer = () => undefined;
  phone.receive(payment);
  await expect.poll(() => shop.received.length).toBe(1);
  shop.answer = () => 200;
  phone.clock.pass(30 * second_ms);
  await phone.clock.advance(10 * second_ms);
  expect(phone.posts.map(({ outcome }) => outcome)).toEqual(["cut off", 200]);
});

test("a phone that was offline for days posts everything at once, in another order", async () => {
  phone.goOffline();
  const movements = [];
  for (let number = 0; number < 8; number += 1) {
    movements.push(phone.receive(payment));
    await phone.clock.advance(day_ms / 4);
  }
  expect(posted()).toEqual([]);
  phone.goOnline();
  await phone.clock.idle();
  const order = messages().map((text) => /Transaction ID: (\d+)/.exec(text)?.[1]);
  const ids = movements.map(({ transactionId }) => transactionId);
  expect(order).not.toEqual(ids);
  expect(new Set(order)).toEqual(new Set(ids));
  expect(order).toHaveLength(ids.length);
  expect(posted().some(({ payload }) => payload.receivedAt.startsWith("2026-01-05"))).toBe(true);
  expect(shop.received.every(isSigned)).toBe(true);
});

test("an SMS can be posted twice with one id, or received twice with one messageId", async () => {
  phone.forceNext({ delivery: "posted twice" });
  phone.receive(payment);
  await phone.clock.idle();
  const [first, second] = posted();
  expect(second).toEqual(first);
  phone.forceNext({ delivery: "received twice" });
  phone.receive(payment);
  await phone.clock.idle();
  const [, , third, fourth] = posted();
  expect(fourth?.id).not.toBe(third?.id);
  expect(fourth?.payload).toEqual(third?.payload);
  expect(posted()).toHaveLength(4);
});

test("an SMS that never arrives shows in the next balance", async () => {
  phone.forceNext({ delivery: "missing" });
  expect(phone.receive(payment).delivery).toBe("missing");
  phone.receive({ ...payment, amount: 100 });
  await phone.clock.advance(day_ms);
  expect(messages()).toHaveLength(1);
  expect(messages()[0]).toContain("GHS 1.00 from AMA OWUSU Current Balance: GHS 1304.00");
});

test("an SMS can be late, so that a newer one is forwarded before it", async () => {
  phone.forceNext({ delivery: "late" });
  phone.receive(payment);
  phone.receive({ ...payment, amount: 100 });
  await phone.clock.advance(day_ms);
  expect(messages().map((text) => /for GHS (\S+)/.exec(text)?.[1])).toEqual(["1.00", "303.00"]);
});

test("outgoing payments and reversals change the balance, and private messages do not", async () => {
  const received = phone.receive(payment);
  phone.send({ ...payment, amount: 5000 }, 50);
  phone.reverse(received);
  phone.receivePrivate("+233201112233", "Hello");
  await phone.clock.idle();
  expect(phone.balanceOf("mtn")).toBe(100_000 - 5050);
  expect(messages()[1]).toContain("Payment made for GHS 50.00");
  expect(messages()[2]).toContain(`Transaction ID: ${received.transactionId} has been reversed`);
  expect(posted()[3]?.payload).toMatchObject({ sender: "+233201112233", message: "Hello" });
  expect(phone.movements.map(({ kind }) => kind)).toEqual(["received", "sent", "reversed"]);
});

test("a scammer's text is signed like any other, but its balance does not follow", async () => {
  phone.receiveForged(payment, "person");
  phone.receiveForged(payment, "sender");
  await phone.clock.idle();
  expect(posted().map(({ payload }) => payload.sender)).toEqual(["+233209998877", "MobileMoney"]);
  expect(messages().every((text) => text.startsWith("Payment received for GHS 303.00"))).toBe(true);
  expect(messages().some((text) => text.includes("Balance: GHS 1303.00"))).toBe(false);
  expect(shop.received.every(isSigned)).toBe(true);
  expect(phone.balanceOf("mtn")).toBe(100_000);
});

test("an attacker who does not know the key cannot sign", async () => {
  phone.postForged(payment);
  await phone.clock.idle();
  expect(messages()[0]).toContain("Balance: GHS 1303.00");
  expect(shop.received.some(isSigned)).toBe(false);
  expect(phone.movements).toMatchObject([{ kind: "forged" }]);
});
