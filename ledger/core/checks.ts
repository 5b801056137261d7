/** The form of a command and of its rules, and the rules that several commands share. */
import type { Rejection, RejectionCode } from "#contract/terms/rejections.ts";
import type { Draft } from "./events.ts";
import type { OrderDetail } from "./rows/orders.ts";
import { system } from "./rows/users.ts";
import type { Wallet } from "./rows/wallets.ts";
import type { Needs, State } from "./state.ts";

/** What every command has. Time, ids and actor arrive in it: deciding reads no clock and no random number. */
export interface CommandFields<T = unknown, Intent = unknown> {
  type: T;
  intent: Intent;
  /** UUID; the same id is always the same command. */
  id: string;
  /** Keyed hash of the body, 32 hex digits. */
  fingerprint: string;
  /** A user's id, or "system" for the shop's own commands. */
  actor: string;
}

/** A command of one of these types. */
export type CommandOf<Intents, T extends keyof Intents = keyof Intents> = {
  [K in T]: CommandFields<K, Intents[K]>;
}[T];

type Details = Omit<Rejection, "code">;

/** A reason to refuse, and whether it applies: false, true, or true with what the message needs to know. */
export type Check = readonly [RejectionCode, () => boolean | Details];

export interface Decider<Command extends CommandFields> {
  needs(command: Command, state: State): Needs;
  /** What the checks and the events both ask for: they get it as `found`. */
  find?(command: Command, state: State): unknown;
  /** In order of precedence; later checks may rely on earlier ones having passed. */
  checks(command: Command, state: State, found: never): Check[];
  /** Whether one admin may not do it alone, if the shop has had two. Asked only if no check applies. */
  takesTwo?(command: Command, state: State): boolean;
  events(command: Command, state: State, found: never): Draft[];
  details?(command: Command, state: State): OrderDetail[];
}

/** The rules of the commands with these intents. */
export type Deciders<Intents> = { [T in keyof Intents]: Decider<CommandOf<Intents, T>> };

/** A command's rules on a state. */
export function rulesOn<Command extends CommandFields>(
  decider: Decider<Command>,
  command: Command,
  state: State,
): { checks: Check[]; events: () => Draft[] } {
  // Its type is known in the decider only.
  const found = decider.find?.(command, state) as never;
  return {
    checks: decider.checks(command, state, found),
    events: () => decider.events(command, state, found),
  };
}

/** The actor exists and may act at all. */
export function mayAct(command: CommandFields, state: State): Check[] {
  if (command.actor === system) return [];
  const actor = state.accounts.get(command.actor);
  return [
    ["actor_unknown", () => !actor],
    ["actor_deleted", () => !!actor?.deleted],
    ["actor_banned", () => actor?.status === "Banned"],
  ];
}

/** The actor may act, and is an admin. */
export function isAdmin(command: CommandFields, state: State): Check[] {
  return [
    ...mayAct(command, state),
    ["admin_only", () => command.actor !== system && state.accounts.get(command.actor)?.level !== "Admin"],
  ];
}

/** From then on some acts take two admins, even if only one is left: otherwise the first could ban the second. */
export function hasHadTwoAdmins(state: State): boolean {
  return state.admins_ever.size >= 2;
}

/** The shop asks for two admins: one of its limits is set. */
export function hasLimit({ settings }: State): boolean {
  return settings.correction_limit !== null || settings.topup_limit !== null;
}

/** Whether the actor is another admin than the one who asked, and both may act now. */
export function isSecondAdmin(command: CommandFields, requestedBy: string, state: State): boolean {
  if (command.actor === system) return true;
  if (requestedBy === command.actor) return false;
  const asker = state.accounts.get(requestedBy);
  return asker !== undefined && asker.level === "Admin" && asker.status === "Active" && !asker.deleted;
}

/** The actor's account, if the actor is a user. */
export function actorOf(command: CommandFields): string[] {
  return command.actor === system ? [] : [command.actor];
}

/** The needs of a command whose decision reads no other row. */
export function needsActor(command: CommandFields): Needs {
  return { accounts: actorOf(command) };
}

/** The actor's own wallet; the shop itself has none. */
export function ownWallet(command: CommandFields, state: State): Wallet | undefined {
  return command.actor === system ? undefined : state.wallets.get(command.actor);
}
