/** All commands of the ledger. */
import type { CommandFields, CommandOf } from "#ledger/core/checks.ts";
import type { ApprovalIntents } from "../approvals/commands.ts";
import type { OwnIntents } from "../approvals/own-commands.ts";

export interface Intents extends OwnIntents, ApprovalIntents {}

export type CommandType = keyof Intents;

export type Command<T extends CommandType = CommandType> = CommandOf<Intents, T>;

/** A command whose type is only known to the caller. */
export function makeCommand<T extends CommandType>(fields: CommandFields<T, Intents[T]>): Command {
  // The type parameter pairs type and intent; TypeScript cannot distribute it over the union.
  return fields as unknown as Command;
}
