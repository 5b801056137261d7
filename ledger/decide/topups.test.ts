import { officeLimits } from "#contract/terms/office-limits.ts";
import { expect, test } from "vitest";
import { ama, kofi, openWorld } from "./testing/world.ts";

const asked = { topup: 10_001, amount: 50_00, purpose: "topup", momo_transaction_id: "77" } as const;
const esi = "00000000-0000-4000-8000-000000000003";

test("request_topup moves no money", () => {
  const world = openWorld();
  expect(world.submit("request_topup", asked, kofi)).toMatchObject([
    {
      type: "topup_requested",
      stream: "topup/10001",
      amount: null,
      data: { user: kofi, amount: 50_00 },
    },
  ]);
  expect(world.balance(kofi)).toBe(0);
});

test("request_topup respects the limits and accepts each reference once", () => {
  const world = openWorld().given("request_topup", asked, kofi);
  expect(world.submit("request_topup", { ...asked, topup: 2, amount: 49_99 }, kofi)).toEqual({
    code: "amount_too_small",
  });
  expect(world.submit("request_topup", { ...asked, topup: 2, amount: 1_000_000_01 }, kofi)).toEqual({
    code: "amount_too_large",
  });
  expect(world.submit("request_topup", { ...asked, topup: 2, amount: 60.5 }, kofi)).toEqual({
    code: "amount_invalid",
  });
  expect(world.submit("request_topup", asked, ama)).toEqual({ code: "reference_taken" });
});

test("approve_topup credits the wallet from momo, once", () => {
  const world = openWorld().given("request_topup", asked, kofi);
  expect(world.submit("approve_topup", { topup: 10_001 })).toMatchObject([
    {
      type: "topup_approved",
      wallet: kofi,
      counterparty: "momo",
      amount: 50_00,
      balance_after: 50_00,
      version: 2,
    },
  ]);
  expect(world.state.houses.momo.balance).toBe(-50_00);
  expect(world.submit("approve_topup", { topup: 10_001 })).toEqual({
    code: "recharge_decided",
    status: "approved",
  });
});

test("approving an agent request also changes the level", () => {
  const world = openWorld().given("request_topup", { ...asked, purpose: "agent-upgrade" }, kofi);
  world.given("approve_topup", { topup: 10_001, level: "Agent" });
  expect(world.state.accounts.get(kofi)?.level).toBe("Agent");
  expect(world.events.at(-1)).toMatchObject({ type: "user_level_changed", data: { after: "Agent" } });
});

test.each(["Agent", "Super Agent", "Admin"] as const)(
  "request_topup lets no %s ask to become an Agent, but still top up",
  (level) => {
    const world = openWorld().given("register_user", { user: esi, level }, "system");
    const request = { ...asked, purpose: "agent-upgrade" } as const;
    expect(world.submit("request_topup", request, esi)).toEqual({ code: "customers_only" });
    world.given("request_topup", asked, esi);
  },
);

test("request_topup accepts one agent request of each user at a time, and another one after the decision", () => {
  const world = openWorld();
  const request = (topup: number, user: string) =>
    world.submit("request_topup", { ...asked, topup, purpose: "agent-upgrade" }, user);
  world.given("request_topup", { ...asked, topup: 1 }, kofi);
  expect(request(2, kofi)).toMatchObject([{ type: "topup_requested" }]);
  expect(request(3, kofi)).toEqual({ code: "agent_request_open" });
  world.given("request_topup", { ...asked, topup: 4 }, kofi);
  expect(request(5, ama)).toMatchObject([{ type: "topup_requested" }]);
  // The decision on another request, also one of the same user, opens nothing.
  for (const topup of [1, 5]) world.given("decline_topup", { topup });
  expect(request(6, kofi)).toEqual({ code: "agent_request_open" });
  world.given("decline_topup", { topup: 2 });
  expect(request(7, kofi)).toMatchObject([{ type: "topup_requested" }]);
  world.given("approve_topup", { topup: 7 });
  expect(request(8, kofi)).toMatchObject([{ type: "topup_requested" }]);
});

test("approving an agent request never lowers a level", () => {
  const world = openWorld().given("request_topup", { ...asked, purpose: "agent-upgrade" }, kofi);
  world.given("change_level", { user: kofi, level: "Super Agent" });
  world.given("approve_topup", { topup: 10_001, level: "Agent" });
  expect(world.state.accounts.get(kofi)?.level).toBe("Super Agent");
  world.given("request_topup", { ...asked, topup: 10_002 }, kofi);
  world.given("approve_topup", { topup: 10_002, level: "Customer" });
  expect(world.state.accounts.get(kofi)?.level).toBe("Super Agent");
});

test("declining a top-up moves no money, and only a decided one can be removed", () => {
  const world = openWorld().given("request_topup", asked, kofi);
  expect(world.submit("remove_topup", { topup: 10_001 })).toEqual({ code: "recharge_open" });
  world.given("decline_topup", { topup: 10_001 });
  expect(world.balance(kofi)).toBe(0);
  expect(world.submit("approve_topup", { topup: 10_001 })).toEqual({
    code: "recharge_decided",
    status: "declined",
  });
  world.given("remove_topup", { topup: 10_001 });
  expect(world.submit("remove_topup", { topup: 10_001 })).toEqual({ code: "recharge_unknown" });
});

test("a user has ten undecided top-up requests an hour; a decision or an hour makes room for another one", () => {
  const world = openWorld();
  const ask = (topup: number) =>
    world.submit("request_topup", { topup, amount: 50_00, purpose: "topup", momo_transaction_id: null }, ama);
  for (let topup = 1; topup <= officeLimits.pending_topups_max; topup += 1)
    expect(ask(topup)).toHaveLength(1);
  const isRefused = { code: "too_many_topups" };
  expect(ask(11)).toMatchObject({ ...isRefused, wait_s: 60 * 60 - officeLimits.pending_topups_max });
  world.given("decline_topup", { topup: 3 });
  expect(ask(11)).toHaveLength(1);
  world.hours = 0.9;
  expect(ask(12)).toMatchObject(isRefused);
  world.hours = 1.1;
  for (let topup = 21; topup <= 30; topup += 1) expect(ask(topup)).toHaveLength(1);
  expect(ask(31)).toMatchObject(isRefused);
});
