/** The form of a command's rules, and the rules that several commands share. */
import type { Rejection, RejectionCode } from "#ledger/terms/rejections.ts";
import type { Command, CommandType, Intents, OrderDetail } from "./command.ts";
import type { Draft } from "./events.ts";
import type { Needs, State, Wallet } from "./state.ts";

type Details = Omit<Rejection, "code">;

/** A reason to refuse, and whether it applies: false, true, or true with what the message needs to know. */
export type Check = readonly [RejectionCode, () => boolean | Details];

export interface Decider<T extends CommandType> {
  needs(command: Command<T>, state: State): Needs;
  /** In order of precedence; later checks may rely on earlier ones having passed. */
  checks(command: Command<T>, state: State): Check[];
  /** Whether one admin may not do it alone, if the shop has had two. Asked only if no check applies. */
  takesTwo?(command: Command<T>, state: State): boolean;
  events(command: Command<T>, state: State): Draft[];
  details?(command: Command<T>, state: State): OrderDetail[];
}

/** The rules of these commands. */
export type Deciders<I extends Partial<Intents>> = { [T in keyof I & CommandType]: Decider<T> };

export const system = "system";

/** The actor exists and may act at all. */
export function mayAct(command: Command, state: State): Check[] {
  if (command.actor === system) return [];
  const actor = state.accounts.get(command.actor);
  return [
    ["actor_unknown", () => !actor],
    ["actor_deleted", () => !!actor?.deleted],
    ["actor_banned", () => actor?.status === "Banned"],
  ];
}

/** The actor may act, and is an admin. */
export function isAdmin(command: Command, state: State): Check[] {
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
export function isSecondAdmin(command: Command, requestedBy: string, state: State): boolean {
  if (command.actor === system) return true;
  if (requestedBy === command.actor) return false;
  const asker = state.accounts.get(requestedBy);
  return asker !== undefined && asker.level === "Admin" && asker.status === "Active" && !asker.deleted;
}

/** The actor's account, if the actor is a user. */
export function actorOf(command: Command): string[] {
  return command.actor === system ? [] : [command.actor];
}

/** The actor's own wallet; the shop itself has none. */
export function ownWallet(command: Command, state: State): Wallet | undefined {
  return command.actor === system ? undefined : state.wallets.get(command.actor);
}
