import { limits } from "#ledger/terms/limits.ts";
import { actorOf, type Decider, isAdmin } from "../checks.ts";
import type { Entry } from "../state.ts";

/** An admin credits or debits a wallet, with a reason; where it names a movement, within that movement. */
export const correctBalance: Decider<"correct_balance"> = {
  needs: (command) => ({
    accounts: [command.intent.user, ...actorOf(command)],
    wallets: [command.intent.user],
    entries: command.intent.corrects === null ? [] : [command.intent.corrects],
  }),
  checks: (command, state) => {
    const { user, amount, corrects } = command.intent;
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
    ];
  },
  events: ({ intent }) => [
    {
      type: "wallet_corrected",
      stream: `wallet/${intent.user}`,
      data: { reason: intent.reason, corrects: intent.corrects },
      movement: { wallet: intent.user, counterparty: "corrections", amount: intent.amount },
    },
  ],
};

/** After it, what remains of the movement still lies between nothing and all of it. */
function staysWithin(entry: Entry, amount: number): boolean {
  const remains = entry.amount + entry.reversed + amount;
  return entry.amount > 0 ? remains >= 0 && remains <= entry.amount : remains <= 0 && remains >= entry.amount;
}
