import type { ApprovalRecord, ApprovalsAnswer } from "#contract/approvals.ts";
import { getQuery } from "../lib/query-client.ts";
import { money, signedMoney } from "../lib/money.ts";

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

/** What an admin asks for; of a correction and of a top-up, without the name of the user. */
export function titleOf({ kind, amount, rechargeId, order, product, changes }: ApprovalRecord): string {
  switch (kind) {
    case "correction":
      return signedMoney(amount ?? 0);
    case "topup":
      return `Top-up ${rechargeId ?? ""}, ${money(amount ?? 0)}`;
    case "limit":
      return amount === null ? "No limit for corrections" : `Limit for corrections ${money(amount)}`;
    case "topup limit":
      return amount === null ? "No limit for top-ups" : `Limit for top-ups ${money(amount)}`;
    case "product":
      return `Change of ${product ?? ""}`;
    case "new product":
      return `New product ${product ?? ""}`;
    case "payment details":
      return "Payment details";
    case "payment":
      return `Payment of ${money(amount ?? 0)}`;
    case "move in":
      return `Move-in of ${changes.find(({ what }) => what === "users")?.after ?? ""} users with ${money(amount ?? 0)}`;
    case "rail balance":
      return "Balance on the phone";
    case "fulfilment":
      return `Settling order ${order ?? ""}, ${money(amount ?? 0)}`;
    case "withdrawal":
      return `Payment of a withdrawal of ${money(amount ?? 0)}`;
    case "paid withdrawal":
      return `A withdrawal of ${money(amount ?? 0)} as paid`;
    case "failed withdrawal":
      return `A withdrawal of ${money(amount ?? 0)} back into the wallet`;
    case "admin status":
      return changes.some(({ after }) => after === "Banned") ? "Ban of an admin" : "End of an admin’s ban";
    case "admin deletion":
      return "Deletion of an admin";
    case "admin":
      return changes.some(({ after }) => after === "Admin") ? "Admin rights" : "The end of admin rights";
  }
}
