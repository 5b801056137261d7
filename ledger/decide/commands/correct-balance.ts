import { hoursBefore } from "#ledger/terms/dates.ts";
import { limits } from "#ledger/terms/limits.ts";
import type { Pesewas } from "#ledger/terms/money.ts";
import { actorOf, type Decider, hasSecondAdmin, isAdmin } from "../checks.ts";
import type { Command } from "../command.ts";
import { correctedBy } from "../evolve.ts";
import type { Account, Entry, State } from "../state.ts";

/** An admin credits or debits a wallet, with a reason; where it names a movement, within that movement. */
export const correctBalance: Decider<"correct_balance"> = {
  needs: (command) => ({
    accounts: [command.intent.user, ...askerOf(command.intent), ...actorOf(command)],
    wallets: [command.intent.user],
    entries: command.intent.corrects === null ? [] : [command.intent.corrects],
    corrections: actorOf(command),
  }),
  checks: (command, state) => {
    const { user, amount, corrects, requested_by } = command.intent;
    const limit = state.notice.correction_limit;
    const balance = state.wallets.get(user)?.balance;
    const entry = corrects === null ? undefined : state.entries.get(corrects);
    return [
      ...isAdmin(command, state),
      // Out of a deleted user's wallet may still come what went into it by mistake.
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
      [
        "second_admin_needed",
        // What was asked of another admin is never done alone, however small it is: it counts as done by two.
        () =>
          !hasSecondAdmin(command, requested_by, state) &&
          (requested_by !== undefined ||
            (limit !== null && Math.max(Math.abs(amount), movedAlone(command, state)) > limit)),
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

/**
 * What the actor would have corrected alone within 24 hours: else many small ones would do what a large one may
 * not. Over all wallets; in each of them, what was given and taken back is offset.
 */
function movedAlone({ actor, intent }: Command<"correct_balance">, state: State): Pesewas {
  const since = hoursBefore(state.now, limits.correction_window_h);
  const ofWallet = new Map([[intent.user, intent.amount]]);
  for (const { wallet, amount, recorded_at } of state.corrections.get(actor) ?? [])
    if (recorded_at > since) ofWallet.set(wallet, (ofWallet.get(wallet) ?? 0) + amount);
  return [...ofWallet.values()].reduce((sum, amount) => sum + Math.abs(amount), 0);
}

/** Lowering the limit, or setting one, an admin may do alone: it only makes more corrections take two. */
export const changeCorrectionLimit: Decider<"change_correction_limit"> = {
  needs: (command) => ({ accounts: [...askerOf(command.intent), ...actorOf(command)] }),
  checks: (command, state) => {
    const { limit, seen, requested_by } = command.intent;
    const before = state.notice.correction_limit;
    const isLooser = before !== null && (limit === null || limit > before);
    return [
      ...isAdmin(command, state),
      ["changed_meanwhile", () => seen !== undefined && seen !== before],
      ["unchanged", () => limit === before],
      ["amount_invalid", () => limit !== null && (!Number.isSafeInteger(limit) || limit <= 0)],
      [
        "second_admin_needed",
        () => (isLooser || requested_by !== undefined) && !hasSecondAdmin(command, requested_by, state),
      ],
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

function isGone(account: Account | undefined, amount: Pesewas): boolean {
  return !account || (account.deleted && amount > 0);
}

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
