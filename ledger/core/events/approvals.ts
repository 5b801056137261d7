import { idOfStream } from "#contract/terms/streams.ts";
import type { Changes } from "../changes.ts";
import type { ApprovalRequest, PendingRequest } from "../rows/approvals.ts";
import type { State } from "../state.ts";
import { changeRow, eventsOf, type Happened, type NoData } from "./declare.ts";

type ApprovalEvent<Data> = Happened<"approval", Data>;

const ofApproval = eventsOf("approval");

export const approvalEvents = {
  approval_requested: ofApproval<ApprovalRequest>(requestApproval, { opens: true }),
  /** What was asked for follows it in the log, as an event of the same command. */
  approval_granted: ofApproval<NoData>(decideApproval("approved")),
  approval_declined: ofApproval<NoData>(decideApproval("declined")),
};

function requestApproval(state: State, event: ApprovalEvent<ApprovalRequest>, changes: Changes): void {
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

function decideApproval(status: "approved" | "declined") {
  return (state: State, event: ApprovalEvent<NoData>, changes: Changes): void => {
    const id = idOfStream(event.stream);
    changeRow(state, event, changes, (before) => {
      keepPending(state, before.requested_by, (all) => all.filter((one) => one.id !== id));
      return { status, decided_by: event.actor, decided_at: event.recorded_at };
    });
  };
}

function keepPending(
  { requests }: State,
  actor: string,
  change: (before: PendingRequest[]) => PendingRequest[],
): void {
  if (requests.has(actor)) requests.set(actor, change(requests.get(actor) ?? []));
}
