import { topupStream, userStream } from "#contract/terms/streams.ts";
import { hoursBefore, secondsBetween } from "#contract/terms/dates.ts";
import { limits } from "#contract/terms/limits.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import { officeLimits, topupLimitFor } from "#contract/terms/office-limits.ts";
import type { Level } from "#contract/terms/statuses.ts";
import {
  actorOf,
  type Check,
  type CommandOf,
  type Deciders,
  isAdmin,
  mayAct,
  ownWallet,
} from "#ledger/core/checks.ts";
import type { Draft } from "#ledger/core/events.ts";
import type { ApprovableTopupIntents, PendingTopup, Topup } from "#ledger/core/rows/topups.ts";
import { system } from "#ledger/core/rows/users.ts";
import type { State } from "#ledger/core/state.ts";

export interface TopupIntents extends ApprovableTopupIntents {
  request_topup: Pick<Topup, "amount" | "purpose" | "momo_transaction_id"> & { topup: number };
  decline_topup: { topup: number; reason?: string };
  /** `clearing`: the position of the list_cleared that removes it. */
  remove_topup: { topup: number; clearing?: number };
}

export const topupCommands: Deciders<TopupIntents> = {
  request_topup: {
    needs: (command) => ({
      accounts: actorOf(command),
      wallets: actorOf(command),
      topups: [command.intent.topup],
      pending_topups: actorOf(command),
    }),
    checks: (command, state) => {
      const { amount, topup } = command.intent;
      return [
        ...mayAct(command, state),
        ["wallet_unknown", () => !ownWallet(command, state)],
        [
          "customers_only",
          () => isAgentRequest(command) && state.accounts.get(command.actor)?.level !== "Customer",
        ],
        [
          "agent_request_open",
          () =>
            isAgentRequest(command) &&
            pendingOf(command, state).some(({ purpose }) => purpose === "agent-upgrade"),
        ],
        ["amount_invalid", () => !Number.isSafeInteger(amount)],
        ["amount_too_small", () => amount < limits.topup_amount_min],
        ["amount_too_large", () => amount > limits.topup_amount_max],
        ["reference_taken", () => state.topups.get(topup) !== undefined],
        ["too_many_topups", () => tooManyPending(command, state)],
      ];
    },
    events: ({ intent, actor }) => [
      {
        type: "topup_requested",
        stream: topupStream(intent.topup),
        data: {
          user: actor,
          amount: intent.amount,
          purpose: intent.purpose,
          momo_transaction_id: intent.momo_transaction_id,
        },
      },
    ],
  },
  approve_topup: {
    needs: (command) => ({
      accounts: actorOf(command),
      topups: [command.intent.topup, ...(command.intent.seen ?? []).map(({ topup }) => topup)],
    }),
    checks: (command, state) => [
      ...isAdmin(command, state),
      ["own_account", () => visible(state, command.intent.topup)?.user === command.actor],
      ["level_not_grantable", () => command.intent.level === "Admin"],
      ...pendingTopup(command, state),
      ["changed_meanwhile", () => !sawAllOfPayment(command, state)],
      ["reason_required", () => isSamePayment(command) && command.intent.reason === undefined],
    ],
    takesTwo: ({ intent }, state) => {
      const topup = visible(state, intent.topup);
      return topup !== undefined && isAboveTopupLimit(state, topup.user, topup.amount);
    },
    events: ({ intent }, state) => {
      const topup = known(state, intent.topup);
      const { seen = [], reason } = intent;
      const stream = topupStream(intent.topup);
      const drafts: Draft[] = [
        {
          type: "topup_approved",
          stream,
          data: {},
          movement: { wallet: topup.user, counterparty: "momo", amount: topup.amount },
        },
      ];
      if (seen.length > 0 && reason !== undefined) {
        const topups = seen.map((other) => other.topup);
        drafts.unshift({ type: "duplicate_accepted", stream, data: { topups, reason } });
      }
      return [...drafts, ...levelDrafts(state, topup.user, intent.level)];
    },
  },
  decline_topup: {
    needs: needsTopup,
    checks: (command, state) => [...isAdmin(command, state), ...pendingTopup(command, state)],
    events: ({ intent: { topup, ...data } }) => [
      { type: "topup_declined", stream: topupStream(topup), data },
    ],
  },
  remove_topup: {
    needs: needsTopup,
    checks: (command, state) => {
      const topup = visible(state, command.intent.topup);
      return [
        ...isAdmin(command, state),
        ["recharge_unknown", () => !topup],
        ["recharge_open", () => topup?.status === "pending"],
      ];
    },
    events: ({ intent: { topup, ...data } }) => [{ type: "topup_removed", stream: topupStream(topup), data }],
  },
};

function pendingOf({ actor }: CommandOf<TopupIntents>, state: State): PendingTopup[] {
  return (actor === system ? undefined : state.pending_topups.get(actor)) ?? [];
}

/** Undecided requests within an hour. If there are too many: when there is room again, unless an admin decides before. */
function tooManyPending(command: CommandOf<TopupIntents>, state: State): false | { wait_s: number } {
  const { pending_topups_max: max, pending_topups_window_h: window_h } = officeLimits;
  const since = hoursBefore(state.now, window_h);
  const recent = pendingOf(command, state)
    .map(({ created_at }) => created_at)
    .filter((created_at) => created_at > since)
    .sort();
  const first = recent.at(-max);
  return first !== undefined && { wait_s: secondsBetween(since, first) };
}

function isAgentRequest({ intent }: CommandOf<TopupIntents, "request_topup">): boolean {
  return intent.purpose === "agent-upgrade";
}

/** Together with a credit. It only raises the level: the user may have got a higher one since the request. */
export function levelDrafts(state: State, user: string, level: Level | undefined): Draft[] {
  const before = state.accounts.get(user)?.level;
  if (level === undefined || before !== "Customer" || before === level) return [];
  return [{ type: "user_level_changed", stream: userStream(user), data: { before, after: level } }];
}

/**
 * A client that does not say what it saw is not asked: the specification's approval has an empty body and one step. Our
 * page always says it.
 */
function sawAllOfPayment({ intent }: CommandOf<TopupIntents, "approve_topup">, state: State): boolean {
  const { seen, others = [] } = intent;
  if (seen === undefined) return true;
  const known = new Set(seen.map(({ topup }) => topup));
  return (
    others.every((topup) => known.has(topup)) &&
    seen.every(({ topup, status }) => others.includes(topup) && state.topups.get(topup)?.status === status)
  );
}

function isSamePayment({ intent: { seen = [] } }: CommandOf<TopupIntents, "approve_topup">): boolean {
  return seen.length > 0;
}

type AboutTopup = CommandOf<TopupIntents, "approve_topup" | "decline_topup" | "remove_topup">;

function needsTopup(command: AboutTopup) {
  return { accounts: actorOf(command), topups: [command.intent.topup] };
}

function pendingTopup(command: AboutTopup, state: State): Check[] {
  const topup = visible(state, command.intent.topup);
  return [
    ["recharge_unknown", () => !topup],
    ["recharge_decided", () => topup?.status !== "pending" && { status: topup?.status ?? "" }],
  ];
}

function visible(state: State, id: number): Topup | undefined {
  const topup = state.topups.get(id);
  return topup?.hidden ? undefined : topup;
}

function known(state: State, id: number): Topup {
  const topup = visible(state, id);
  if (!topup) throw new Error(`events of an unknown topup ${id}`);
  return topup;
}

/** Whether a credit that only an admin's word confirms takes two admins: lower for young accounts. */
export function isAboveTopupLimit(state: State, user: string, amount: Pesewas): boolean {
  const { topup_limit } = state.settings;
  if (topup_limit === null) return false;
  const registered_at = state.accounts.get(user)?.registered_at ?? state.now;
  return amount > topupLimitFor(topup_limit, registered_at, state.now);
}
