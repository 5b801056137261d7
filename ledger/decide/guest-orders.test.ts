/** A guest's order: what is paid for it is in one account at a time, and ends in the agent's wallet or back on its rail. */
import { describe, expect, test } from "vitest";
import { type FeeBearer, surchargeOf } from "#contract/terms/shops.ts";
import { ama, openWorld, type World } from "./testing/world.ts";

const payment = "00000000-0000-4000-8000-0000000000b1";
/** Ama pays ¢5.50. */
const own = 7_00;

/** Ama is an agent with a shop; a guest has paid what it asks. */
function paidWorld({
  fee_by = "shop",
  fee = 14,
  price = own,
}: { fee_by?: FeeBearer; fee?: number; price?: number } = {}) {
  const paid = price + surchargeOf(price, fee_by);
  return openWorld()
    .given("change_level", { user: ama, level: "Agent" })
    .given("change_shop_rules", { rules: { isOn: true, highest: 200, fee_by } })
    .given("open_shop", {}, ama)
    .given("receive_payment", { payment, rail: "paystack", transaction: "1", amount: paid, fee }, "system");
}

function order(world: World, { fee_by = "shop", price = own }: { fee_by?: FeeBearer; price?: number } = {}) {
  const surcharge = surchargeOf(price, fee_by);
  return world.submit(
    "place_guest_order",
    {
      payment,
      user: ama,
      package: { id: "mtn-1", network: "MTNup2u", offer: "1 GB" },
      price: price + surcharge,
      surcharge,
      fee_by,
      receiver: "0244123456",
    },
    "system",
  );
}

function placedWorld(given: { fee_by?: FeeBearer; fee?: number; price?: number } = {}): World {
  const world = paidWorld(given);
  expect(order(world, given)).toBeInstanceOf(Array);
  return world;
}

/** What moved with the guest's payment, without what is zero. */
function houses({ state }: World): Record<string, number> {
  const moved = Object.entries(state.houses).map(([name, { balance }]) => [name, balance] as const);
  return Object.fromEntries(moved.filter(([name, balance]) => balance !== 0 && name !== "corrections"));
}

const types = (answer: unknown) => (answer as { type: string }[]).map(({ type }) => type);
const opening = 100_00;

const delivered = (world: World) =>
  world.given("process_order", { order: 1 }).given("complete_order", { order: 1 });

test("the shop neither sells anything for a payment that an admin lets wait, nor sends it back", () => {
  const world = paidWorld().given("hold_payment", { payment, reason: "a stolen phone" });
  const decided = { code: "payment_decided", status: "held" };
  expect(order(world)).toEqual(decided);
  expect(world.submit("refund_payment", { payment, reason: "Nothing was sold" }, "system")).toEqual(decided);
});

test("what the agent pays is in sales and the rest held, until delivery pays it into the agent's wallet", () => {
  const world = placedWorld();
  expect(houses(world)).toEqual({ paystack: -7_00 + 14, fees: -14, sales: 5_50, held: 1_50 });
  expect(world.state.orders.get(1)).toMatchObject({ user: ama, amount: 5_50, status: "pending", payment });
  expect(world.state.payments.get(payment)).toMatchObject({
    status: "matched",
    user: ama,
    order: 1,
    margin: 1_50,
    borne: 0,
  });
  expect(world.balance(ama)).toBe(opening);
  delivered(world);
  expect(houses(world)).toEqual({ paystack: -7_00 + 14, fees: -14, sales: 5_50 });
  expect(world.balance(ama)).toBe(opening + 1_50);
  expect(world.events.filter(({ type }) => type === "margin_earned")).toHaveLength(1);
});

test("whoever rejects it, all of it goes back, and the rail is asked to return it once", () => {
  const world = placedWorld();
  expect(types(world.submit("reject_order", { order: 1, reason: "no stock" }))).toEqual([
    "order_rejected",
    "payment_reopened",
  ]);
  expect(houses(world)).toEqual({ paystack: -7_00 + 14, fees: -14, suspense: 7_00 });
  expect(world.balance(ama)).toBe(opening);
  expect(world.state.payments.get(payment)).toMatchObject({
    status: "held",
    reason: "Order 10000001 was rejected",
    user: null,
    refund: "wanted",
  });
  world.given("ask_refund", { payment }, "system");
  expect(world.submit("match_payment", { payment, user: ama, topup: null })).toMatchObject({
    code: "refund_open",
  });
  expect(types(world.submit("reverse_payment", { payment }, "system"))).toEqual(["payment_returned"]);
  expect(houses(world)).toEqual({ paystack: 14, fees: -14 });
  expect(world.submit("reverse_payment", { payment }, "system")).toMatchObject({ code: "payment_decided" });
  expect(order(world)).toMatchObject({ code: "payment_decided" });
});

test("a fee that the guest had paid on top is the shop's after a refund", () => {
  const world = placedWorld({ fee: 0 })
    .given("reject_order", { order: 1, reason: null })
    .given("ask_refund", { payment }, "system")
    .given("reverse_payment", { payment, fee: 14 }, "system");
  expect(houses(world)).toEqual({ paystack: 14, fees: -14 });
});

test("a refund that the rail refuses leaves the payment to an admin", () => {
  const world = placedWorld()
    .given("reject_order", { order: 1, reason: null })
    .given("ask_refund", { payment }, "system");
  world.given("refuse_refund", { payment, reason: "too old" }, "system");
  expect(world.state.payments.get(payment)).toMatchObject({
    status: "held",
    reason: "too old",
    refund: "refused",
  });
  expect(world.submit("ask_refund", { payment }, "system")).toMatchObject({ code: "refund_unknown" });
  world.given("return_payment", { payment, reason: "by hand" });
  expect(houses(world)).toEqual({ paystack: 14, fees: -14 });
});

test("a refund that fails after it was booked is open again, and nobody asks for it by itself", () => {
  const world = placedWorld()
    .given("reject_order", { order: 1, reason: null })
    .given("ask_refund", { payment }, "system");
  world.given("reverse_payment", { payment }, "system");
  world.given("fail_payment_return", { payment, reason: "it failed", fee: null }, "system");
  expect(world.state.payments.get(payment)).toMatchObject({ status: "held", refund: "refused" });
  expect(houses(world)).toMatchObject({ suspense: 7_00 });
});

test("a supplier's delivery and its refusal move the margin like an admin's", () => {
  const sent = { order: 1, supplier: "datamart", code: "1", reference: "r" } as const;
  const world = placedWorld().given("send_fulfilment", sent, "system");
  expect(types(world.submit("deliver_fulfilment", { order: 1, attempt: 1 }, "system"))).toEqual([
    "fulfilment_delivered",
    "order_completed",
    "margin_earned",
  ]);
  expect(world.balance(ama)).toBe(opening + 1_50);
  // What the supplier says later moves nothing.
  world.given("contradict_fulfilment", { order: 1, attempt: 1, said: "failed" }, "system");
  expect(world.balance(ama)).toBe(opening + 1_50);
  const other = placedWorld()
    .given("send_fulfilment", sent, "system")
    .given("settle_fulfilment", { order: 1, attempt: 1, outcome: "delivered", reason: "asked" });
  expect(other.balance(ama)).toBe(opening + 1_50);
  const refused = placedWorld()
    .given("change_fulfilment_rules", {
      refunds: ["barred number"],
      float_min: 0,
      hours_min: 0,
      vouchers_min: 0,
    })
    .given("send_fulfilment", sent, "system")
    .given(
      "refuse_fulfilment",
      { order: 1, attempt: 1, reason: "barred", refusal: "barred number" },
      "system",
    )
    .given("refund_refused_order", { order: 1 }, "system");
  expect(houses(refused)).toMatchObject({ suspense: 7_00 });
  expect(refused.state.payments.get(payment)?.refund).toBe("wanted");
});

describe("a payment that the rail takes back", () => {
  test("before delivery: the agent earns nothing, and the margin makes up for a part of the loss", () => {
    const world = placedWorld().given("reverse_payment", { payment }, "system");
    const lost = world.state.houses.corrections.balance;
    delivered(world);
    expect(world.balance(ama)).toBe(opening);
    expect(world.state.houses.corrections.balance - lost).toBe(1_50);
    expect(world.state.houses.held.balance).toBe(0);
  });

  test("before a rejection: nothing is returned a second time", () => {
    const world = placedWorld();
    const before = world.state.houses.corrections.balance;
    world.given("reverse_payment", { payment }, "system").given("reject_order", { order: 1, reason: null });
    expect(world.state.houses.corrections.balance).toBe(before);
    expect(houses(world)).toEqual({ paystack: 14, fees: -14 });
    expect(world.state.payments.get(payment)).toMatchObject({ status: "reversed", user: null, refund: null });
    world.given("fail_payment_return", { payment, reason: "we won", fee: null }, "system");
    expect(houses(world)).toMatchObject({ suspense: 7_00 });
  });

  test("after delivery: the agent keeps what was earned", () => {
    const world = delivered(placedWorld()).given("reverse_payment", { payment }, "system");
    expect(world.balance(ama)).toBe(opening + 1_50);
  });
});

describe("the fee", () => {
  test("the guest bears it: the shop and the agent have as much as without one", () => {
    const surcharge = surchargeOf(own, "guest");
    expect(surcharge).toBe(14);
    const world = placedWorld({ fee_by: "guest", fee: 14 });
    expect(houses(world)).toEqual({ paystack: -7_00, sales: 5_50, held: 1_50 });
    expect(houses(delivered(world))).toEqual({ paystack: -7_00, sales: 5_50 });
    const rejected = placedWorld({ fee_by: "guest", fee: 14 }).given("reject_order", {
      order: 1,
      reason: null,
    });
    expect(houses(rejected)).toEqual({ paystack: -7_00, fees: -14, suspense: 7_14 });
  });

  test("the agent bears it, but no more than they earn", () => {
    expect(houses(placedWorld({ fee_by: "agent" }))).toMatchObject({
      sales: 5_50,
      held: 1_36,
      paystack: -7_00 + 14,
    });
    const poor = placedWorld({ fee_by: "agent", price: 5_60, fee: 14 });
    expect(houses(poor)).toEqual({ paystack: -5_60 + 14, fees: -4, sales: 5_50 });
    expect(delivered(poor).balance(ama)).toBe(opening);
    expect(poor.events.some(({ type }) => type === "margin_earned")).toBe(false);
  });

  test("what is added covers it, whatever the price", () => {
    for (let price = 1; price < 30_000; price += 7) {
      const paid = price + surchargeOf(price, "guest");
      const left = paid - Math.round((paid * 195) / 10_000);
      expect(left - price === 0 || left - price === 1).toBe(true);
    }
    expect([surchargeOf(own, "agent"), surchargeOf(own, "shop")]).toEqual([0, 0]);
  });
});

test("nothing is placed at a loss, for another amount, twice, or in a shop that is closed", () => {
  const risen = paidWorld({ price: 5_40 });
  expect(order(risen, { price: 5_40 })).toEqual({ code: "price_changed", price: 5_50 });
  const world = paidWorld();
  expect(order(world, { price: 6_99 })).toEqual({ code: "payment_differs" });
  world.given("close_shop", { user: ama, reason: "reported" });
  expect(order(world)).toEqual({ code: "shop_closed" });
  world.given("reopen_shop", { user: ama, reason: "put right" });
  expect(order(world)).toBeInstanceOf(Array);
  expect(order(world)).toMatchObject({ code: "payment_decided" });
  expect(world.state.orders_placed).toBe(1);
});
