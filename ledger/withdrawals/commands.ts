/**
 * Money that users take out. It leaves the wallet when they ask, so it cannot be spent twice, and waits on `payouts` until a
 * rail has paid it or it goes back. What became of it is never guessed.
 */
import { hoursBefore } from "#contract/terms/dates.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import { withdrawalStream } from "#contract/terms/streams.ts";
import {
  isPayingRail,
  isRailAsked,
  mayWithdraw,
  payoutReference,
  type WithdrawalRules,
  type WithdrawalStatus,
  withdrawalLimits,
} from "#contract/terms/withdrawals.ts";
import { actorOf, type Check, type CommandOf, type Deciders, isAdmin, mayAct } from "#ledger/core/checks.ts";
import type { Draft } from "#ledger/core/events.ts";
import { system } from "#ledger/core/rows/users.ts";
import type { ApprovableWithdrawalIntents, Withdrawal } from "#ledger/core/rows/withdrawals.ts";
import type { State } from "#ledger/core/state.ts";
import { changeDecider, changedSince, unchanged } from "../settings/change.ts";
import { isAboveTopupLimit } from "../topups/commands.ts";

export interface WithdrawalIntents extends ApprovableWithdrawalIntents {
  /**
   * `fee`: what the user was shown. `first`: nothing was paid to this number before. `earned`: what the user has earned by
   * now, of which earlier withdrawals are not taken off.
   */
  request_withdrawal: { amount: Pesewas; fee: Pesewas; first: boolean; earned: Pesewas };
  /** Only the shop itself: the rail did not take it, so there is no payout and there will be none. */
  refuse_withdrawal: { withdrawal: string; attempt: number; reason: string };
  /** Only the shop itself: the rail gave back what it had paid. */
  reverse_withdrawal: { withdrawal: string; reason: string };
  /** By an admin, or by the user themselves, before anybody has sent it. */
  reject_withdrawal: { withdrawal: string; reason: string };
  change_withdrawal_rules: WithdrawalRules & { seen?: WithdrawalRules };
}

export const withdrawalCommands: Deciders<WithdrawalIntents> = {
  request_withdrawal: {
    needs: (command) => ({
      accounts: actorOf(command),
      wallets: actorOf(command),
      withdrawals: [command.id],
      withdrawn: actorOf(command),
    }),
    checks: requestChecks,
    events: ({ id, actor, intent: { amount, fee, first } }) => [
      {
        type: "withdrawal_requested",
        stream: withdrawalStream(id),
        data: { user: actor, fee, first },
        movement: { wallet: actor, counterparty: "payouts", amount: -amount },
      },
    ],
  },
  send_withdrawal: {
    needs: needsWithdrawal,
    checks: (command, state) => [...decidedByAdmin(command, state), ...inStatus(command, state, "requested")],
    takesTwo: (command, state) => isLarge(withdrawalOf(command, state), state),
    events: (command, state) => {
      const { withdrawal, rail } = command.intent;
      const attempt = known(command, state).attempt + 1;
      const data = { rail, reference: payoutReference(withdrawal), attempt };
      return [{ type: "withdrawal_sent", stream: withdrawalStream(withdrawal), data }];
    },
  },
  refuse_withdrawal: {
    needs: needsWithdrawal,
    checks: (command, state) => [
      ["admin_only", () => command.actor !== system],
      ...inStatus(command, state, "sent"),
      ["changed_meanwhile", () => withdrawalOf(command, state)?.attempt !== command.intent.attempt],
    ],
    events: ({ intent: { withdrawal, reason } }) => [
      { type: "withdrawal_refused", stream: withdrawalStream(withdrawal), data: { reason } },
    ],
  },
  pay_withdrawal: {
    needs: needsWithdrawal,
    checks: (command, state) => [
      ...decidedByAdmin(command, state),
      ...inStatus(command, state, "sent"),
      isAtRail(command, state),
      ["amount_invalid", () => !isCharge(command.intent.fee)],
    ],
    takesTwo: (command, state) => isPayingRail(withdrawalOf(command, state)?.rail ?? null),
    events: (command, state) => paidDrafts(command.intent, known(command, state)),
  },
  fail_withdrawal: {
    needs: needsWithdrawal,
    checks: (command, state) => [
      ...decidedByAdmin(command, state),
      ...inStatus(command, state, "sent"),
      isAtRail(command, state),
      ["reason_required", () => command.intent.reason === ""],
    ],
    takesTwo: (command, state) => {
      const row = withdrawalOf(command, state);
      return isPayingRail(row?.rail ?? null) || isLarge(row, state);
    },
    events: (command, state) => [
      backDraft("withdrawal_failed", known(command, state), command.intent.reason),
    ],
  },
  reverse_withdrawal: {
    needs: needsWithdrawal,
    checks: (command, state) => [
      ["admin_only", () => command.actor !== system],
      ...inStatus(command, state, "paid"),
      ["reason_required", () => command.intent.reason === ""],
    ],
    events: (command, state) => {
      const row = known(command, state);
      return [...reversedDrafts(row), backDraft("withdrawal_failed", row, command.intent.reason)];
    },
  },
  reject_withdrawal: {
    needs: needsWithdrawal,
    checks: (command, state) => {
      const isOwn = command.actor !== system && withdrawalOf(command, state)?.user === command.actor;
      return [
        ...(isOwn ? mayAct(command, state) : isAdmin(command, state)),
        ...inStatus(command, state, "requested"),
        ["reason_required", () => command.intent.reason === ""],
      ];
    },
    events: (command, state) => [
      backDraft("withdrawal_rejected", known(command, state), command.intent.reason),
    ],
  },
  change_withdrawal_rules: changeDecider({
    event: "withdrawal_rules_changed",
    before: ({ withdrawal_rules }) => withdrawal_rules,
    after: ({ seen: _, ...after }: WithdrawalIntents["change_withdrawal_rules"]) => after,
    checks: ({ seen, ...after }, before) => [
      changedSince(seen, before),
      unchanged(after, before),
      ["amount_invalid", () => !areSound(after)],
    ],
  }),
};

function requestChecks(command: CommandOf<WithdrawalIntents, "request_withdrawal">, state: State): Check[] {
  const { actor, intent } = command;
  const { amount, fee, earned } = intent;
  const { isOn, what, min, fee: present, day_max } = state.settings.withdrawal_rules;
  const account = actor === system ? undefined : state.accounts.get(actor);
  const balance = (actor === system ? undefined : state.wallets.get(actor))?.balance;
  const left = actor === system ? 0 : Math.max(0, day_max - withdrawnToday(state, actor));
  const unspent = actor === system ? 0 : Math.max(0, earned - (state.withdrawn.get(actor)?.total ?? 0));
  return [
    ...mayAct(command, state),
    ["admin_only", () => actor === system],
    ["wallet_unknown", () => balance === undefined],
    ["withdrawals_off", () => !isOn],
    [
      "withdrawals_for_agents",
      () => !account || !mayWithdraw(state.settings.withdrawal_rules, account.level),
    ],
    ["changed_meanwhile", () => fee !== present],
    ["amount_invalid", () => !Number.isSafeInteger(amount)],
    ["withdrawal_too_small", () => amount < min && { price: min }],
    ["withdrawal_day_limit", () => amount > left && { left }],
    ["withdrawal_not_earned", () => what === "earnings" && amount > unspent && { left: unspent }],
    [
      "insufficient_balance",
      () => balance !== undefined && amount > balance && { missing: amount - balance, balance },
    ],
  ];
}

function withdrawnToday({ withdrawn, now }: State, user: string): Pesewas {
  const since = hoursBefore(now, withdrawalLimits.day_h);
  const recent = withdrawn.get(user)?.recent ?? [];
  return recent.reduce((sum, { amount, created_at }) => sum + (created_at > since ? amount : 0), 0);
}

type AboutWithdrawal = CommandOf<
  WithdrawalIntents,
  Exclude<keyof WithdrawalIntents, "request_withdrawal" | "change_withdrawal_rules">
>;
type Decision = CommandOf<WithdrawalIntents, keyof ApprovableWithdrawalIntents>;

function needsWithdrawal(command: AboutWithdrawal) {
  return { accounts: actorOf(command), withdrawals: [command.intent.withdrawal] };
}

function withdrawalOf({ intent }: AboutWithdrawal, state: State): Withdrawal | undefined {
  return state.withdrawals.get(intent.withdrawal);
}

function known(command: AboutWithdrawal, state: State): Withdrawal {
  const row = withdrawalOf(command, state);
  if (!row) throw new Error(`events of an unknown withdrawal ${command.intent.withdrawal}`);
  return row;
}

/** Nobody decides about their own money. */
function decidedByAdmin(command: Decision, state: State): Check[] {
  return [
    ...isAdmin(command, state),
    ["own_account", () => withdrawalOf(command, state)?.user === command.actor],
  ];
}

function inStatus(command: AboutWithdrawal, state: State, status: WithdrawalStatus): Check[] {
  const row = withdrawalOf(command, state);
  return [
    ["withdrawal_unknown", () => !row],
    ["withdrawal_decided", () => !!row && row.status !== status && { status: row.status }],
  ];
}

/** The rail itself says what became of it, unless it has said nothing for a day. */
function isAtRail(command: Decision, state: State): Check {
  const row = withdrawalOf(command, state);
  return [
    "withdrawal_open",
    () => command.actor !== system && !!row && isRailAsked(row.rail, row.sent_at, state.now),
  ];
}

/** Where money goes for the first time, or much of it, two admins have looked. */
function isLarge(row: Withdrawal | undefined, state: State): boolean {
  return row !== undefined && (row.first || isAboveTopupLimit(state, row.user, row.amount));
}

function isCharge(fee: Pesewas | null): boolean {
  return fee === null || (Number.isSafeInteger(fee) && fee >= 0);
}

function railOf({ id, rail }: Withdrawal) {
  if (rail === null) throw new Error(`the withdrawal ${id} has no rail`);
  return rail;
}

function paidDrafts({ transaction, fee }: WithdrawalIntents["pay_withdrawal"], row: Withdrawal): Draft[] {
  const [rail, stream] = [railOf(row), withdrawalStream(row.id)];
  return [
    {
      type: "withdrawal_paid",
      stream,
      data: { rail, transaction },
      movement: { house: rail, counterparty: "payouts", amount: row.amount - row.fee },
    },
    ...feeDrafts(row, row.fee),
    ...(fee === null || fee === 0
      ? []
      : [
          {
            type: "withdrawal_charged",
            stream,
            data: { rail },
            movement: { house: rail, counterparty: "fees", amount: fee },
          } satisfies Draft,
        ]),
  ];
}

/** Negative: back to `payouts`. */
function feeDrafts({ id }: Withdrawal, fee: Pesewas): Draft[] {
  if (fee === 0) return [];
  const movement = { house: "fees", counterparty: "payouts", amount: fee } as const;
  return [{ type: "withdrawal_fee_taken", stream: withdrawalStream(id), data: {}, movement }];
}

function reversedDrafts(row: Withdrawal): Draft[] {
  const rail = railOf(row);
  return [
    {
      type: "withdrawal_reversed",
      stream: withdrawalStream(row.id),
      data: { rail },
      movement: { house: "payouts", counterparty: rail, amount: row.amount - row.fee },
    },
    ...feeDrafts(row, -row.fee),
  ];
}

function backDraft(
  type: "withdrawal_failed" | "withdrawal_rejected",
  { id, user, amount }: Withdrawal,
  reason: string,
): Draft {
  const movement = { wallet: user, counterparty: "payouts", amount } as const;
  return { type, stream: withdrawalStream(id), data: { reason }, movement };
}

/** Of the least withdrawal, something arrives. */
function areSound({ min, fee, day_max }: WithdrawalRules): boolean {
  return (
    [min, fee, day_max].every((amount) => Number.isSafeInteger(amount) && amount >= 0) &&
    min > fee &&
    day_max >= min
  );
}
