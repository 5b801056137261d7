/** The demo shop's play money: customers pay by themselves, also after a restart. */
import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import type { PromptOffer, PromptState, Rails } from "#contract/payments.ts";
import { usualPaymentLimits } from "#api/rails/rail.ts";
import { readEnvironment } from "../environment.ts";
import { TestShop, type TestUser } from "../testing/test-shop.ts";
import { hasPlayMoney, openPlayMoney, type PlayMoney } from "./play-money.ts";

let shop: TestShop | undefined;
let playMoney: PlayMoney | undefined;

afterEach(async () => {
  await shop?.close();
  await playMoney?.close();
  [shop, playMoney] = [undefined, undefined];
});

async function pay(of: TestShop, { token }: TestUser): Promise<string | undefined> {
  const sent = await of.call<PromptState & { recharge: { _id: string } }>(
    "POST",
    "/payment/prompt",
    { amount: 60 },
    { token, key: randomUUID() },
  );
  const path = `/payment/prompt/${sent.body.recharge._id}`;
  const state = async () => (await of.call<PromptState>("GET", path, undefined, { token })).body.state;
  await expect.poll(state, { interval: 250 }).toMatch(/paid|failed|strange/);
  return state();
}

async function light(of: TestShop) {
  const { body } = await of.call<Rails>("GET", "/payment/rails", undefined, { token: of.admin.token });
  const { own, agrees } = body.rails.find(({ rail }) => rail === "paystack")!;
  return { own, agrees, isPlayMoney: body.isPlayMoney };
}

test("customers approve by themselves, and a later start goes on where the books are", async () => {
  const first = await TestShop.open();
  shop = first;
  const port = Number(new URL(first.server.url).port);
  const settings = { port, payments: { limits: usualPaymentLimits } };
  playMoney = await openPlayMoney(settings, first.database.apiUrl);
  await first.restart({ payments: playMoney.payments });
  const ama = await first.addUser("ama", "0245550101");
  const yaw = await first.addUser("yaw", "0244440001");
  const { body } = await first.call<PromptOffer>("GET", "/payment/prompt", undefined, { token: ama.token });
  expect(body).toMatchObject({ isOn: true, isPlayMoney: true });
  expect(await pay(first, ama)).toBe("paid");
  expect(await pay(first, yaw)).toBe("failed");
  const { own } = await light(first);
  expect(own).toBeGreaterThan(50);
  await playMoney.close();
  playMoney = await openPlayMoney(settings, first.database.apiUrl);
  await first.restart({ payments: playMoney.payments });
  expect(await light(first)).toEqual({ own, agrees: true, isPlayMoney: true });
  expect(await pay(first, ama)).toBe("paid");
  expect((await light(first)).agrees).toBe(true);
});

test("there is no play money in production", () => {
  expect(hasPlayMoney(readEnvironment({ NODE_ENV: "production" }))).toBe(false);
});

test.each([
  [{}, true],
  [{ DEMO: "0" }, false],
  [{ DEMO: "1", PUBLIC_URL: "https://shop.example.com" }, false],
  [{ PAYSTACK_SECRET_KEY: "sk_test_of_their_own" }, false],
])("with %j there is play money: %s", (variables, expected) => {
  expect(hasPlayMoney(readEnvironment(variables))).toBe(expected);
});
