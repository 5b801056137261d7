import { limits } from "#ledger/terms/limits.ts";
import { actorOf, type Decider, hasSecondAdmin, isAdmin } from "../checks.ts";
import type { Entry } from "../state.ts";

/** An admin credits or debits a wallet, with a reason; where it names a movement, within that movement. */
export const correctBalance: Decider<"correct_balance"> = {
  needs: (command) => ({
    accounts: [command.intent.user, ...askerOf(command.intent), ...actorOf(command)],
    wallets: [command.intent.user],
    entries: command.intent.corrects === null ? [] : [command.intent.corrects],
  }),
  checks: (command, state) => {
    const { user, amount, corrects, requested_by } = command.intent;
    const limit = state.notice.correction_limit;
    const balance = state.wallets.get(user)?.balance;
    const entry = corrects === null ? undefined : state.entries.get(corrects);
    return [
      ...isAdmin(command, state),
      ["user_unknown", () => !state.accounts.get(user)],
      ["wallet_unknown", () => balance === undefined],
      ["entry_unknown", () => corrects !== null && !entry],
      ["entry_of_other_wallet", () => !!entry && entry.wallet !== user],
      ["amount_invalid", () => !Number.isSafeInteger(amount) || amount === 0],
      ["amount_too_large", () => Math.abs(amount) > limits.correction_amount_max],
      [
        "entry_overcorrected",
        () => !!entry && !staysWithin(entry, amount) && { left: Math.abs(entry.amount + entry.reversed) },
      ],
      [
        "insufficient_balance",
        () => balance !== undefined && balance + amount < 0 && { missing: -amount - balance, balance },
      ],
      [
        "second_admin_needed",
        () => limit !== null && Math.abs(amount) > limit && !hasSecondAdmin(command, requested_by, state),
      ],
    ];
  },
  events: ({ intent }) => [
    {
      type: "wallet_corrected",
      stream: `wallet/${intent.user}`,
      data: { reason: intent.reason, corrects: intent.corrects, ...requester(intent) },
      movement: { wallet: intent.user, counterparty: "corrections", amount: intent.amount },
    },
  ],
};

/** Lowering the limit, or setting one, an admin may do alone: it only makes more corrections take two. */
export const changeCorrectionLimit: Decider<"change_correction_limit"> = {
  needs: (command) => ({ accounts: [...askerOf(command.intent), ...actorOf(command)] }),
  checks: (command, state) => {
    const { limit, requested_by } = command.intent;
    const before = state.notice.correction_limit;
    const isLooser = before !== null && (limit === null || limit > before);
    return [
      ...isAdmin(command, state),
      ["unchanged", () => limit === before],
      ["amount_invalid", () => limit !== null && (!Number.isSafeInteger(limit) || limit <= 0)],
      ["second_admin_needed", () => isLooser && !hasSecondAdmin(command, requested_by, state)],
    ];
  },
  events: ({ intent }, state) => [
    {
      type: "correction_limit_changed",
      stream: "extra",
      data: { before: state.notice.correction_limit, after: intent.limit, ...requester(intent) },
    },
  ],
};

interface Requested {
  requested_by?: string;
}

function askerOf({ requested_by }: Requested): string[] {
  return requested_by === undefined ? [] : [requested_by];
}

function requester({ requested_by }: Requested): Requested {
  return requested_by === undefined ? {} : { requested_by };
}

/** After it, what remains of the movement still lies between nothing and all of it. */
function staysWithin(entry: Entry, amount: number): boolean {
  const remains = entry.amount + entry.reversed + amount;
  return entry.amount > 0 ? remains >= 0 && remains <= entry.amount : remains <= 0 && remains >= entry.amount;
}
