/** Approvals as answers show them. */
import { approvalById, type ApprovalView } from "#ledger/approvals/reads.ts";
import { type Pesewas, toCedis } from "#contract/terms/money.ts";
import { topupReference } from "#contract/terms/references.ts";
import { idOfStream } from "#contract/terms/streams.ts";
import type { Shop } from "../shop.ts";
import {
  moveInChanges,
  paymentChanges,
  productChanges,
  railBalanceChange,
  userDeletion,
} from "../books/act-changes.ts";
import type { ApprovalRecord } from "#contract/approvals.ts";
import type { ChangeRecord } from "#contract/audit.ts";
import type { AcceptedCommand } from "../serve/command.ts";
import { refused } from "../serve/errors.ts";
import type { ApprovalRequest } from "#ledger/core/rows/approvals.ts";

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
  const { request, user_id, username } = view;
  const isCorrection = request.kind === "correction";
  const amount = amountOf(view);
  return {
    _id: view.id,
    kind: request.kind,
    user: user_id === null ? null : { _id: user_id, username: username ?? "" },
    amount: amount === null ? null : toCedis(amount),
    rechargeId: request.kind === "topup" ? topupReference(request.topup) : null,
    product: "facts" in request ? request.facts.network : null,
    order: "order" in request ? request.order : null,
    changes: changesIn(request),
    reason: "reason" in request ? (request.reason ?? null) : null,
    corrects: isCorrection ? request.corrects : null,
    status: view.status,
    requestedBy: { _id: view.requested_by, username: view.requested_name },
    requestedAt: view.requested_at,
    decidedBy: view.decided_by === null ? null : { _id: view.decided_by, username: view.decided_name ?? "" },
    decidedAt: view.decided_at,
  };
}

function amountOf({ request, amount }: ApprovalView): Pesewas | null {
  if (request.kind === "correction" || request.kind === "move in") return request.amount;
  return "limit" in request ? request.limit : amount;
}

function changesIn(request: ApprovalRequest): ChangeRecord[] {
  switch (request.kind) {
    case "new product":
      return productChanges(undefined, request.facts);
    case "product":
      return productChanges(request.before, request.facts);
    case "payment details":
      return paymentChanges(request.seen, request);
    case "admin":
      return [{ what: "level", before: request.seen ?? null, after: request.level }];
    case "admin status":
      return [{ what: "status", before: request.seen ?? null, after: request.status }];
    case "admin deletion":
      return [userDeletion];
    case "move in":
      return moveInChanges(request);
    case "rail balance":
      return [railBalanceChange(request)];
    case "fulfilment":
      return [{ what: `order ${request.order}`, before: "no answer yet", after: request.outcome }];
    case "withdrawal":
      return [{ what: "paid by", before: null, after: request.rail }];
    case "paid withdrawal":
      return [{ what: "withdrawal", before: "no answer yet", after: `paid: ${request.transaction}` }];
    case "failed withdrawal":
      return [{ what: "withdrawal", before: "no answer yet", after: "back in the wallet" }];
    default:
      return [];
  }
}
