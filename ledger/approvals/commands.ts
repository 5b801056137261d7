/** What one admin asked for: another one grants it, or any admin declines it. */
import { approvalStream } from "#contract/terms/streams.ts";
import {
  actorOf,
  type Check,
  type CommandOf,
  type Decider,
  type Deciders,
  isAdmin,
  isSecondAdmin,
  rulesOn,
} from "#ledger/core/checks.ts";
import type { Draft } from "#ledger/core/events.ts";
import { type Approval, approvableCommands } from "#ledger/core/rows/approvals.ts";
import { ownCommands, type OwnIntents } from "./own-commands.ts";

export interface ApprovalIntents {
  grant_approval: { approval: string };
  decline_approval: { approval: string };
}

export const approvalCommands: Deciders<ApprovalIntents> = {
  /** Granting it carries it out, unless the ledger would now refuse it to the admin who grants it. */
  grant_approval: {
    needs: (command, state) => {
      const approval = state.approvals.peek(command.intent.approval);
      const approvals = [command.intent.approval];
      if (!approval) return { approvals, accounts: actorOf(command) };
      const { decider, inner } = requested(approval, command);
      const { accounts = [], ...own } = decider.needs(inner, state);
      return { ...own, approvals, accounts: [...accounts, approval.requested_by, ...actorOf(command)] };
    },
    find: (command, state) => {
      const approval = state.approvals.get(command.intent.approval);
      if (!approval) return undefined;
      const { decider, inner } = requested(approval, command);
      return { approval, rules: rulesOn(decider, inner, state) };
    },
    checks: (command, state, found: Granted | undefined) => {
      const admin = isAdmin(command, state);
      if (!found) return [...admin, ["approval_unknown", () => true]];
      const { approval, rules } = found;
      return [
        ...admin,
        ...mayBeDecided(approval),
        // They begin with the same checks of the actor.
        ...rules.checks.slice(admin.length),
        ["second_admin_needed", () => !isSecondAdmin(command, approval.requested_by, state)],
      ];
    },
    events: ({ intent: { approval: id } }, _, found: Granted | undefined) => {
      if (!found) throw new Error(`events of an unknown approval ${id}`);
      const { approval, rules } = found;
      return [
        { type: "approval_granted", stream: approvalStream(id), data: {} },
        ...rules
          .events()
          .map((draft) =>
            draft.type === "sessions_ended" ? draft : requestedBy(draft, approval.requested_by),
          ),
      ];
    },
  },
  /** Any admin may decline it, except for one whose own rights it is about. The admin who asked withdraws it this way. */
  decline_approval: {
    needs: (command) => ({ approvals: [command.intent.approval], accounts: actorOf(command) }),
    checks: (command, state) => [
      ...isAdmin(command, state),
      ...mayBeDecided(state.approvals.get(command.intent.approval)),
      ["own_account", () => isAboutAdmin(state.approvals.get(command.intent.approval), command.actor)],
    ],
    events: ({ intent }) => [
      { type: "approval_declined", stream: approvalStream(intent.approval), data: {} },
    ],
  },
};

interface Granted {
  approval: Approval;
  rules: ReturnType<typeof rulesOn>;
}

/** Otherwise an admin who misuses their rights could keep them by declining every request to take them away. */
function isAboutAdmin(approval: Approval | undefined, user: string): boolean {
  if (!approval) return false;
  const { request } = approval;
  const isOfRights =
    request.kind === "admin" || request.kind === "admin status" || request.kind === "admin deletion";
  return isOfRights && request.user === user;
}

function mayBeDecided(approval: Approval | undefined): Check[] {
  return [
    ["approval_unknown", () => !approval],
    ["approval_decided", () => !!approval && approval.status !== "pending" && { status: approval.status }],
  ];
}

/** The command that a request stands for, as if the actor had sent it. */
function requested(
  { request: { kind, before: _, ...intent } }: Approval,
  command: CommandOf<ApprovalIntents>,
) {
  const inner = { ...command, type: approvableCommands[kind], intent } as CommandOf<OwnIntents>;
  // The map pairs each type with its own decider; TypeScript cannot follow that through a lookup.
  const decider = ownCommands[inner.type] as unknown as Decider<typeof inner>;
  return { decider, inner };
}

/** Every event of what takes two admins names the one who asked. */
function requestedBy(draft: Draft, requested_by: string): Draft {
  return { ...draft, data: { ...draft.data, requested_by } } as Draft;
}
