import { limits } from "#ledger/terms/limits.ts";
import { actorOf, type Check, type Decider, isAdmin, mayAct, ownWallet } from "../checks.ts";
import type { Command } from "../command.ts";
import type { Draft } from "../events.ts";
import type { Recharge, State } from "../state.ts";

export const requestTopup: Decider<"request_topup"> = {
  needs: (command) => ({
    accounts: actorOf(command),
    wallets: actorOf(command),
    recharges: [command.intent.recharge],
  }),
  checks: (command, state) => {
    const { amount, recharge } = command.intent;
    return [
      ...mayAct(command, state),
      ["wallet_unknown", () => !ownWallet(command, state)],
      ["amount_invalid", () => !Number.isSafeInteger(amount)],
      ["amount_too_small", () => amount < limits.topup_amount_min],
      ["amount_too_large", () => amount > limits.topup_amount_max],
      ["reference_taken", () => state.recharges.get(recharge) !== undefined],
    ];
  },
  events: ({ intent, actor }) => [
    {
      type: "topup_requested",
      stream: `recharge/${intent.recharge}`,
      data: {
        user: actor,
        amount: intent.amount,
        purpose: intent.purpose,
        momo_transaction_id: intent.momo_transaction_id,
      },
    },
  ],
};

export const approveTopup: Decider<"approve_topup"> = {
  needs: needsRecharge,
  checks: (command, state) => [
    ...isAdmin(command, state),
    // If corrections take two admins, nobody may credit themselves this way.
    [
      "own_account",
      () =>
        state.notice.correction_limit !== null &&
        visible(state, command.intent.recharge)?.user === command.actor,
    ],
    ["level_not_grantable", () => command.intent.level === "Admin"],
    ...pendingRecharge(command, state),
  ],
  events: ({ intent }, state) => {
    const recharge = known(state, intent.recharge);
    const drafts: Draft[] = [
      {
        type: "topup_approved",
        stream: `recharge/${intent.recharge}`,
        data: {},
        movement: { wallet: recharge.user, counterparty: "momo", amount: recharge.amount },
      },
    ];
    // It may only raise: the request may be older than what they have become since.
    const before = state.accounts.get(recharge.user)?.level;
    if (intent.level && before === "Customer" && before !== intent.level) {
      drafts.push({
        type: "user_level_changed",
        stream: `user/${recharge.user}`,
        data: { before, after: intent.level },
      });
    }
    return drafts;
  },
};

export const declineTopup: Decider<"decline_topup"> = {
  needs: needsRecharge,
  checks: (command, state) => [...isAdmin(command, state), ...pendingRecharge(command, state)],
  events: ({ intent }) => [{ type: "topup_declined", stream: `recharge/${intent.recharge}`, data: {} }],
};

export const removeTopup: Decider<"remove_topup"> = {
  needs: needsRecharge,
  checks: (command, state) => {
    const recharge = visible(state, command.intent.recharge);
    return [
      ...isAdmin(command, state),
      ["recharge_unknown", () => !recharge],
      ["recharge_open", () => recharge?.status === "pending"],
    ];
  },
  events: ({ intent: { recharge, ...data } }) => [
    { type: "topup_removed", stream: `recharge/${recharge}`, data },
  ],
};

type AboutRecharge = Command<"approve_topup" | "decline_topup" | "remove_topup">;

function needsRecharge(command: AboutRecharge) {
  return { accounts: actorOf(command), recharges: [command.intent.recharge] };
}

function pendingRecharge(command: AboutRecharge, state: State): Check[] {
  const recharge = visible(state, command.intent.recharge);
  return [
    ["recharge_unknown", () => !recharge],
    ["recharge_decided", () => recharge?.status !== "pending" && { status: recharge?.status ?? "" }],
  ];
}

function visible(state: State, id: number): Recharge | undefined {
  const recharge = state.recharges.get(id);
  return recharge?.hidden ? undefined : recharge;
}

function known(state: State, id: number): Recharge {
  const recharge = visible(state, id);
  if (!recharge) throw new Error(`events of an unknown recharge ${id}`);
  return recharge;
}
