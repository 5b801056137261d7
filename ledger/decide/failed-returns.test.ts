/** A rail still has what was booked as returned or reversed. */
import { expect, test } from "vitest";
import { admin, kofi, openWorld, type World } from "./testing/world.ts";

const payment = "00000000-0000-4000-8000-0000000000b1";
const failed = { payment, reason: "the refund failed", fee: 1_17 };

function received(): World {
  const about = { payment, rail: "paystack", transaction: "t1", amount: 60_00, fee: 1_17 } as const;
  return openWorld().given("receive_payment", about, "system");
}

const balances = ({ state: { houses } }: World) =>
  Object.fromEntries(Object.entries(houses).map(([name, { balance }]) => [name, balance]));

test("a returned payment whose refund failed waits in suspense again, and can be returned again", () => {
  const world = received();
  const before = balances(world);
  world.given("return_payment", { payment, reason: "not ours" });
  expect(world.submit("fail_payment_return", failed, "system")).toMatchObject([
    { type: "payment_return_failed", house: "suspense", counterparty: "paystack", amount: 60_00 },
  ]);
  expect(balances(world)).toEqual(before);
  expect(world.state.payments.get(payment)).toMatchObject({
    status: "held",
    reason: "the refund failed",
    action_at: null,
  });
  world.given("return_payment", { payment, reason: "again" });
});

test("a reversed payment that is in a wallet stays there when the refund fails, with the fee that it had", () => {
  const world = received().given("match_payment", { payment, user: kofi, topup: null });
  const before = balances(world);
  world.given("reverse_payment", { payment, fee: 2_34 }, "system");
  expect(world.submit("fail_payment_return", failed, "system")).toMatchObject([
    { type: "payment_return_failed", house: "corrections", counterparty: "paystack", amount: 60_00 },
    { type: "payment_fee_charged", house: "paystack", counterparty: "fees", amount: -1_17 },
  ]);
  expect(balances(world)).toEqual(before);
  expect(world.state.payments.get(payment)).toMatchObject({ status: "matched", user: kofi, fee: 1_17 });
  const matched = { code: "payment_decided", status: "matched" };
  expect(world.submit("match_payment", { payment, user: kofi, topup: null }, admin)).toEqual(matched);
  expect(world.submit("fail_payment_return", failed, "system")).toEqual(matched);
});

test("a payment that waits anyway is held when a refund of it fails, and no money moves", () => {
  const world = received();
  expect(world.submit("fail_payment_return", failed, "system")).toMatchObject([
    { type: "payment_held", data: { reason: "the refund failed" }, amount: null },
  ]);
});
