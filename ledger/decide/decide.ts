/** (command, state) -> events | rejection. Pure: the same command on the same state is always decided the same way. */
import type { Rejection } from "#contract/terms/rejections.ts";
import { type Decider, type Deciders, rulesOn } from "#ledger/core/checks.ts";
import type { Command, Intents } from "./command.ts";
import { approvalCommands } from "../approvals/commands.ts";
import { ownCommands } from "../approvals/own-commands.ts";
import type { Draft } from "#ledger/core/events.ts";
import type { OrderDetail } from "#ledger/core/rows/orders.ts";
import type { Needs, State } from "#ledger/core/state.ts";
import { grantDrafts, openRequestCheck, requestNeeds } from "./same-request.ts";
import { approvalRequest, takesTwoAdmins } from "./two-admins.ts";

export type Decision =
  | { rejection: Rejection }
  | { rejection?: undefined; drafts: Draft[]; details: OrderDetail[] };

export function decide(command: Command, state: State): Decision {
  const decider = deciderOf(command);
  const { checks, events } = rulesOf(command, state);
  for (const [code, applies] of checks) {
    const found = applies();
    if (found) return { rejection: found === true ? { code } : { code, ...found } };
  }
  if (takesTwoAdmins(decider, command, state))
    return { drafts: grantDrafts(command, state) ?? [approvalRequest(command, state)], details: [] };
  return {
    drafts: events(),
    details: decider.details?.(command, state) ?? [],
  };
}

/** The rows that deciding this command will read. */
export function needsOf(command: Command, state: State): Needs {
  return requestNeeds(deciderOf(command), command, state);
}

/** The command's reasons to refuse, in the order in which they are looked at, and its events if none applies. */
export function rulesOf(command: Command, state: State): ReturnType<typeof rulesOn> {
  const decider = deciderOf(command);
  const { checks, events } = rulesOn(decider, command, state);
  return { checks: [...checks, ...openRequestCheck(decider, command, state)], events };
}

const deciders: Deciders<Intents> = { ...ownCommands, ...approvalCommands };

function deciderOf(command: Command): Decider<Command> {
  // The map pairs each type with its own decider; TypeScript cannot follow that through a lookup.
  return deciders[command.type] as unknown as Decider<Command>;
}
