/** What needs two admins: large corrections, and raising the limit above which a correction is large. */
import * as v from "valibot";
import { limits } from "#ledger/terms/limits.ts";
import { formatCedis } from "#ledger/terms/money.ts";
import { cedis, uuid } from "./fields.ts";
import type { Operation } from "./operation.ts";

/** PUT /extra/correction-limit. Corrections above it need two admins. Null: no correction does. */
export const correctionLimitBody = v.object({
  limit: v.nullable(
    v.pipe(
      cedis,
      v.minValue(1, "The amount must be above zero"),
      v.maxValue(limits.correction_amount_max, `At most ${formatCedis(limits.correction_amount_max)}`),
    ),
  ),
  /** The limit that the admin saw. If it has changed since, the call is refused. */
  seen: v.optional(v.object({ limit: v.nullable(cedis) })),
});

const person = v.object({ _id: v.string(), username: v.string() });

export const approvalRecord = v.object({
  _id: v.string(),
  /** For "limit", `amount` is the new limit; null removes it. */
  kind: v.picklist(["correction", "limit"]),
  /** The wallet's owner; null for a limit. */
  user: v.nullable(person),
  /** Cedis; signed for a correction. */
  amount: v.nullable(v.number()),
  reason: v.nullable(v.string()),
  corrects: v.nullable(v.number()),
  status: v.picklist(["pending", "approved", "declined"]),
  requestedBy: person,
  requestedAt: v.string(),
  decidedBy: v.nullable(person),
  decidedAt: v.nullable(v.string()),
});
export type ApprovalRecord = v.InferOutput<typeof approvalRecord>;

/** GET /approval: pending requests, and the last decided ones. */
export const approvalsAnswer = v.object({
  /** Cedis; null if no correction needs a second admin. */
  limit: v.nullable(v.number()),
  items: v.array(approvalRecord),
});
export type ApprovalsAnswer = v.InferOutput<typeof approvalsAnswer>;

/** PUT /extra/correction-limit: the present limit in cedis, and whether the new one needs another admin's approval. */
export const correctionLimitAnswer = v.object({
  limit: v.nullable(v.number()),
  pending: v.boolean(),
});
export type CorrectionLimitAnswer = v.InferOutput<typeof correctionLimitAnswer>;

/** PUT /approval/{id}/approve and /decline */
export const approvalAnswer = v.object({ approval: approvalRecord, position: v.number() });

export const approvalOperations = {
  listApprovals: {
    method: "GET",
    path: "/approval",
    tag: "Audit",
    summary: "List requests that wait for a second admin, and the last decided ones",
    access: "admin",
    answer: approvalsAnswer,
  },
  approve: {
    method: "PUT",
    path: "/approval/{id}/approve",
    tag: "Audit",
    summary: "Approve another admin's request, and carry it out",
    description: "Refused for the admin who asked. The log keeps both names.",
    access: "admin",
    params: { id: uuid },
    command: true,
    answer: approvalAnswer,
    refusals: [
      "approval_unknown",
      "approval_decided",
      "second_admin_needed",
      "user_unknown",
      "wallet_unknown",
      "entry_unknown",
      "entry_of_other_wallet",
      "entry_overcorrected",
      "wallet_short",
      "amount_invalid",
      "amount_too_large",
      "unchanged",
    ],
  },
  decline: {
    method: "PUT",
    path: "/approval/{id}/decline",
    tag: "Audit",
    summary: "Decline another admin's request, or withdraw your own",
    access: "admin",
    params: { id: uuid },
    command: true,
    answer: approvalAnswer,
    refusals: ["approval_unknown", "approval_decided"],
  },
  changeCorrectionLimit: {
    method: "PUT",
    path: "/extra/correction-limit",
    tag: "Audit",
    summary: "Change the amount above which a correction needs two admins",
    description:
      "Lowering the limit takes effect at once. Raising or removing it needs another admin's approval.",
    access: "admin",
    body: correctionLimitBody,
    command: true,
    answer: correctionLimitAnswer,
    refusals: ["changed_meanwhile", "unchanged", "amount_invalid", "approval_decided", "approval_open"],
  },
} as const satisfies Record<string, Operation>;
