import { numberOfStream } from "#ledger/terms/streams.ts";
import type { EventOf } from "../events.ts";
import { addOpenTopup, type State, type Topup } from "../state.ts";
import type { Changes } from "./changes.ts";

export function requestTopup(state: State, event: EventOf<"topup_requested">, changes: Changes): void {
  const { version, position, recorded_at } = event;
  const id = numberOfStream(event.stream);
  const topup: Topup = {
    id,
    ...event.data,
    status: "pending",
    reason: null,
    credited_at: null,
    payment: null,
    created_at: recorded_at,
    action_at: null,
    hidden: false,
    version,
    position,
  };
  state.topups.set(id, topup);
  changes.topups.add(id);
  changes.request(topup, "pending", 1, position);
  addOpenTopup(state, topup, 1);
}

export function decideTopup(
  state: State,
  event: EventOf<"topup_approved" | "topup_declined">,
  changes: Changes,
): void {
  const { version, position, recorded_at } = event;
  const id = numberOfStream(event.stream);
  const before = state.topups.peek(id);
  if (!before) return;
  const isApproved = event.type === "topup_approved";
  const reason = event.type === "topup_declined" ? (event.data.reason ?? null) : null;
  const after: Topup = {
    ...before,
    status: isApproved ? "approved" : "declined",
    reason,
    credited_at: isApproved ? position : null,
    payment: event.type === "topup_approved" ? (event.data.payment ?? null) : null,
    action_at: recorded_at,
    version,
    position,
  };
  changes.request(before, before.status, -1, position);
  changes.request(after, after.status, 1, position);
  addOpenTopup(state, after, -1);
  state.topups.set(id, after);
  changes.topups.add(id);
}

/** What is accepted is told by the approval that follows. */
export function acceptDuplicate(state: State, event: EventOf<"duplicate_accepted">, changes: Changes): void {
  const { version, position } = event;
  const id = numberOfStream(event.stream);
  const before = state.topups.peek(id);
  if (!before) return;
  state.topups.set(id, { ...before, version, position });
  changes.topups.add(id);
}

export function removeTopup(state: State, event: EventOf<"topup_removed">, changes: Changes): void {
  const { version, position } = event;
  const id = numberOfStream(event.stream);
  const before = state.topups.peek(id);
  if (!before) return;
  const after: Topup = { ...before, hidden: true, version, position };
  changes.request(after, `removed ${after.status}`, 1, position);
  state.topups.set(id, after);
  changes.topups.add(id);
}
