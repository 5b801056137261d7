/** Approvals as answers show them. */
import { approvalById, type ApprovalView } from "#ledger/store/read/approvals.ts";
import { toCedis } from "#ledger/terms/money.ts";
import { idOfStream } from "#ledger/terms/streams.ts";
import type { Shop } from "../context.ts";
import type { ApprovalRecord } from "../contract/approvals.ts";
import type { AcceptedCommand } from "../http/command.ts";
import { refused } from "../http/errors.ts";

/**
 * Whether a command has become a request that another admin has to decide.
 * @throws ApiError for a retry after it was decided
 */
export async function isAwaitingApproval(shop: Shop, { events: [event] }: AcceptedCommand): Promise<boolean> {
  if (event?.type !== "approval_requested") return false;
  const { status } = await readApproval(shop, idOfStream(event.stream));
  if (status !== "pending") throw refused({ code: "approval_decided", status });
  return true;
}

/** @throws ApiError if there is no such approval */
export async function readApproval(shop: Shop, id: string): Promise<ApprovalView> {
  const view = await approvalById(shop.db, id);
  if (!view) throw refused({ code: "approval_unknown" });
  return view;
}

export function approvalRecord(view: ApprovalView): ApprovalRecord {
  const { request } = view;
  const isCorrection = request.kind === "correction";
  const amount = isCorrection ? request.amount : request.limit;
  return {
    _id: view.id,
    kind: request.kind,
    user: isCorrection ? { _id: request.user, username: view.username ?? "" } : null,
    amount: amount === null ? null : toCedis(amount),
    reason: isCorrection ? request.reason : null,
    corrects: isCorrection ? request.corrects : null,
    status: view.status,
    requestedBy: { _id: view.requested_by, username: view.requested_name },
    requestedAt: view.requested_at,
    decidedBy: view.decided_by === null ? null : { _id: view.decided_by, username: view.decided_name ?? "" },
    decidedAt: view.decided_at,
  };
}
