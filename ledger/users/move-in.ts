/** Users and their balances from the shop that came before this one. */
import type { Pesewas } from "#contract/terms/money.ts";
import type { Level } from "#contract/terms/statuses.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { settingsStream, userStream, walletStream } from "#contract/terms/streams.ts";
import { type Deciders, isAdmin, needsActor } from "#ledger/core/checks.ts";
import type { ApprovableMoveInIntents } from "#ledger/core/rows/settings.ts";
import { system } from "#ledger/core/rows/users.ts";

export interface MoveInIntents extends ApprovableMoveInIntents {
  /** Only the shop itself, after start_move_in. `amount`: what the wallet held in the other shop. */
  move_in_user: { user: string; level: Level; amount: Pesewas; move_in: string };
}

export const moveInCommands: Deciders<MoveInIntents> = {
  /** The act of the owner at the command line, or of an admin; users and products follow as commands of the shop. */
  start_move_in: {
    needs: needsActor,
    checks: isAdmin,
    // It makes as many users and as much money as the files say, so no limit is looked at.
    takesTwo: () => true,
    events: ({ intent }) => [{ type: "move_in_started", stream: settingsStream, data: intent }],
  },
  /** One command, so that nobody is registered without their balance, or gets it twice. */
  move_in_user: {
    needs: ({ intent }) => ({ accounts: [intent.user], wallets: [intent.user] }),
    checks: ({ intent, actor }, state) => [
      ["admin_only", () => actor !== system],
      ["user_exists", () => state.accounts.get(intent.user) !== undefined],
      ["level_not_grantable", () => intent.level === "Admin"],
      ["amount_invalid", () => !Number.isSafeInteger(intent.amount) || intent.amount < 0],
      ["amount_too_large", () => intent.amount > officeLimits.opening_balance_max],
    ],
    events: ({ intent: { user, level, amount, move_in } }) => [
      { type: "user_registered", stream: userStream(user), data: { level } },
      { type: "wallet_opened", stream: walletStream(user), data: {} },
      ...(amount === 0
        ? []
        : [
            {
              type: "wallet_moved_in",
              stream: walletStream(user),
              data: { move_in },
              movement: { wallet: user, counterparty: "opening", amount },
            } as const,
          ]),
    ],
  },
};
