/** An admin asks for what already waits for a second admin. */
import type { ApprovalKind } from "#contract/terms/statuses.ts";
import { actorOf, type Check, type Decider, rulesOn } from "#ledger/core/checks.ts";
import type { Command } from "./command.ts";
import { approvalCommands } from "../approvals/commands.ts";
import type { Draft } from "#ledger/core/events.ts";
import type { ApprovalRequest, PendingRequest } from "#ledger/core/rows/approvals.ts";
import type { Package } from "#ledger/core/rows/products.ts";
import { sortedText } from "#ledger/core/same.ts";
import type { Needs, State } from "#ledger/core/state.ts";
import { requestOf, takesTwoAdmins } from "./two-admins.ts";

/**
 * Whether two equal requests are one change, so that a second admin who asks for it too grants the first request. Two
 * equal corrections are two movements of money.
 */
const isOneChange: Record<ApprovalKind, boolean> = {
  correction: false,
  limit: true,
  "topup limit": true,
  topup: true,
  product: true,
  "new product": true,
  "payment details": true,
  admin: true,
  "admin status": true,
  "admin deletion": true,
  payment: true,
  "move in": true,
  "rail balance": true,
  fulfilment: true,
  withdrawal: true,
  "paid withdrawal": true,
  "failed withdrawal": true,
};

/** The rows that this file reads, and those that the command itself does. */
export function requestNeeds(decider: Decider<Command>, command: Command, state: State): Needs {
  const needs = decider.needs(command, state);
  if (decider.takesTwo === undefined) return needs;
  const others = sameOfOthers(command, state);
  return {
    ...needs,
    accounts: [...(needs.accounts ?? []), ...others.map(({ by }) => by)],
    approvals: [...(needs.approvals ?? []), ...others.map(({ id }) => id)],
    requests: [...actorOf(command), ...state.admins_ever],
  };
}

/** An admin asks for the same once while it waits: a client without an Idempotency-Key repeats itself this way. */
export function openRequestCheck(decider: Decider<Command>, command: Command, state: State): Check[] {
  if (decider.takesTwo === undefined) return [];
  return [
    [
      "approval_open",
      () =>
        takesTwoAdmins(decider, command, state) &&
        sameOf(command.actor, command, state).length > 0 &&
        grantDrafts(command, state) === undefined,
    ],
  ];
}

/** The events of granting another admin's request for the same; undefined if there is none that this admin may grant. */
export function grantDrafts(command: Command, state: State): Draft[] | undefined {
  for (const { id: approval } of sameOfOthers(command, state)) {
    const grant: Command<"grant_approval"> = { ...command, type: "grant_approval", intent: { approval } };
    const { checks, events } = rulesOn(approvalCommands.grant_approval, grant, state);
    if (checks.every(([, applies]) => !applies())) return events();
  }
  return undefined;
}

/** The oldest first. */
function sameOfOthers(command: Command, state: State): (PendingRequest & { by: string })[] {
  if (!isOneChange[requestOf(command, state).kind]) return [];
  const others = [...state.admins_ever].filter((by) => by !== command.actor);
  const same = others.flatMap((by) => sameOf(by, command, state).map((one) => ({ ...one, by })));
  return same.sort((a, b) => positionOf(a, state) - positionOf(b, state));
}

function positionOf({ id }: PendingRequest, { approvals }: State): number {
  return approvals.peek(id)?.position ?? 0;
}

function sameOf(admin: string, command: Command, state: State): PendingRequest[] {
  // Not loaded: whoever became an admin in this batch asked for nothing before it.
  const open = state.requests.peek(admin) ?? [];
  if (open.length === 0) return [];
  const asked = textOf(requestOf(command, state));
  return open.filter(({ request }) => textOf(request) === asked);
}

/**
 * The same for requests for the same, whatever was there before it. The server makes up the ids of new products and packages,
 * so they say nothing.
 */
function textOf(request: ApprovalRequest): string {
  return sortedText({ ...withoutNewIds(request), seen: null, before: null });
}

function withoutNewIds(request: ApprovalRequest): object {
  // What one admin says about a top-up with the same MoMo transaction as another does not make it another top-up.
  if (request.kind === "topup") return { ...request, others: null, reason: null };
  if (!("facts" in request)) return request;
  const known = new Set(request.before?.packages.map(({ id }) => id));
  const packages = request.facts.packages.map((one: Package) =>
    known.has(one.id) ? one : { ...one, id: "" },
  );
  const product = request.kind === "new product" ? "" : request.product;
  return { ...request, product, facts: { ...request.facts, packages } };
}
