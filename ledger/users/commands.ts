import { settingsStream, userStream, walletStream } from "#contract/terms/streams.ts";
import { type SignInHelp, signInHelpFields } from "#contract/terms/sign-in-help.ts";
import { type AdminWord, type Level, mayHaveApiKey } from "#contract/terms/statuses.ts";
import {
  actorOf,
  type Check,
  type CommandOf,
  type Deciders,
  hasHadTwoAdmins,
  isAdmin,
  mayAct,
  needsActor,
} from "#ledger/core/checks.ts";
import { type Account, type ApprovableUserIntents, isActiveAdmin, system } from "#ledger/core/rows/users.ts";
import type { State } from "#ledger/core/state.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import type { ApprovableMoveInIntents } from "#ledger/core/rows/settings.ts";

export interface UserIntents extends ApprovableUserIntents {
  register_user: { user: string; level: Level };
  open_wallet: { user: string };
  change_profile: { user: string; fields: string[] };
  /** An admin gives a user who cannot sign in a way to a new password. */
  help_sign_in: { user: string; way: SignInHelp };
  end_sessions: { user: string; session: string | null; except?: string };
  replace_api_key: { user: string };
}

export const userCommands: Deciders<UserIntents> = {
  register_user: {
    needs: ({ intent }) => ({ accounts: [intent.user], wallets: [intent.user] }),
    checks: ({ intent, actor }, state) => [
      ["user_exists", () => state.accounts.get(intent.user) !== undefined],
      ["level_not_grantable", () => intent.level === "Admin" && actor !== system],
    ],
    events: ({ intent }) => [
      { type: "user_registered", stream: userStream(intent.user), data: { level: intent.level } },
      { type: "wallet_opened", stream: walletStream(intent.user), data: {} },
    ],
  },
  open_wallet: {
    needs: (command) => ({
      accounts: [command.intent.user, ...actorOf(command)],
      wallets: [command.intent.user],
    }),
    checks: (command, state) => [
      ...isAdmin(command, state),
      ["user_unknown", () => !existing(state, command.intent.user)],
      ["wallet_open", () => state.wallets.get(command.intent.user) !== undefined],
    ],
    events: ({ intent }) => [{ type: "wallet_opened", stream: walletStream(intent.user), data: {} }],
  },
  change_level: {
    needs: needsUser,
    checks: (command, state) => {
      const user = existing(state, command.intent.user);
      const { level, seen, makesAdmin } = command.intent;
      return [
        ...mayChangeUser(command, state),
        ["level_not_grantable", () => level === "Admin" && command.actor !== system && makesAdmin !== true],
        ["last_admin", () => user?.level === "Admin" && level !== "Admin" && isLastAdmin(user, state)],
        ["changed_meanwhile", () => seen !== undefined && !!user && user.level !== seen],
        ["unchanged", () => user?.level === level],
        noOtherAdmin(command, state, level === "Admin" ? "make" : "demote"),
      ];
    },
    takesTwo: isAboutAdmin,
    events: ({ intent }, state) => [
      // Whoever has a session of the user must not become an admin unnoticed: the user signs in again.
      ...(intent.makesAdmin === true
        ? [{ type: "sessions_ended", stream: userStream(intent.user), data: { session: null } } as const]
        : []),
      {
        type: "user_level_changed",
        stream: userStream(intent.user),
        data: { before: known(state, intent.user).level, after: intent.level },
      },
    ],
  },
  change_status: {
    needs: needsUser,
    checks: (command, state) => {
      const user = existing(state, command.intent.user);
      const { status, seen } = command.intent;
      return [
        ...mayChangeUser(command, state),
        ["last_admin", () => status === "Banned" && isLastAdmin(user, state)],
        ["changed_meanwhile", () => seen !== undefined && !!user && user.status !== seen],
        ["unchanged", () => user?.status === status],
        noOtherAdmin(command, state, status === "Banned" ? "ban" : "unban"),
      ];
    },
    takesTwo: isAboutAdmin,
    events: ({ intent }, state) => [
      {
        type: "user_status_changed",
        stream: userStream(intent.user),
        data: { before: known(state, intent.user).status, after: intent.status },
      },
    ],
  },
  delete_user: {
    needs: (command) => ({
      ...needsUser(command),
      wallets: [command.intent.user],
      open: [command.intent.user],
    }),
    checks: (command, state) => {
      const balance = state.wallets.get(command.intent.user)?.balance ?? 0;
      const open = state.open.get(command.intent.user) ?? 0;
      return [
        ...mayChangeUser(command, state),
        ["last_admin", () => isLastAdmin(existing(state, command.intent.user), state)],
        noOtherAdmin(command, state, "delete"),
        // Their refunds and top-ups could still move money into the wallet.
        ["business_open", () => open > 0 && { open }],
        ["wallet_not_empty", () => balance > 0 && { balance }],
      ];
    },
    takesTwo: isAboutAdmin,
    events: ({ intent }) => [{ type: "user_deleted", stream: userStream(intent.user), data: {} }],
  },
  change_profile: {
    needs: needsUser,
    checks: (command, state) => [
      ...ownOrAdmin(command, state),
      ["unchanged", () => command.intent.fields.length === 0],
    ],
    events: ({ intent }) => [
      { type: "user_profile_changed", stream: userStream(intent.user), data: { fields: intent.fields } },
    ],
  },
  /** Never for an admin: whoever gets an admin's account gets the shop. They have the command line. */
  help_sign_in: {
    needs: needsUser,
    checks: (command, state) => [
      ...mayChangeUser(command, state),
      ["account_of_admin", () => existing(state, command.intent.user)?.level === "Admin"],
    ],
    events: ({ intent: { user, way } }) => [
      { type: "user_profile_changed", stream: userStream(user), data: { fields: [signInHelpFields[way]] } },
    ],
  },
  end_sessions: {
    needs: needsUser,
    // Everybody may sign out, also a banned or deleted user, so only the user's existence is checked.
    checks: (command, state) =>
      command.actor === command.intent.user
        ? [["user_unknown", () => !state.accounts.get(command.intent.user)]]
        : [...isAdmin(command, state), ["user_unknown", () => !existing(state, command.intent.user)]],
    events: ({ intent: { user, session, except } }) => [
      {
        type: "sessions_ended",
        stream: userStream(user),
        data: { session, ...(except === undefined ? {} : { except }) },
      },
    ],
  },
  /** Only its owner: whoever replaces a key sees the new one. */
  replace_api_key: {
    needs: needsUser,
    checks: (command, state) => {
      const user = existing(state, command.intent.user);
      return [
        ...mayAct(command, state),
        ["user_unknown", () => !user],
        ["agents_only", () => command.actor !== command.intent.user || !user || !mayHaveApiKey(user.level)],
      ];
    },
    events: ({ intent }) => [{ type: "api_key_replaced", stream: userStream(intent.user), data: {} }],
  },
};

type AboutUser = CommandOf<UserIntents, Exclude<keyof UserIntents, "register_user" | "open_wallet">>;

function needsUser(command: AboutUser) {
  return { accounts: [command.intent.user, ...actorOf(command)] };
}

function mayChangeUser(command: AboutUser, state: State): Check[] {
  return [
    ...isAdmin(command, state),
    ["user_unknown", () => !existing(state, command.intent.user)],
    ["own_account", () => command.actor === command.intent.user],
  ];
}

type AboutAdmin = CommandOf<UserIntents, "change_level" | "change_status" | "delete_user">;

/** One admin neither makes an admin nor stops another one, also not by a ban. A banned admin is one again after it. */
function isAboutAdmin(command: AboutAdmin, state: State): boolean {
  if (command.type === "change_level" && command.intent.level === "Admin") return true;
  return existing(state, command.intent.user)?.level === "Admin";
}

/** A request that nobody can approve would wait in vain: the refusal names the command for the command line instead. */
function noOtherAdmin(command: AboutAdmin, state: State, word: AdminWord): Check {
  return [
    "no_other_admin",
    () =>
      command.actor !== system &&
      hasHadTwoAdmins(state) &&
      isAboutAdmin(command, state) &&
      !hasOtherAdmin(command, state) && { command: word },
  ];
}

/** Whether an admin can act who is neither the actor nor the user. */
function hasOtherAdmin({ actor, intent: { user } }: AboutAdmin, state: State): boolean {
  const concerned = [...new Set([actor, user])].filter((one) => {
    const account = existing(state, one);
    return account !== undefined && isActiveAdmin(account);
  });
  return state.admins > concerned.length;
}

function ownOrAdmin(command: AboutUser, state: State): Check[] {
  const own = command.actor === command.intent.user;
  return [
    ...(own ? mayAct(command, state) : isAdmin(command, state)),
    ["user_unknown", () => !existing(state, command.intent.user)],
  ];
}

function existing(state: State, user: string): Account | undefined {
  const account = state.accounts.get(user);
  return account?.deleted ? undefined : account;
}

function known(state: State, user: string): Account {
  const account = existing(state, user);
  if (!account) throw new Error(`events of an unknown user ${user}`);
  return account;
}

function isLastAdmin(user: Account | undefined, state: State): boolean {
  return user !== undefined && isActiveAdmin(user) && state.admins <= 1;
}

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
