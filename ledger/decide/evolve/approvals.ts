import { idOfStream } from "#ledger/terms/streams.ts";
import type { EventOf } from "../events.ts";
import type { State } from "../state.ts";
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
  changes.approvals.add(id);
}
