import { idOfStream } from "#ledger/terms/streams.ts";
import type { EventOf } from "../events.ts";
import type { PendingRequest, State } from "../state.ts";
import type { Changes } from "./changes.ts";

export function requestApproval(state: State, event: EventOf<"approval_requested">, changes: Changes): void {
  const { version, position } = event;
  const id = idOfStream(event.stream);
  state.approvals.set(id, {
    id,
    request: event.data,
    requested_by: event.actor,
    requested_at: event.recorded_at,
    status: "pending",
    decided_by: null,
    decided_at: null,
    version,
    position,
  });
  keepPending(state, event.actor, (others) => [...others, { id, request: event.data }]);
  changes.approvals.add(id);
}

export function decideApproval(
  state: State,
  event: EventOf<"approval_granted" | "approval_declined">,
  changes: Changes,
): void {
  const { version, position } = event;
  const id = idOfStream(event.stream);
  const before = state.approvals.peek(id);
  if (!before) return;
  state.approvals.set(id, {
    ...before,
    status: event.type === "approval_granted" ? "approved" : "declined",
    decided_by: event.actor,
    decided_at: event.recorded_at,
    version,
    position,
  });
  keepPending(state, before.requested_by, (all) => all.filter((one) => one.id !== id));
  changes.approvals.add(id);
}

function keepPending(
  { requests }: State,
  actor: string,
  change: (before: PendingRequest[]) => PendingRequest[],
): void {
  if (requests.has(actor)) requests.set(actor, change(requests.get(actor) ?? []));
}
