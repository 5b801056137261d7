import { describe, expect, test } from "vitest";
import { asked, lastApproval, second, twoAdmins } from "./testing/two-admins.ts";
import { admin, ama, kofi, oneGigabyte, openWorld, type World } from "./testing/world.ts";

const small = (user: string, amount: number) => ({ user, amount, reason: "r", corrects: null });

test("corrections credit and debit wallets, with a reason", () => {
  const world = openWorld();
  expect(
    world.submit("correct_balance", { user: ama, amount: -40_00, reason: "slip", corrects: null }),
  ).toMatchObject([
    { type: "wallet_corrected", counterparty: "corrections", amount: -40_00, balance_after: 60_00 },
  ]);
  expect(world.state.houses.corrections.balance).toBe(-60_00);
});

test("a correction never takes a wallet below zero", () => {
  expect(
    openWorld().submit("correct_balance", {
      user: ama,
      amount: -100_01,
      reason: "too much",
      corrects: null,
    }),
  ).toEqual({ code: "wallet_short", missing: 1, balance: 100_00 });
});

test("a movement is never corrected beyond its amount, in one step or in several", () => {
  const world = openWorld();
  const corrects = world.state.position;
  const correct = (amount: number) =>
    world.submit("correct_balance", { user: ama, amount, reason: "r", corrects });
  expect(correct(-100_01)).toEqual({ code: "entry_overcorrected", left: 100_00 });
  expect(correct(-70_00)).toHaveLength(1);
  expect(correct(-30_01)).toEqual({ code: "entry_overcorrected", left: 30_00 });
  expect(correct(1)).toHaveLength(1);
  expect(correct(70_00)).toEqual({ code: "entry_overcorrected", left: 30_01 });
});

test("corrections never give back more than the charge that they correct", () => {
  const world = openWorld().given("place_order", oneGigabyte, ama);
  const corrects = world.state.position;
  const correct = (amount: number) =>
    world.submit("correct_balance", { user: ama, amount, reason: "r", corrects });
  expect(correct(6_01)).toEqual({ code: "entry_overcorrected", left: 6_00 });
  expect(correct(4_00)).toHaveLength(1);
  expect(correct(2_01)).toEqual({ code: "entry_overcorrected", left: 2_00 });
  expect(correct(2_00)).toHaveLength(1);
  expect(world.balance(ama)).toBe(100_00);
});

test("a correction is not taken back twice, directly and through what it corrects", () => {
  const world = openWorld();
  const opening = world.state.position;
  const correct = (amount: number, corrects: number) =>
    world.submit("correct_balance", { user: ama, amount, reason: "r", corrects });
  expect(correct(-10_00, opening)).toHaveLength(1);
  const slip = world.state.position;
  expect(correct(4_00, slip)).toHaveLength(1);
  const undone = world.state.position;
  expect(world.state.entries.get(opening)?.reversed).toBe(-6_00);
  expect(correct(6_01, opening)).toEqual({ code: "entry_overcorrected", left: 94_00 });
  expect(correct(6_00, opening)).toHaveLength(1);
  expect(correct(1, slip)).toEqual({ code: "entry_overcorrected", left: 100_00 });
  // And back again through the whole chain.
  expect(correct(-4_00, undone)).toHaveLength(1);
  expect(world.state.entries.get(slip)?.reversed).toBe(0);
  expect(world.state.entries.get(opening)?.reversed).toBe(-4_00);
});

test("a correction cannot name a movement of another wallet", () => {
  const world = openWorld();
  const corrects = world.state.position;
  expect(world.submit("correct_balance", { user: kofi, amount: -1, reason: "r", corrects })).toEqual({
    code: "entry_of_other_wallet",
  });
});

test("a deleted user's wallet can be debited and not credited", () => {
  const world = openWorld().given("delete_user", { user: kofi });
  expect(world.submit("correct_balance", small(kofi, 1))).toEqual({ code: "user_unknown" });
  expect(world.submit("correct_balance", small(kofi, -1))).toMatchObject({ code: "wallet_short" });
});

describe("above the limit of one admin", () => {
  const large = small(ama, 60_00);
  const limited = () => twoAdmins().given("change_correction_limit", { limit: 50_00 });
  /** Submits what takes two admins, as the second one; the id of the request. */
  const ask = (
    world: World,
    ...[type, intent]: ["correct_balance", typeof large] | ["change_correction_limit", { limit: null }]
  ) => ({ approval: lastApproval(world.given(type, intent, second)) });

  test("a correction above the limit waits for another admin, a smaller one is made at once", () => {
    const world = limited();
    expect(world.submit("correct_balance", large)).toMatchObject(asked);
    expect(world.submit("correct_balance", small(ama, -60_00))).toMatchObject(asked);
    expect(world.balance(ama)).toBe(100_00);
    world.given("correct_balance", small(ama, 50_00));
    expect(world.balance(ama)).toBe(150_00);
  });

  test("another admin grants it, and the log names both", () => {
    const world = limited();
    const events = world.submit("grant_approval", ask(world, "correct_balance", large));
    expect(events).toMatchObject([
      { type: "approval_granted", actor: admin },
      { type: "wallet_corrected", actor: admin, data: { requested_by: second } },
    ]);
    expect(world.balance(ama)).toBe(160_00);
  });

  test("an admin asks for the same thing once until it is decided; another reason or amount is another request", () => {
    const world = limited();
    const own = ask(world, "correct_balance", large);
    const again = { code: "approval_open" };
    expect(world.submit("correct_balance", large, second)).toEqual(again);
    expect(world.submit("correct_balance", { ...large, reason: "another" }, second)).toMatchObject(asked);
    expect(world.submit("correct_balance", small(ama, 61_00), second)).toMatchObject(asked);
    expect(world.submit("correct_balance", small(kofi, 60_00), second)).toMatchObject(asked);
    expect(world.submit("correct_balance", large, admin)).toMatchObject(asked);
    world.given("decline_approval", own);
    expect(world.submit("correct_balance", large, second)).toMatchObject(asked);
    ask(world, "change_correction_limit", { limit: null });
    expect(world.submit("change_correction_limit", { limit: null }, second)).toEqual(again);
    expect(world.submit("change_correction_limit", { limit: 60_00 }, second)).toMatchObject(asked);
  });

  test("nobody grants their own request, whatever the limit is by then", () => {
    const world = limited();
    const own = ask(world, "correct_balance", large);
    const lifted = ask(world, "change_correction_limit", { limit: null });
    expect(world.submit("grant_approval", own, second)).toEqual({ code: "second_admin_needed" });
    world.given("grant_approval", lifted);
    expect(world.submit("grant_approval", own, second)).toEqual({ code: "second_admin_needed" });
    expect(world.submit("grant_approval", own, ama)).toEqual({ code: "admin_only" });
    world.given("grant_approval", own);
    expect(world.balance(ama)).toBe(160_00);
  });

  test.each([
    ["banned", "change_status", { user: second, status: "Banned" }],
    ["no longer an admin", "change_level", { user: second, level: "Customer" }],
    ["deleted", "delete_user", { user: second }],
  ] as const)("a request cannot be granted once its asker is %s", (_, type, intent) => {
    const world = limited();
    const own = ask(world, "correct_balance", large);
    world.given(type, intent, "system");
    expect(world.submit("grant_approval", own)).toEqual({ code: "second_admin_needed" });
  });

  test("a request is decided once; its asker may take it back", () => {
    const world = limited();
    const granted = ask(world, "correct_balance", large);
    world.given("grant_approval", granted);
    const declined = ask(world, "correct_balance", small(ama, 70_00));
    world.given("decline_approval", declined, second);
    for (const type of ["grant_approval", "decline_approval"] as const) {
      expect(world.submit(type, granted)).toEqual({ code: "approval_decided", status: "approved" });
      expect(world.submit(type, declined)).toEqual({ code: "approval_decided", status: "declined" });
      expect(world.submit(type, { approval: kofi })).toEqual({ code: "approval_unknown" });
    }
    expect(world.balance(ama)).toBe(160_00);
  });

  test("a request is refused when it is granted if the ledger would refuse it by then", () => {
    const world = limited();
    const debit = ask(world, "correct_balance", small(ama, -90_00));
    world.given("correct_balance", small(ama, -50_00));
    expect(world.submit("grant_approval", debit)).toMatchObject({ code: "wallet_short" });
    const first = ask(world, "change_correction_limit", { limit: null });
    const other = lastApproval(world.given("change_correction_limit", { limit: 90_00 }));
    world.given("grant_approval", { approval: other }, second);
    expect(world.submit("grant_approval", first)).toEqual({ code: "changed_meanwhile" });
  });

  test("nobody credits, debits or approves a top-up of their own account, and nobody grants it to themselves", () => {
    const own = { topup: 10_002, amount: 50_00, purpose: "topup", momo_transaction_id: null } as const;
    for (const world of [openWorld(), limited()]) {
      world.given("request_topup", own, admin);
      expect(world.submit("approve_topup", { topup: 10_002 })).toEqual({ code: "own_account" });
      expect(world.submit("correct_balance", small(admin, 1))).toEqual({ code: "own_account" });
      expect(world.submit("correct_balance", small(admin, -1))).toEqual({ code: "own_account" });
      world.given("correct_balance", small(admin, 1), "system");
    }
    const world = limited();
    const forAdmin = ask(world, "correct_balance", small(admin, 60_00));
    expect(world.submit("grant_approval", forAdmin)).toEqual({ code: "own_account" });
    expect(world.balance(admin)).toBe(0);
  });

  test("without a limit again, one admin makes it", () => {
    const world = limited();
    world.given("grant_approval", ask(world, "change_correction_limit", { limit: null }));
    world.given("correct_balance", large);
    expect(world.balance(ama)).toBe(160_00);
  });

  test("small corrections of one admin add up over all wallets", () => {
    const world = limited().given("correct_balance", small(ama, 20_00));
    world.given("correct_balance", small(kofi, 20_00));
    expect(world.submit("correct_balance", small(ama, 10_01))).toMatchObject(asked);
    expect(world.submit("correct_balance", small(kofi, 10_01))).toMatchObject(asked);
    world.given("correct_balance", small(ama, 10_00));
    expect(world.submit("correct_balance", small(kofi, 1))).toMatchObject(asked);
    // Each admin has their own sum.
    world.given("correct_balance", small(kofi, 50_00), second);
    expect(world.submit("correct_balance", small(kofi, 1), second)).toMatchObject(asked);
  });

  test("taking back a correction offsets it within the same wallet only", () => {
    const world = limited().given("correct_balance", small(ama, 50_00));
    expect(world.submit("correct_balance", small(kofi, 1))).toMatchObject(asked);
    world.given("correct_balance", small(ama, -50_00)).given("correct_balance", small(kofi, 50_00));
    expect(world.submit("correct_balance", small(ama, -1))).toMatchObject(asked);
    world.given("correct_balance", small(kofi, -20_00)).given("correct_balance", small(ama, -20_00));
    expect(world.submit("correct_balance", small(ama, -2))).toMatchObject(asked);
  });

  test("granted corrections and those of more than a day ago do not add up", () => {
    const world = limited();
    world.given("grant_approval", ask(world, "correct_balance", small(ama, 90_00)));
    world.given("correct_balance", small(ama, 50_00));
    expect(world.submit("correct_balance", small(ama, 1))).toMatchObject(asked);
    world.hours = 23.9;
    expect(world.submit("correct_balance", small(ama, 2))).toMatchObject(asked);
    world.hours = 24.1;
    world.given("correct_balance", small(ama, 50_00));
    expect(world.submit("correct_balance", small(ama, 3))).toMatchObject(asked);
  });

  test("the shop itself needs no approval", () => {
    const world = limited().given("correct_balance", large, "system");
    expect(world.balance(ama)).toBe(160_00);
  });
});
