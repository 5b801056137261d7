/** Orders that suppliers deliver. */
import { expect, test } from "vitest";
import { admin, ama, oneGigabyte, openWorld, type World } from "./testing/world.ts";

const order = 1;
const first = { order, attempt: 1 };
const send = { order, supplier: "datamart", code: "YELLO 1", reference: "r1" } as const;

const placed = () => openWorld().given("place_order", oneGigabyte, ama);
const sent = () => placed().given("send_fulfilment", send, "system");
const at = ({ state }: World, id = "1-1") => state.fulfilments.get(id);

test("an order is processing before the supplier hears of it, and completed when it was delivered", () => {
  const world = placed();
  expect(world.submit("send_fulfilment", send, "system")).toMatchObject([
    { type: "order_processed", data: { attempt: 1 } },
    { type: "fulfilment_sent", stream: "fulfilment/1-1", data: send },
  ]);
  world.given("accept_fulfilment", { ...first, cost: 4_10 }, "system");
  expect(world.state.houses.cost.balance).toBe(-4_10);
  expect(world.state.houses["float:datamart"].balance).toBe(4_10);
  expect(world.submit("deliver_fulfilment", first, "system")).toMatchObject([
    { type: "fulfilment_delivered" },
    { type: "order_completed", data: { attempt: 1 } },
  ]);
  expect(world.state.orders.get(order)).toMatchObject({ status: "completed" });
  expect(at(world)).toMatchObject({ state: "delivered", cost: 4_10 });
});

test.each(["sent", "accepted"] as const)(
  "while it is %s, nobody refunds, completes or sends it again",
  (state) => {
    const world = sent();
    if (state === "accepted") world.given("accept_fulfilment", { ...first, cost: null }, "system");
    const open = { code: "fulfilment_open" };
    expect(world.submit("reject_order", { order, reason: null })).toEqual(open);
    expect(world.submit("complete_order", { order })).toEqual(open);
    expect(world.submit("send_fulfilment", { ...send, reference: "r2" }, "system")).toEqual(open);
    expect(world.submit("deliver_from_stock", { order, reference: "r2", cost: 1 }, "system")).toEqual(open);
    expect(at(world)?.state).toBe(state);
  },
);

test("a refused order goes to the next supplier, or is refunded by an admin", () => {
  const refused = () => sent().given("refuse_fulfilment", { ...first, reason: "wrong number" }, "system");
  const world = refused();
  expect(world.submit("deliver_from_stock", { order, reference: "r2", cost: 3_00 }, "system")).toMatchObject([
    { type: "fulfilment_sent", stream: "fulfilment/1-2" },
    { type: "fulfilment_accepted", house: "float:stock", counterparty: "cost", amount: 3_00 },
    { type: "fulfilment_delivered" },
    { type: "order_completed" },
  ]);
  const other = refused().given("reject_order", { order, reason: "wrong number" });
  expect(other.balance(ama)).toBe(100_00);
});

test("what an admin processes by hand is not sent too, and only the shop itself sends", () => {
  const world = placed();
  expect(world.submit("send_fulfilment", send, admin)).toEqual({ code: "admin_only" });
  world.given("process_order", { order });
  expect(world.submit("send_fulfilment", send, "system")).toEqual({
    code: "order_decided",
    status: "processing",
    wanted: "processing",
  });
});

test("a supplier may name its price after the end, once, and gives it back once", () => {
  const world = sent().given("deliver_fulfilment", first, "system");
  world.given("accept_fulfilment", { ...first, cost: 4_10 }, "system");
  expect(at(world)).toMatchObject({ state: "delivered", cost: 4_10 });
  expect(world.submit("accept_fulfilment", { ...first, cost: 4_20 }, "system")).toMatchObject({
    code: "fulfilment_settled",
  });
  world.given("return_fulfilment", first, "system");
  expect(world.state.houses.cost.balance).toBe(0);
  expect(world.submit("return_fulfilment", first, "system")).toEqual({ code: "amount_invalid" });
});

test("an admin settles an attempt whose end nobody knows, with a reason", () => {
  const world = sent();
  const settle = { ...first, outcome: "delivered", reason: "" } as const;
  expect(world.submit("settle_fulfilment", settle)).toEqual({ code: "reason_required" });
  world.given("settle_fulfilment", { ...settle, reason: "their support says so" });
  expect(world.state.orders.get(order)).toMatchObject({ status: "completed" });
  expect(world.submit("refuse_fulfilment", { ...first, reason: "late" }, "system")).toEqual({
    code: "fulfilment_settled",
    status: "delivered",
  });
});

test("what a supplier says after the end moves no money and no order", () => {
  const world = sent().given("refuse_fulfilment", { ...first, reason: "no" }, "system");
  const before = { ...world.state.houses };
  world.given("contradict_fulfilment", { ...first, said: "delivered" }, "system");
  expect(world.state.houses).toEqual(before);
  expect(at(world)).toMatchObject({ state: "refused", contradiction: "delivered" });
});
