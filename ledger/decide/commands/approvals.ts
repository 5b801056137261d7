/** What one admin asked for: another one grants it, or any admin declines it. */
import { approvalStream } from "#ledger/terms/streams.ts";
import { actorOf, type Check, type Decider, isAdmin, isSecondAdmin } from "../checks.ts";
import type { Command } from "../command.ts";
import type { ApprovalRequest, Draft } from "../events.ts";
import type { Approval, Needs, State } from "../state.ts";
import { correction, correctionChecks, correctionNeeds, limitChange, limitChecks } from "./corrections.ts";

/** Granting it carries it out, unless the ledger would now refuse it to two admins together. */
export const grantApproval: Decider<"grant_approval"> = {
  needs: (command, state) => {
    const approval = state.approvals.peek(command.intent.approval);
    const own = approval ? requestNeeds(approval.request) : {};
    const asker = approval ? [approval.requested_by] : [];
    return {
      ...own,
      approvals: [command.intent.approval],
      accounts: [...(own.accounts ?? []), ...asker, ...actorOf(command)],
    };
  },
  checks: (command, state) => {
    const approval = state.approvals.get(command.intent.approval);
    return [
      ...isAdmin(command, state),
      ...mayBeDecided(approval),
      ...(approval ? requestChecks(approval.request, state) : []),
      ["second_admin_needed", () => !!approval && !isSecondAdmin(command, approval.requested_by, state)],
    ];
  },
  events: (command, state) => {
    const { approval: id } = command.intent;
    const approval = state.approvals.get(id);
    if (!approval) throw new Error(`events of an unknown approval ${id}`);
    return [{ type: "approval_granted", stream: approvalStream(id), data: {} }, requested(approval, state)];
  },
};

/** Any admin may decline it. The admin who asked withdraws it this way. */
export const declineApproval: Decider<"decline_approval"> = {
  needs: (command) => ({ approvals: [command.intent.approval], accounts: actorOf(command) }),
  checks: (command: Command<"decline_approval">, state) => [
    ...isAdmin(command, state),
    ...mayBeDecided(state.approvals.get(command.intent.approval)),
  ],
  events: ({ intent }) => [{ type: "approval_declined", stream: approvalStream(intent.approval), data: {} }],
};

function mayBeDecided(approval: Approval | undefined): Check[] {
  return [
    ["approval_unknown", () => !approval],
    ["approval_decided", () => !!approval && approval.status !== "pending" && { status: approval.status }],
  ];
}

function requestNeeds(request: ApprovalRequest): Needs {
  if (request.kind === "limit") return {};
  return { ...correctionNeeds(request), accounts: [request.user] };
}

function requestChecks(request: ApprovalRequest, state: State): Check[] {
  return request.kind === "limit" ? limitChecks(request.limit, state) : correctionChecks(request, state);
}

function requested({ request, requested_by }: Approval, state: State): Draft {
  return request.kind === "limit"
    ? limitChange(request.limit, state, requested_by)
    : correction(request, requested_by);
}
