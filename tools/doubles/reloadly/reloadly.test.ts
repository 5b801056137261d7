import { createHmac } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openReceiver } from "../../testing/receiver.ts";
import { hostileReloadly } from "../hostile-shares.ts";
import { type ReloadlyDouble, startReloadlyDouble } from "./double.ts";
import type { OrderFate, RequestFate } from "./fates.ts";

const client = { clientId: "id_of_the_tests", clientSecret: "secret_of_the_tests" };
const webhookSecret = "webhook_secret_of_the_tests";
const second_ms = 1000;
const minute_ms = 60 * second_ms;
const hour_ms = 60 * minute_ms;
const opening = 100_00;
/** How often a test looks again. */
const soon = { interval: 2 };
const shop = openReceiver();
let reloadly: ReloadlyDouble;
let token: string;

beforeEach(() => open());

afterEach(() => reloadly.close());

async function open(changes: Partial<Parameters<typeof startReloadlyDouble>[0]> = {}): Promise<void> {
  reloadly = await startReloadlyDouble({
    seed: 1,
    ...client,
    opening,
    webhook: { url: shop.url, secret: webhookSecret },
    deliver_ms: { min: 5 * second_ms, max: 50 * second_ms },
    ...changes,
  });
  token = String((await giveToken())["access_token"]);
}

async function reopen(changes: Partial<Parameters<typeof startReloadlyDouble>[0]>): Promise<void> {
  await reloadly.close();
  await open(changes);
}

// The tests look into answers of many shapes.
type Answered = Record<string, unknown> & { httpStatus: number };

async function send(method: string, path: string, body?: object, headers: object = {}): Promise<Answered> {
  const response = await fetch(reloadly.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/com.reloadly.topups-v1+json",
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { ...((await response.json()) as object), httpStatus: response.status };
}

const giveToken = (changes: object = {}) =>
  send("POST", "/oauth/token", {
    client_id: client.clientId,
    client_secret: client.clientSecret,
    grant_type: "client_credentials",
    audience: "https://topups.reloadly.com",
    ...changes,
  });
let numbers = 0;
/** To a number of its own. */
const topUp = (customIdentifier = "top-up 1", changes: object = {}) =>
  send("POST", "/topups-async", {
    operatorId: 150,
    amount: "15.40",
    useLocalAmount: true,
    customIdentifier,
    recipientPhone: { countryCode: "GH", number: `2332412${String((numbers += 1)).padStart(5, "0")}` },
    ...changes,
  });
const status = (id: unknown) => send("GET", `/topups/${String(id)}/status`);
const report = (key: string) => send("GET", `/topups/reports/transactions?customIdentifier=${key}`);
const balance = () => send("GET", "/accounts/balance");
const orders = () => [...reloadly.orders.values()];

test("a top-up in cedis is charged in dollars, less the discount, and is delivered later", async () => {
  const { transactionId } = await topUp();
  expect(await status(transactionId)).toMatchObject({ status: "PROCESSING" });
  await reloadly.clock.advance(minute_ms);
  expect(await status(transactionId)).toMatchObject({
    transactionId,
    status: "SUCCESSFUL",
    customIdentifier: "top-up 1",
    recipientPhone: expect.any(Number) as number,
    requestedAmount: 15.4,
    requestedAmountCurrencyCode: "GHS",
    deliveredAmount: 15.4,
    deliveredAmountCurrencyCode: "GHS",
    balanceInfo: { oldBalance: 100, newBalance: 99.03, cost: 0.97, currencyCode: "USD" },
  });
  expect(await balance()).toMatchObject({ balance: 99.03, currencyCode: "USD" });
  expect(orders()).toMatchObject([{ key: "top-up 1", delivered: "all", price: 97, local: 1540 }]);
});

test("an amount in the account's currency and an account in cedis are possible", async () => {
  await topUp("1", { operatorId: "151", amount: 2, useLocalAmount: false });
  expect(orders()).toMatchObject([{ price: 192, local: 3080, requestedCurrency: "USD" }]);
  await reopen({ currency: "GHS" });
  await topUp("1", { operatorId: "151", amount: 2, useLocalAmount: false });
  expect(orders()).toMatchObject([{ price: 192, local: 200, requestedCurrency: "GHS" }]);
});

test("the end is told, signed with the time", async () => {
  await topUp();
  await reloadly.clock.advance(minute_ms);
  const [{ headers, body } = { headers: {}, body: "" }, ...others] = shop.received;
  expect(others).toEqual([]);
  expect(JSON.parse(body)).toMatchObject({
    type: "airtime_transaction.status",
    data: { customIdentifier: "top-up 1", status: "SUCCESSFUL" },
  });
  const signed = `${body}:${String(headers["x-reloadly-request-timestamp"])}`;
  const right = createHmac("sha256", webhookSecret).update(signed).digest("hex");
  expect(headers["x-reloadly-signature"]).toBe(right);
});

test("a token is given for the right secret only, expires, and can be refused at any time", async () => {
  expect(await giveToken({ client_secret: "other" })).toMatchObject({ httpStatus: 401 });
  expect(await giveToken({ audience: "https://giftcards.reloadly.com" })).toMatchObject({ httpStatus: 401 });
  expect(await giveToken()).toMatchObject({ expires_in: 86_400, token_type: "Bearer" });
  await reloadly.clock.advance(24 * hour_ms);
  expect(await balance()).toMatchObject({ httpStatus: 401, errorCode: "TOKEN_EXPIRED" });
  token = String((await giveToken())["access_token"]);
  expect(await balance()).toMatchObject({ httpStatus: 200 });
  reloadly.forceRequest("/topups-async", { door: "wrong key" });
  const refused = { httpStatus: 401, errorCode: "INVALID_TOKEN" };
  expect(await topUp()).toMatchObject(refused);
  expect(await balance()).toMatchObject(refused);
  expect(orders()).toEqual([]);
});

test("another version is not served", async () => {
  const accept = { accept: "application/json" };
  expect(await send("GET", "/accounts/balance", undefined, accept)).toMatchObject({ httpStatus: 406 });
});

test("an identifier is used once, for ever or for a day, and finds its order", async () => {
  reloadly.forceNext({ identifier: "one day" });
  const { transactionId } = await topUp("a");
  await topUp("b");
  const used = { httpStatus: 400, errorCode: "CUSTOM_IDENTIFIER_ALREADY_USED" };
  expect(await topUp("a")).toMatchObject(used);
  expect(await report("a")).toMatchObject({ content: [{ transactionId, customIdentifier: "a" }] });
  expect(await report("c")).toMatchObject({ httpStatus: 200, content: [] });
  await reloadly.clock.advance(24 * hour_ms);
  token = String((await giveToken())["access_token"]);
  expect(await topUp("b")).toMatchObject(used);
  expect(await topUp("a")).toMatchObject({ httpStatus: 200 });
  expect(reloadly.journal.doublePurchases).toMatchObject([{ key: "a" }]);
});

test.each<[Partial<OrderFate>, states: string[], delivered: string, isRefunded: boolean]>([
  [{ ends: "failed" }, ["REFUNDED", "REFUNDED"], "nothing", true],
  [{ ends: "failed", refund: "silent" }, ["FAILED", "FAILED"], "nothing", true],
  [{ ends: "failed", refund: "later" }, ["FAILED", "REFUNDED"], "nothing", true],
  [{ ends: "delivered, says failed", refund: "never" }, ["FAILED", "FAILED"], "all", false],
  [{ ends: "completed, later failed" }, ["SUCCESSFUL", "REFUNDED"], "nothing", true],
  [{ ends: "stuck, delivered" }, ["PROCESSING", "PROCESSING"], "all", false],
  [{ ends: "unknown word" }, ["ON_HOLD", "ON_HOLD"], "nothing", false],
])("a top-up with %j says %j", async (fate, states, delivered, isRefunded) => {
  reloadly.forceNext(fate);
  const { transactionId } = await topUp();
  await reloadly.clock.advance(minute_ms);
  const early = (await status(transactionId))["status"];
  await reloadly.clock.advance(2 * hour_ms);
  expect([early, (await status(transactionId))["status"]]).toEqual(states);
  expect(orders()).toMatchObject([{ delivered, isRefunded }]);
  expect(reloadly.balance()).toBe(isRefunded ? opening : opening - 97);
});

test("a delivery in part is a success with a smaller amount", async () => {
  reloadly.forceNext({ ends: "partial" });
  const { transactionId } = await topUp();
  await reloadly.clock.advance(minute_ms);
  expect(await status(transactionId)).toMatchObject({ status: "SUCCESSFUL", deliveredAmount: 7.7 });
});

test("an order can be unknown although it is delivered, and an answer can be about another one", async () => {
  reloadly.forceNext({ lookup: "never" });
  const { transactionId: first } = await topUp("a");
  reloadly.forceRequest("/topups-async", { about: "other reference" });
  expect(await topUp("b")).toMatchObject({ transactionId: first });
  await reloadly.clock.advance(minute_ms);
  expect(await status(first)).toMatchObject({ httpStatus: 404 });
  expect(await report("a")).toMatchObject({ content: [] });
  const second = orders()[1]?.reference;
  const ask = (fate: Partial<RequestFate>) => {
    reloadly.forceRequest("/topups/", fate);
    return status(second);
  };
  expect(await ask({ about: "other reference" })).toMatchObject({ customIdentifier: "a" });
  expect(await ask({ about: "other package" })).toMatchObject({ deliveredAmount: 16.4 });
  const text = { numbers: "text", status: "nested" } as const;
  expect(await ask(text)).toMatchObject({ status: "SUCCESSFUL", transaction: { deliveredAmount: "15.4" } });
});

test.each([
  ["an unknown operator", { operatorId: 1 }, "OPERATOR_NOT_FOUND"],
  ["cedis where only dollars are taken", { operatorId: 151 }, "INVALID_AMOUNT_FOR_OPERATOR"],
  ["too much", { amount: "701" }, "INVALID_AMOUNT_FOR_OPERATOR"],
  ["an amount beside the fixed ones", { operatorId: 152 }, "INVALID_AMOUNT_FOR_OPERATOR"],
  ["three decimals", { amount: "1.234" }, "INVALID_AMOUNT"],
  ["another country", { recipientPhone: { countryCode: "NG", number: "0" } }, "INVALID_RECIPIENT_PHONE"],
])("a top-up with %s is refused", async (_, changes, errorCode) => {
  expect(await topUp("1", changes)).toMatchObject({ errorCode });
  expect(reloadly.balance()).toBe(opening);
});

test("a wrong number, a barred one, one that just got something, and an empty account are refused", async () => {
  for (const [accepts, errorCode] of [
    ["wrong number", "INVALID_RECIPIENT_PHONE"],
    ["barred number", "PHONE_BANNED_BY_OPERATOR"],
    ["lacks money", "INSUFFICIENT_BALANCE"],
  ] as const) {
    reloadly.forceNext({ accepts });
    expect(await topUp()).toMatchObject({ httpStatus: 400, errorCode });
  }
  const recipientPhone = { countryCode: "GH", number: "0241234567" };
  expect(await topUp("1", { recipientPhone })).toMatchObject({ httpStatus: 200 });
  expect(await topUp("2", { recipientPhone })).toMatchObject({ errorCode: "PHONE_RECENTLY_RECHARGED" });
  await reloadly.clock.advance(2 * minute_ms);
  expect(await topUp("2", { recipientPhone })).toMatchObject({ httpStatus: 200 });
});

test("operators are listed with their amounts in both currencies, and the rate can change at any time", async () => {
  const list = Object.values(await send("GET", "/operators/countries/GH"));
  expect(list).toContainEqual(
    expect.objectContaining({
      operatorId: 150,
      denominationType: "RANGE",
      supportsLocalAmounts: true,
      localMaxAmount: 700,
      fx: { rate: 15.4, currencyCode: "GHS" },
    }),
  );
  expect(list).toContainEqual(
    expect.objectContaining({
      operatorId: 152,
      denominationType: "FIXED",
      localFixedAmounts: [2, 5, 10, 20, 50],
    }),
  );
  reloadly.forceNext({ price: "raised" });
  await topUp();
  expect(reloadly.currency.rate).toBeCloseTo(14);
  expect(orders()).toMatchObject([{ price: 107 }]);
});

test.each<[OrderFate["forgery"], isSigned: boolean]>([
  ["unsigned", false],
  ["wrong key", false],
  ["other body signed", false],
  ["other reference", true],
])("an attacker claims a delivery: %s", async (forgery, isSigned) => {
  for (const key of ["a", "b"]) {
    reloadly.forceNext({ webhook: "never", ends: "stuck", forgery: key === "b" ? forgery : "none" });
    await topUp(key);
  }
  await reloadly.clock.advance(minute_ms);
  const [{ headers, body } = { headers: {}, body: "" }] = shop.received;
  expect(JSON.parse(body)).toMatchObject({
    data: { status: "SUCCESSFUL", customIdentifier: isSigned ? "a" : "b" },
  });
  const signed = `${body}:${String(headers["x-reloadly-request-timestamp"])}`;
  const right = createHmac("sha256", webhookSecret).update(signed).digest("hex");
  expect(headers["x-reloadly-signature"] === right).toBe(isSigned);
});

test("in a storm the balance agrees with the orders, and the same seed tells the same story", async () => {
  const play = async () => {
    await reopen({ shares: { order: hostileReloadly.order! }, opening: 1_000_000 });
    for (let count = 0; count < 40; count += 1) {
      // Slow requests are left behind; the clock goes on.
      void topUp(`top-up ${count}`, {
        recipientPhone: { countryCode: "GH", number: `0241${100_000 + count}` },
      });
      await expect.poll(() => reloadly.journal.requests.length, soon).toBe(count + 2);
      await reloadly.clock.advance(minute_ms);
    }
    await reloadly.clock.advance(100 * hour_ms);
    const spent = orders().reduce((sum, one) => sum + (one.isRefunded ? 0 : one.price), 0);
    expect(reloadly.balance()).toBe(1_000_000 - spent);
    return orders().map(({ key, state, delivered, price }) => ({ key, state, delivered, price }));
  };
  const story = await play();
  expect(new Set(story.map(({ state }) => state)).size).toBeGreaterThan(3);
  expect(await play()).toEqual(story);
});
