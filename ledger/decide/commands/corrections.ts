/** Corrections of wallets, and the limit above which they take two admins. */
import { hoursBefore } from "#ledger/terms/dates.ts";
import { limits } from "#ledger/terms/limits.ts";
import type { Pesewas } from "#ledger/terms/money.ts";
import { approvalStream, settingsStream, walletStream } from "#ledger/terms/streams.ts";
import { actorOf, type Check, type Decider, isAdmin, system } from "../checks.ts";
import type { Command, Intents } from "../command.ts";
import type { ApprovalRequest, Draft } from "../events.ts";
import { correctedBy } from "../evolve/movements.ts";
import type { Account, Entry, Needs, State } from "../state.ts";

type Correction = Intents["correct_balance"];

/** An admin credits or debits a wallet, with a reason. If it names a movement, it stays within that movement. */
export const correctBalance: Decider<"correct_balance"> = {
  needs: (command) => ({
    ...correctionNeeds(command.intent),
    accounts: [command.intent.user, ...actorOf(command)],
    corrections: actorOf(command),
    requests: actorOf(command),
  }),
  checks: (command, state) => [
    ...isAdmin(command, state),
    ...correctionChecks(command.intent, state),
    ["approval_open", () => correctionTakesTwo(command, state) && isAsked(command, asked(command), state)],
  ],
  events: (command, state) => [
    correctionTakesTwo(command, state)
      ? approvalRequest(command, asked(command))
      : correction(command.intent),
  ],
};

function asked({ intent }: Command<"correct_balance">): ApprovalRequest {
  return { kind: "correction", ...intent };
}

function correctionTakesTwo(command: Command<"correct_balance">, state: State): boolean {
  const limit = state.settings.correction_limit;
  return (
    command.actor !== system &&
    limit !== null &&
    Math.max(Math.abs(command.intent.amount), correctedAlone(command, state)) > limit
  );
}

/** Lowering the limit, or setting one, takes one admin: it only makes more corrections take two. */
export const changeCorrectionLimit: Decider<"change_correction_limit"> = {
  needs: (command) => ({ accounts: actorOf(command), requests: actorOf(command) }),
  checks: (command, state) => {
    const { limit, seen } = command.intent;
    return [
      ...isAdmin(command, state),
      ["changed_meanwhile", () => seen !== undefined && seen !== state.settings.correction_limit],
      ...limitChecks(limit, state),
      [
        "approval_open",
        () => limitTakesTwo(command, state) && isAsked(command, { kind: "limit", limit }, state),
      ],
    ];
  },
  events: (command, state) => {
    const { limit } = command.intent;
    return [
      limitTakesTwo(command, state)
        ? approvalRequest(command, { kind: "limit", limit })
        : limitChange(limit, state),
    ];
  },
};

function limitTakesTwo(
  { actor, intent: { limit } }: Command<"change_correction_limit">,
  state: State,
): boolean {
  const before = state.settings.correction_limit;
  return actor !== system && before !== null && (limit === null || limit > before);
}

export function correctionNeeds({ user, corrects }: Correction): Needs {
  return { wallets: [user], entries: corrects === null ? [] : [corrects] };
}

export function correctionChecks({ user, amount, corrects }: Correction, state: State): Check[] {
  const balance = state.wallets.get(user)?.balance;
  const entry = corrects === null ? undefined : state.entries.get(corrects);
  return [
    // A deleted user's wallet may still be debited by what was credited by mistake.
    ["user_unknown", () => isGone(state.accounts.get(user), amount)],
    ["wallet_unknown", () => balance === undefined],
    ["entry_unknown", () => corrects !== null && !entry],
    ["entry_of_other_wallet", () => !!entry && entry.wallet !== user],
    ["amount_invalid", () => !Number.isSafeInteger(amount) || amount === 0],
    ["amount_too_large", () => Math.abs(amount) > limits.correction_amount_max],
    [
      "entry_overcorrected",
      () => {
        const beyond = correctedBy(state, corrects).find((one) => !staysWithin(one, amount));
        return beyond !== undefined && { left: Math.abs(beyond.amount + beyond.reversed) };
      },
    ],
    [
      "wallet_short",
      () => balance !== undefined && balance + amount < 0 && { missing: -amount - balance, balance },
    ],
  ];
}

export function limitChecks(limit: Pesewas | null, state: State): Check[] {
  return [
    ["unchanged", () => limit === state.settings.correction_limit],
    ["amount_invalid", () => limit !== null && (!Number.isSafeInteger(limit) || limit <= 0)],
  ];
}

/** `requester`: the admin who asked for it, if another one approved it. */
export function correction({ user, amount, reason, corrects }: Correction, requester?: string): Draft {
  return {
    type: "wallet_corrected",
    stream: walletStream(user),
    data: { reason, corrects, ...requestedBy(requester) },
    movement: { wallet: user, counterparty: "corrections", amount },
  };
}

export function limitChange(limit: Pesewas | null, state: State, requester?: string): Draft {
  return {
    type: "correction_limit_changed",
    stream: settingsStream,
    data: { before: state.settings.correction_limit, after: limit, ...requestedBy(requester) },
  };
}

function requestedBy(requester: string | undefined): { requested_by?: string } {
  return requester === undefined ? {} : { requested_by: requester };
}

/** A command is submitted once under its id, so its request for approval has the same id. */
function approvalRequest(command: Command, data: ApprovalRequest): Draft {
  return { type: "approval_requested", stream: approvalStream(command.id), data };
}

/**
 * Whether the actor has asked for the same already and it still waits: the same change, for the same reason. A client that
 * sends no Idempotency-Key repeats itself this way.
 */
function isAsked(command: Command, request: ApprovalRequest, state: State): boolean {
  return (state.requests.get(command.actor) ?? []).some((pending) => isSame(pending.request, request));
}

function isSame(one: ApprovalRequest, other: ApprovalRequest): boolean {
  if (one.kind === "limit") return other.kind === "limit" && one.limit === other.limit;
  return (
    other.kind === "correction" &&
    one.user === other.user &&
    one.amount === other.amount &&
    one.reason === other.reason &&
    one.corrects === other.corrects
  );
}

/**
 * What the actor would have corrected alone within 24 hours, this command included: otherwise many small corrections
 * could do what a large one may not. Over all wallets; within a wallet, credits and debits offset each other.
 */
function correctedAlone({ actor, intent }: Command<"correct_balance">, state: State): Pesewas {
  const since = hoursBefore(state.now, limits.correction_window_h);
  const ofWallet = new Map([[intent.user, intent.amount]]);
  for (const { wallet, amount, recorded_at } of state.corrections.get(actor) ?? [])
    if (recorded_at > since) ofWallet.set(wallet, (ofWallet.get(wallet) ?? 0) + amount);
  return [...ofWallet.values()].reduce((sum, amount) => sum + Math.abs(amount), 0);
}

function isGone(account: Account | undefined, amount: Pesewas): boolean {
  return !account || (account.deleted && amount > 0);
}

/** After it, what remains of the movement is still between nothing and all of it. */
function staysWithin(entry: Entry, amount: number): boolean {
  const remains = entry.amount + entry.reversed + amount;
  return entry.amount > 0 ? remains >= 0 && remains <= entry.amount : remains <= 0 && remains >= entry.amount;
}
