/** Money that users take out: where it is at each step, and what nobody may do. */
import { idOfStream, type Stream } from "#contract/terms/streams.ts";
import {
  payoutReference,
  usualWithdrawalRules,
  type WithdrawalRules,
  withdrawalOfReference,
} from "#contract/terms/withdrawals.ts";
import { expect, test } from "vitest";
import type { Intents } from "./command.ts";
import { admin, ama, kofi, openWorld, type World } from "./testing/world.ts";

const second = "00000000-0000-4000-8000-00000000000b";

/** Ama has ¢100.00, and everybody may take out everything. */
function openShop(rules: Partial<WithdrawalRules> = {}): World {
  const open = { isOn: true, who: "everyone", what: "everything", fee: 1_00 } as const;
  return openWorld().given("change_withdrawal_rules", { ...usualWithdrawalRules, ...open, ...rules });
}

const asked = { amount: 50_00, fee: 1_00, first: true, earned: 0 };

function ask(world: World, change: Partial<Intents["request_withdrawal"]> = {}, user = ama): string {
  world.given("request_withdrawal", { ...asked, ...change }, user);
  return idOfStream(world.events.at(-1)!.stream as Stream<"withdrawal">);
}

function send(world: World, rail: "momo" | "paystack"): string {
  const withdrawal = ask(world);
  world.given("send_withdrawal", { withdrawal, rail });
  return withdrawal;
}

/** The balances of the accounts that withdrawals move. */
function books({ state }: World, user = ama) {
  const { payouts, paystack, momo, fees } = state.houses;
  return {
    wallet: state.wallets.get(user)?.balance,
    payouts: payouts.balance,
    paystack: paystack.balance,
    momo: momo.balance,
    fees: fees.balance,
  };
}
const before = { wallet: 100_00, payouts: 0, paystack: 0, momo: 0, fees: 0 };

test("the money leaves the wallet when it is asked for, and the shop's fee is taken when it is paid", () => {
  const world = openShop();
  const withdrawal = send(world, "paystack");
  expect(books(world)).toEqual({ ...before, wallet: 50_00, payouts: 50_00 });
  world.given("pay_withdrawal", { withdrawal, transaction: "TRF_1", fee: 1_20 }, "system");
  expect(books(world)).toEqual({ ...before, wallet: 50_00, paystack: 50_20, fees: -20 });
  expect(world.state.withdrawals.get(withdrawal)).toMatchObject({ status: "paid", transaction: "TRF_1" });
});

test("what fails, is rejected or comes back later is in the wallet again, with the fee", () => {
  const failed = openShop();
  failed.given("fail_withdrawal", { withdrawal: send(failed, "paystack"), reason: "barred" }, "system");
  expect(books(failed)).toEqual(before);

  const rejected = openShop();
  rejected.given("reject_withdrawal", { withdrawal: ask(rejected), reason: "call us" });
  expect(books(rejected)).toEqual(before);

  const reversed = openShop();
  const withdrawal = send(reversed, "paystack");
  reversed.given("pay_withdrawal", { withdrawal, transaction: "TRF_1", fee: 1_00 }, "system");
  reversed.given("reverse_withdrawal", { withdrawal, reason: "reversed" }, "system");
  // What the rail took for it stays lost.
  expect(books(reversed)).toEqual({ ...before, paystack: 1_00, fees: -1_00 });
  expect(reversed.state.withdrawals.get(withdrawal)?.status).toBe("failed");
});

test("what the rail did not take waits again, and is sent under the same reference", () => {
  const world = openShop();
  const withdrawal = send(world, "paystack");
  world.given("refuse_withdrawal", { withdrawal, attempt: 1, reason: "no money" }, "system");
  expect(world.state.withdrawals.get(withdrawal)).toMatchObject({ status: "requested", rail: null });
  world.given("send_withdrawal", { withdrawal, rail: "paystack" });
  const sent = world.events.flatMap(({ type, data }) => (type === "withdrawal_sent" ? [data] : []));
  const reference = payoutReference(withdrawal);
  expect(sent).toEqual([
    { rail: "paystack", reference, attempt: 1 },
    { rail: "paystack", reference, attempt: 2 },
  ]);
  // An answer about the first attempt is no answer about the second one.
  const late = { withdrawal, attempt: 1, reason: "no money" };
  expect(world.submit("refuse_withdrawal", late, "system")).toEqual({ code: "changed_meanwhile" });
});

test("a reference follows from the withdrawal, and leads back to it", () => {
  expect(payoutReference(admin)).toMatch(/^[a-z0-9_-]{16,50}$/);
  expect(withdrawalOfReference(payoutReference(admin))).toBe(admin);
  expect(withdrawalOfReference("w123")).toBeUndefined();
});

test("two withdrawals cannot take the same money", () => {
  const world = openShop();
  ask(world, { amount: 60_00 });
  expect(world.submit("request_withdrawal", { ...asked, amount: 60_00 }, ama)).toEqual({
    code: "insufficient_balance",
    missing: 20_00,
    balance: 40_00,
  });
});

test("a day allows only so much, and what came back does not count", () => {
  const world = openShop({ day_max: 60_00 });
  const withdrawal = ask(world);
  const more = { ...asked, amount: 20_00 };
  expect(world.submit("request_withdrawal", more, ama)).toEqual({
    code: "withdrawal_day_limit",
    left: 10_00,
  });
  world.given("reject_withdrawal", { withdrawal, reason: "call us" });
  world.given("request_withdrawal", more, ama);
  world.hours = 23;
  expect(world.submit("request_withdrawal", asked, ama)).toMatchObject({ code: "withdrawal_day_limit" });
  world.hours = 25;
  expect(world.submit("request_withdrawal", asked, ama)).toHaveLength(1);
});

test("of earnings, what was withdrawn before is taken off", () => {
  const world = openShop({ what: "earnings" });
  const earned = 60_00;
  ask(world, { earned });
  expect(world.submit("request_withdrawal", { ...asked, earned }, ama)).toEqual({
    code: "withdrawal_not_earned",
    left: 10_00,
  });
  world.hours = 48;
  expect(world.submit("request_withdrawal", { ...asked, earned: 110_00 }, ama)).toHaveLength(1);
});

test("only agents, if the owner wants it so, and never an admin", () => {
  const world = openShop({ who: "agents" });
  const refused = { code: "withdrawals_for_agents" };
  expect(world.submit("request_withdrawal", asked, ama)).toEqual(refused);
  world.given("change_level", { user: ama, level: "Agent" });
  expect(world.submit("request_withdrawal", asked, ama)).toHaveLength(1);
  const everyone = openShop();
  everyone.given("correct_balance", { user: admin, amount: 90_00, reason: "r", corrects: null }, "system");
  expect(everyone.submit("request_withdrawal", asked, admin)).toEqual(refused);
});

test("the first payment to a number, and one above the limit, take two admins", () => {
  const world = openShop().given("register_user", { user: second, level: "Admin" }, "system");
  const asksSecond = [{ type: "approval_requested" }];
  const first = ask(world);
  expect(world.submit("send_withdrawal", { withdrawal: first, rail: "momo" })).toMatchObject(asksSecond);
  expect(world.state.withdrawals.get(first)?.status).toBe("requested");
  world.given("send_withdrawal", { withdrawal: first, rail: "momo" }, second);
  expect(world.state.withdrawals.get(first)?.status).toBe("sent");
  const later = ask(world, { first: false, amount: 20_00 });
  expect(world.submit("send_withdrawal", { withdrawal: later, rail: "momo" })).toMatchObject([
    { type: "withdrawal_sent" },
  ]);
  const large = ask(world, { first: false, amount: 30_00 });
  // For a young account the limit is a fifth.
  world.given("change_topup_limit", { limit: 100_00 });
  expect(world.submit("send_withdrawal", { withdrawal: large, rail: "momo" })).toMatchObject(asksSecond);
});

test("for a day, only the rail says what became of a withdrawal that it has; then two admins can", () => {
  const world = openShop().given("register_user", { user: second, level: "Admin" }, "system");
  const withdrawal = ask(world, { first: false });
  world.given("send_withdrawal", { withdrawal, rail: "paystack" });
  const failed = { withdrawal, reason: "their support says so" };
  expect(world.submit("fail_withdrawal", failed)).toEqual({ code: "withdrawal_open" });
  expect(world.submit("pay_withdrawal", { withdrawal, transaction: "1", fee: null })).toEqual({
    code: "withdrawal_open",
  });
  world.hours = 25;
  expect(world.submit("fail_withdrawal", failed)).toMatchObject([{ type: "approval_requested" }]);
  world.given("fail_withdrawal", failed, second);
  expect(books(world)).toEqual(before);
});

test("a user takes back their own withdrawal while nobody has sent it, and no other user can", () => {
  const world = openShop();
  const withdrawal = ask(world);
  const back = { withdrawal, reason: "taken back" };
  expect(world.submit("reject_withdrawal", back, kofi)).toEqual({ code: "admin_only" });
  world.given("reject_withdrawal", back, ama);
  const sent = send(world, "momo");
  expect(world.submit("reject_withdrawal", { ...back, withdrawal: sent }, ama)).toEqual({
    code: "withdrawal_decided",
    status: "sent",
  });
});

test("a user with an open withdrawal is not deleted, because it may come back", () => {
  const world = openShop();
  const withdrawal = ask(world, { amount: 100_00 });
  expect(world.submit("delete_user", { user: ama })).toEqual({ code: "business_open", open: 1 });
  world.given("send_withdrawal", { withdrawal, rail: "momo" });
  world.given("pay_withdrawal", { withdrawal, transaction: "38271", fee: null });
  expect(world.submit("delete_user", { user: ama })).toHaveLength(1);
});
