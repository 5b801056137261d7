/** Corrections of wallets by admins. */
import { hoursBefore } from "#contract/terms/dates.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import { walletStream } from "#contract/terms/streams.ts";
import { actorOf, type CommandOf, type Deciders, isAdmin } from "#ledger/core/checks.ts";
import { correctedBy } from "#ledger/core/evolve/movements.ts";
import type { Account } from "#ledger/core/rows/users.ts";
import type { CorrectionIntents, Entry } from "#ledger/core/rows/wallets.ts";
import type { State } from "#ledger/core/state.ts";

export const correctionCommands: Deciders<CorrectionIntents> = {
  /** An admin credits or debits a wallet, with a reason. If it names a movement, it stays within that movement. */
  correct_balance: {
    needs: (command) => ({
      wallets: [command.intent.user],
      entries: command.intent.corrects === null ? [] : [command.intent.corrects],
      accounts: [command.intent.user, ...actorOf(command)],
      alone: actorOf(command),
    }),
    checks: (command, state) => {
      const { user, amount, corrects } = command.intent;
      const balance = state.wallets.get(user)?.balance;
      const entry = corrects === null ? undefined : state.entries.get(corrects);
      return [
        ...isAdmin(command, state),
        // A deleted user's wallet may still be debited by what was credited by mistake.
        ["user_unknown", () => isGone(state.accounts.get(user), amount)],
        ["own_account", () => command.actor === user],
        ["wallet_unknown", () => balance === undefined],
        ["entry_unknown", () => corrects !== null && !entry],
        ["entry_of_other_wallet", () => !!entry && entry.wallet !== user],
        ["amount_invalid", () => !Number.isSafeInteger(amount) || amount === 0],
        ["amount_too_large", () => Math.abs(amount) > officeLimits.correction_amount_max],
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
    },
    takesTwo: (command, state) => {
      const limit = state.settings.correction_limit;
      return limit !== null && Math.max(Math.abs(command.intent.amount), doneAlone(command, state)) > limit;
    },
    events: ({ intent: { user, amount, reason, corrects } }) => [
      {
        type: "wallet_corrected",
        stream: walletStream(user),
        data: { reason, corrects },
        movement: { wallet: user, counterparty: "corrections", amount },
      },
    ],
  },
};

/**
 * What the actor would have done alone within 24 hours, this command included: otherwise many small acts could do what a
 * large one may not. Over all wallets; within a wallet, what was given and taken offset each other.
 */
function doneAlone({ actor, intent }: CommandOf<CorrectionIntents>, state: State): Pesewas {
  const since = hoursBefore(state.now, officeLimits.correction_window_h);
  const ofWallet = new Map([[intent.user, intent.amount]]);
  for (const { wallet, amount, recorded_at } of state.alone.get(actor) ?? [])
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
