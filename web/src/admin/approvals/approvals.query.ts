import { queryOptions } from "@tanstack/react-query";
import type { ApprovalRecord, ApprovalsAnswer } from "#api/contract/approvals.ts";
import { get } from "../../lib/api.ts";

/** The feed tells, but only as a hint, which may be lost. */
const look_again_ms = 60_000;

/** What waits for a second admin, and what was decided last. */
export const approvalsQuery = queryOptions({
  queryKey: ["admin", "approvals"],
  queryFn: ({ signal }) => get<ApprovalsAnswer>("/approval", signal),
  refetchInterval: look_again_ms,
  meta: { approvals: true, outdatedBy: (event) => event.event === "noticeUpdated" },
});

export function waitingIn(approvals: ApprovalsAnswer | undefined): ApprovalRecord[] {
  return approvals?.items.filter(({ status }) => status === "pending") ?? [];
}
