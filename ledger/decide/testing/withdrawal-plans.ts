/** For tests: how to make each reason to refuse a command about withdrawals apply. */
import { usualWithdrawalRules, type WithdrawalRules } from "#contract/terms/withdrawals.ts";
import type { Withdrawal } from "#ledger/core/rows/withdrawals.ts";
import type { State } from "#ledger/core/state.ts";
import type { WithdrawalIntents } from "../../withdrawals/commands.ts";
import {
  actorExclusive,
  actorReasons,
  adminReasons,
  haveTwoAdmins,
  type Plan,
  type Scenario,
  waitFor,
} from "./plan.ts";
import { scenario, setBalance } from "./scenarios.ts";
import { admin, ama, kofi } from "./world.ts";

export const withdrawal = "00000000-0000-4000-8000-0000000000d1";
/** A minute after the world of tests began. */
const sent_at = "2026-11-21T10:43:00.000000Z";

export function addWithdrawal(state: State, patch: Partial<Withdrawal> = {}): void {
  state.withdrawals.set(withdrawal, {
    id: withdrawal,
    user: kofi,
    amount: 50_00,
    fee: 1_00,
    first: false,
    status: "requested",
    rail: null,
    attempt: 0,
    transaction: null,
    reason: null,
    created_at: "",
    requested: 1,
    sent_at: null,
    action_at: null,
    version: 1,
    position: 1,
    ...patch,
  });
}

function patchWithdrawal({ state }: Scenario, patch: Partial<Withdrawal>): void {
  const row = state.withdrawals.rows.get(withdrawal);
  if (row) addWithdrawal(state, { ...row, ...patch });
}

function setRules(state: State, patch: Partial<WithdrawalRules>): void {
  const withdrawal_rules = { ...state.settings.withdrawal_rules, ...patch };
  state.settings = { ...state.settings, withdrawal_rules };
}

const byShop = { admin_only: (s: Scenario) => void (s.actor = admin) };
const unknown = { withdrawal_unknown: ({ state }: Scenario) => state.withdrawals.set(withdrawal, null) };
const decided = { withdrawal_decided: (s: Scenario) => patchWithdrawal(s, { status: "failed" }) };
const own = { own_account: (s: Scenario) => patchWithdrawal(s, { user: s.actor }) };
const ownExclusive = "own_account × withdrawal_unknown";
const decidedExclusive = "withdrawal_unknown × withdrawal_decided";
/** A withdrawal that does not exist is at no rail, and nobody asked for it. */
const openExclusive = ["withdrawal_unknown × withdrawal_open", "withdrawal_unknown × approval_open"];

const sent = { status: "sent", rail: "momo", attempt: 1, sent_at } as const;
const atRail = {
  withdrawal_open: (s: Scenario) => {
    s.state.now = sent_at;
    patchWithdrawal(s, { rail: "paystack", sent_at });
  },
};
function about<I extends { withdrawal: string }>(intent: I, patch: Partial<Withdrawal> = {}, actor = admin) {
  return () => scenario(intent, (state) => addWithdrawal(state, patch), actor);
}

export const withdrawalPlans: { [T in keyof WithdrawalIntents]: Plan<T> } = {
  request_withdrawal: {
    start: () =>
      scenario<WithdrawalIntents["request_withdrawal"]>(
        { amount: 20_00, fee: 0, first: true, earned: 20_00 },
        (state) => {
          setRules(state, { isOn: true, who: "everyone" });
          setBalance(state, ama, 100_00);
        },
        ama,
      ),
    provoke: {
      ...actorReasons,
      admin_only: (s) => void (s.actor = "system"),
      wallet_unknown: (s) => s.actor !== "system" && s.state.wallets.set(s.actor, null),
      withdrawals_off: (s) => setRules(s.state, { isOn: false }),
      withdrawals_for_agents: (s) => setRules(s.state, { who: "agents" }),
      changed_meanwhile: (s) => (s.intent.fee += 1),
      amount_invalid: (s) => (s.intent.amount += 0.5),
      withdrawal_too_small: (s) => setRules(s.state, { min: 900_00 }),
      withdrawal_day_limit: (s) => setRules(s.state, { day_max: 1 }),
      withdrawal_not_earned: (s) => (s.intent.earned = 1),
      insufficient_balance: (s) =>
        s.state.wallets.rows.get(s.actor) !== null && setBalance(s.state, s.actor, 1),
    },
    exclusive: [
      ...actorExclusive,
      ...["actor_unknown", "actor_deleted", "actor_banned"].map((code) => `${code} × admin_only`),
      "admin_only × insufficient_balance",
      "wallet_unknown × insufficient_balance",
    ],
  },
  send_withdrawal: {
    start: about({ withdrawal, rail: "momo" as const }),
    provoke: {
      ...adminReasons,
      ...own,
      ...unknown,
      ...decided,
      approval_open: (s) => {
        haveTwoAdmins(s.state);
        patchWithdrawal(s, { first: true });
        waitFor(s, { kind: "withdrawal", ...s.intent });
      },
    },
    exclusive: [...actorExclusive, ownExclusive, decidedExclusive, "withdrawal_unknown × approval_open"],
  },
  refuse_withdrawal: {
    start: about({ withdrawal, attempt: 1, reason: "no money" }, sent, "system"),
    provoke: { ...byShop, ...unknown, ...decided, changed_meanwhile: (s) => (s.intent.attempt = 2) },
    exclusive: [decidedExclusive],
  },
  pay_withdrawal: {
    start: about({ withdrawal, transaction: "38271", fee: null as number | null }, sent),
    provoke: {
      ...adminReasons,
      ...own,
      ...unknown,
      ...decided,
      ...atRail,
      amount_invalid: (s) => (s.intent.fee = -1),
      approval_open: (s) => {
        haveTwoAdmins(s.state);
        patchWithdrawal(s, { rail: "paystack", sent_at: "2026-11-01T00:00:00.000000Z" });
        waitFor(s, { kind: "paid withdrawal", ...s.intent });
      },
    },
    exclusive: [...actorExclusive, ownExclusive, decidedExclusive, ...openExclusive],
  },
  fail_withdrawal: {
    start: about({ withdrawal, reason: "not paid" }, sent),
    provoke: {
      ...adminReasons,
      ...own,
      ...unknown,
      ...decided,
      ...atRail,
      reason_required: (s) => (s.intent.reason = ""),
      approval_open: (s) => {
        haveTwoAdmins(s.state);
        patchWithdrawal(s, { first: true });
        waitFor(s, { kind: "failed withdrawal", ...s.intent });
      },
    },
    exclusive: [...actorExclusive, ownExclusive, decidedExclusive, ...openExclusive],
  },
  reverse_withdrawal: {
    start: about({ withdrawal, reason: "reversed" }, { ...sent, status: "paid" }, "system"),
    provoke: { ...byShop, ...unknown, ...decided, reason_required: (s) => (s.intent.reason = "") },
    exclusive: [decidedExclusive],
  },
  reject_withdrawal: {
    start: about({ withdrawal, reason: "call us" }),
    provoke: {
      ...adminReasons,
      ...unknown,
      ...decided,
      reason_required: (s) => (s.intent.reason = ""),
    },
    exclusive: [...actorExclusive, decidedExclusive],
  },
  change_withdrawal_rules: {
    start: () =>
      scenario<WithdrawalIntents["change_withdrawal_rules"]>({ ...usualWithdrawalRules, isOn: true }),
    provoke: {
      ...adminReasons,
      changed_meanwhile: (s) => (s.intent.seen = { ...usualWithdrawalRules, fee: 7 }),
      unchanged: (s) => setRules(s.state, rulesIn(s.intent)),
      amount_invalid: (s) => {
        const isSame = s.state.settings.withdrawal_rules.isOn;
        s.intent.fee = -1;
        if (isSame) setRules(s.state, rulesIn(s.intent));
      },
    },
    exclusive: actorExclusive,
  },
};

function rulesIn({ seen: _, ...rules }: WithdrawalIntents["change_withdrawal_rules"]): WithdrawalRules {
  return rules;
}
