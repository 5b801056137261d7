/** What an admin asks for that takes a second one. */
import type { ApprovalKind } from "#contract/terms/statuses.ts";
import { approvalStream } from "#contract/terms/streams.ts";
import { type Decider, hasHadTwoAdmins } from "#ledger/core/checks.ts";
import type { Command, CommandType } from "./command.ts";
import type { Draft } from "#ledger/core/events.ts";
import { approvableCommands, type ApprovalRequest } from "#ledger/core/rows/approvals.ts";
import { factsOf } from "#ledger/core/rows/products.ts";
import { system } from "#ledger/core/rows/users.ts";
import type { State } from "#ledger/core/state.ts";

const kindOf = new Map<CommandType, ApprovalKind>(
  Object.entries(approvableCommands).map(([kind, type]) => [type, kind as ApprovalKind]),
);

export function takesTwoAdmins(decider: Decider<Command>, command: Command, state: State): boolean {
  if (decider.takesTwo === undefined || command.actor === system || !hasHadTwoAdmins(state)) return false;
  return decider.takesTwo(command, state);
}

/** A command is submitted once under its id, so its request for approval has the same id. */
export function approvalRequest(command: Command, state: State): Draft {
  return {
    type: "approval_requested",
    stream: approvalStream(command.id),
    data: requestOf(command, state),
  };
}

/** With the present values, so that nothing else is approved than what the second admin sees. */
export function requestOf(command: Command, state: State): ApprovalRequest {
  const kind = kindOf.get(command.type);
  if (kind === undefined) throw new Error(`${command.type} never takes two admins`);
  return { kind, ...command.intent, ...present(command, state) } as ApprovalRequest;
}

function present({ type, intent }: Command, { settings, products, accounts }: State): object {
  switch (type) {
    case "change_correction_limit":
      return { seen: settings.correction_limit };
    case "change_topup_limit":
      return { seen: settings.topup_limit };
    case "change_level":
      return { seen: accounts.peek(intent.user)?.level };
    case "change_status":
      return { seen: accounts.peek(intent.user)?.status };
    case "change_payment_details": {
      const { momo_phone_number, momo_account_name } = settings;
      return { seen: { momo_phone_number, momo_account_name } };
    }
    case "change_product": {
      const product = products.get(intent.product);
      return product ? { seen: product.position, before: factsOf(product) } : {};
    }
    default:
      return {};
  }
}
