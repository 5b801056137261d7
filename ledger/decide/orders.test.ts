import { expect, test } from "vitest";
import { ama, kofi, mtn, oneGigabyte, openWorld } from "./testing/world.ts";

test("placing an order charges the wallet in the same event", () => {
  const world = openWorld();
  expect(world.submit("place_order", oneGigabyte, ama)).toMatchObject([
    {
      type: "order_placed",
      stream: "order/1",
      wallet: ama,
      counterparty: "sales",
      amount: -6_00,
      balance_after: 94_00,
      data: { user: ama, product: "mtn", package: "mtn-1", amount: 6_00 },
    },
  ]);
  expect(world.state.orders.get(1)).toMatchObject({
    status: "pending",
    amount: 6_00,
    charged_at: world.state.position,
  });
});

test("each level pays its own price, and a package is found by id too", () => {
  const world = openWorld().given("change_level", { user: ama, level: "Agent" });
  world.given("place_order", { ...oneGigabyte, package: { id: "mtn-1" } }, ama);
  expect(world.balance(ama)).toBe(94_50);
});

test("an offer named beside a package's id must still match", () => {
  const world = openWorld();
  const by = (seen: { network?: string; offer?: string }) => ({
    ...oneGigabyte,
    package: { id: "mtn-1", ...seen },
  });
  expect(world.submit("place_order", by({ offer: "5 GB" }), ama)).toEqual({ code: "package_unknown" });
  expect(world.submit("place_order", by({ network: "Telecel" }), ama)).toEqual({ code: "package_unknown" });
  world.given("place_order", by({ network: "MTNup2u", offer: "1 GB" }), ama);
  expect(world.balance(ama)).toBe(94_00);
});

test("an order takes the form of its own product, and of no other", () => {
  const [item] = mtn.packages;
  const world = openWorld().given("create_product", {
    product: "afa",
    facts: { ...mtn, network: "AFA", packages: [{ ...item!, id: "afa-1" }] },
  });
  const filled = (form_title: string) =>
    world.submit(
      "place_order",
      { ...oneGigabyte, package: { id: "afa-1" }, form: "sealed", form_title },
      ama,
    );
  expect(filled("Electricity")).toEqual({ code: "form_required" });
  expect(filled("AFA registration")).toMatchObject([{ type: "order_placed" }]);
});

test("an order in the log has no personal data", () => {
  const world = openWorld().given("place_order", oneGigabyte, ama);
  expect(JSON.stringify(world.events)).not.toContain(oneGigabyte.receiver);
});

test("refusals contain what the buyer needs to know", () => {
  const world = openWorld();
  expect(world.submit("place_order", oneGigabyte, kofi)).toEqual({
    code: "insufficient_balance",
    price: 6_00,
    missing: 6_00,
  });
  expect(world.submit("place_order", { ...oneGigabyte, expected_price: 5_00 }, ama)).toEqual({
    code: "price_changed",
    price: 6_00,
  });
  world.given("change_product_status", { product: "mtn", status: "out of stock" });
  expect(world.submit("place_order", oneGigabyte, ama)).toEqual({
    code: "product_out_of_stock",
    network: "MTNup2u",
  });
});

test("a wallet with one pesewa too little buys nothing, and one with exactly the price is empty afterwards", () => {
  const world = openWorld();
  const give = (amount: number) =>
    world.given("correct_balance", { user: kofi, amount, reason: "gift", corrects: null });
  give(5_99);
  expect(world.submit("place_order", oneGigabyte, kofi)).toEqual({
    code: "insufficient_balance",
    price: 6_00,
    missing: 1,
  });
  give(1);
  world.given("place_order", oneGigabyte, kofi);
  expect(world.balance(kofi)).toBe(0);
});

test("an order goes from pending to processing to completed, with no way back and no refund", () => {
  const world = openWorld().given("place_order", oneGigabyte, ama);
  expect(world.submit("complete_order", { order: 1 })).toEqual({
    code: "order_decided",
    status: "pending",
    wanted: "completed",
  });
  world.given("process_order", { order: 1 }).given("complete_order", { order: 1 });
  expect(world.submit("reject_order", { order: 1, reason: null })).toEqual({
    code: "order_decided",
    status: "completed",
    wanted: "rejected",
  });
  expect(world.balance(ama)).toBe(94_00);
});

test("rejecting an order refunds the charge from sales", () => {
  const world = openWorld().given("place_order", oneGigabyte, ama).given("process_order", { order: 1 });
  expect(world.submit("reject_order", { order: 1, reason: "no stock" })).toMatchObject([
    { type: "order_rejected", wallet: ama, counterparty: "sales", amount: 6_00, balance_after: 100_00 },
  ]);
  expect(world.state.orders.get(1)).toMatchObject({ status: "rejected", reason: "no stock" });
  expect(world.state.houses.sales.balance).toBe(0);
});

test("rejecting an order refunds only what corrections of the charge have left", () => {
  const world = openWorld().given("place_order", oneGigabyte, ama);
  const corrects = world.state.position;
  world.given("correct_balance", { user: ama, amount: 2_00, reason: "half", corrects });
  world.given("reject_order", { order: 1, reason: null });
  expect(world.balance(ama)).toBe(100_00);
  expect(world.state.entries.get(corrects)?.reversed).toBe(6_00);
});

test("rejecting an order refunds the whole charge if its correction was taken back", () => {
  const world = openWorld().given("place_order", oneGigabyte, ama);
  const charge = world.state.position;
  world.given("correct_balance", { user: ama, amount: 2_00, reason: "slip", corrects: charge });
  const slip = world.state.position;
  world.given("correct_balance", { user: ama, amount: -2_00, reason: "undone", corrects: slip });
  world.given("reject_order", { order: 1, reason: null });
  expect(world.balance(ama)).toBe(100_00);
});

test("a refund of zero moves no money", () => {
  const world = openWorld().given("place_order", oneGigabyte, ama);
  world.given("correct_balance", {
    user: ama,
    amount: 6_00,
    reason: "all",
    corrects: world.state.position,
  });
  expect(world.submit("reject_order", { order: 1, reason: null })).toMatchObject([
    { amount: null, wallet: null },
  ]);
  expect(world.state.orders.get(1)?.refunded_at).toBeNull();
});

test("only a finished order can be removed from the lists", () => {
  const world = openWorld().given("place_order", oneGigabyte, ama);
  expect(world.submit("remove_order", { order: 1 })).toEqual({ code: "order_open", status: "pending" });
  world.given("reject_order", { order: 1, reason: null }).given("remove_order", { order: 1 });
  expect(world.state.orders.get(1)?.hidden).toBe(true);
  expect(world.submit("process_order", { order: 1 })).toEqual({ code: "order_unknown" });
});
