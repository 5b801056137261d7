/** Files what takes a second admin, and carries it out under its own id, once, whoever approves. */
import canonicalize from "canonicalize";
import type { Command } from "#ledger/decide/command.ts";
import {
  approvalById,
  type ApprovalIntent,
  type ApprovalView,
  correctionLimit,
} from "#ledger/store/reads/approvals.ts";
import { brokenConstraint } from "#ledger/store/errors.ts";
import { toCedis } from "#ledger/terms/money.ts";
import type { Shop } from "./context.ts";
import type { ApprovalRecord } from "./contract/approvals.ts";
import { ApiError, refused } from "./errors.ts";

/** Whether one admin may not do this alone; the ledger decides it once more. */
export async function needsSecondAdmin(shop: Shop, intent: ApprovalIntent): Promise<boolean> {
  const limit = await correctionLimit(shop.db);
  if (limit === null) return false;
  if (intent.kind === "correction") return Math.abs(intent.amount) > limit;
  return intent.limit === null || intent.limit > limit;
}

/** Under an id that a retry of the request has, too: asked twice, it waits once. @throws ApiError 422 for another request's id */
export async function fileApproval(
  shop: Shop,
  id: string,
  intent: ApprovalIntent,
  requestedBy: string,
): Promise<void> {
  const { kind, ...rest } = intent;
  await shop.db
    .insertInto("shop.approval")
    .values({ id, kind, intent: JSON.stringify(rest), requested_by: requestedBy })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const filed = await readApproval(shop, id);
  if (canonicalize(filed.intent) !== canonicalize(intent)) throw refused({ code: "key_reused" });
}

/** @throws ApiError where it is decided already, or the ledger refuses it as it would refuse it to two admins at once */
export async function approve(shop: Shop, id: string, actor: string): Promise<number> {
  const view = await openApproval(shop, id);
  const decision = {
    text: `insert into shop.approval_decision (approval_id, decision, decided_by) values ($1, 'approved', $2)`,
    values: [id, actor],
  };
  const command = { ...commandOf(view), id, actor, fingerprint: id.replaceAll("-", "") };
  const outcome = await shop.writer
    .submit(command as unknown as Command, { also: [decision] })
    .catch(async (error: unknown) => {
      throw brokenConstraint(error) === "approval_decision_pkey" ? await decided(shop, id) : error;
    });
  if (!outcome.accepted) throw refused(outcome.rejection);
  return outcome.position;
}

/** @throws ApiError where it is decided already */
export async function decline(shop: Shop, id: string, actor: string): Promise<void> {
  await openApproval(shop, id);
  const { numInsertedOrUpdatedRows } = await shop.db
    .insertInto("shop.approval_decision")
    .values({ approval_id: id, decision: "declined", decided_by: actor })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) throw await decided(shop, id);
}

/** @throws ApiError where there is none */
export async function readApproval(shop: Shop, id: string): Promise<ApprovalView> {
  const view = await approvalById(shop.db, id);
  if (!view) throw new ApiError("approval_unknown", "There is no such request");
  return view;
}

async function openApproval(shop: Shop, id: string): Promise<ApprovalView> {
  const view = await readApproval(shop, id);
  if (view.status !== "pending") throw await decided(shop, id);
  return view;
}

async function decided(shop: Shop, id: string): Promise<ApiError> {
  const { status } = await readApproval(shop, id);
  return new ApiError("approval_decided", `This request is already ${status}`, { status });
}

function commandOf({ intent, requested_by }: ApprovalView) {
  if (intent.kind === "limit")
    return { type: "change_correction_limit", intent: { limit: intent.limit, requested_by } } as const;
  const { user, amount, reason, corrects } = intent;
  return { type: "correct_balance", intent: { user, amount, reason, corrects, requested_by } } as const;
}

export function approvalRecord(view: ApprovalView): ApprovalRecord {
  const { intent } = view;
  const isCorrection = intent.kind === "correction";
  const amount = isCorrection ? intent.amount : intent.limit;
  return {
    _id: view.id,
    kind: intent.kind,
    user: isCorrection ? { _id: intent.user, username: view.username ?? "" } : null,
    amount: amount === null ? null : toCedis(amount),
    reason: isCorrection ? intent.reason : null,
    corrects: isCorrection ? intent.corrects : null,
    status: view.status,
    requestedBy: { _id: view.requested_by, username: view.requested_name },
    requestedAt: view.requested_at,
    decidedBy: view.decided_by === null ? null : { _id: view.decided_by, username: view.decided_name ?? "" },
    decidedAt: view.decided_at,
  };
}
