import type { ApprovalRecord, ApprovalsAnswer } from "#contract/approvals.ts";
import { getQuery } from "../lib/get-query.ts";

/** The feed also announces changes, but only as a hint that may be lost. */
const look_again_ms = 60_000;

/** Changes that wait for a second admin, and recent decisions. */
export const approvalsQuery = getQuery<ApprovalsAnswer>(["admin", "approvals"], "/approval", {
  refetchInterval: look_again_ms,
  meta: { approvals: true, outdatedBy: (event) => event.event === "noticeUpdated" },
});

/** The pending request to approve this top-up. */
export function topupApproval(
  approvals: ApprovalsAnswer | undefined,
  rechargeId: string,
): ApprovalRecord | undefined {
  return waitingIn(approvals).find((approval) => approval.rechargeId === rechargeId);
}

/** Whether it makes or stops an admin. */
export function isAboutRights({ kind }: ApprovalRecord): boolean {
  return kind === "admin" || kind === "admin status" || kind === "admin deletion";
}

export function waitingIn(approvals: ApprovalsAnswer | undefined): ApprovalRecord[] {
  return approvals?.items.filter(({ status }) => status === "pending") ?? [];
}
