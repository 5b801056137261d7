/** What takes two admins: large corrections, and raising the amount above which a correction is large. */
import * as v from "valibot";
import { limits } from "#ledger/terms/limits.ts";
import { formatCedis } from "#ledger/terms/money.ts";
import { cedis, uuid } from "./fields.ts";
import type { Operation } from "./operation.ts";

/** PUT /extra/correction-limit. Corrections above it take two admins; null: none do. */
export const correctionLimitBody = v.object({
  limit: v.nullable(
    v.pipe(
      cedis,
      v.minValue(1, "The amount must be above zero"),
      v.maxValue(limits.correction_amount_max, `At most ${formatCedis(limits.correction_amount_max)}`),
    ),
  ),
  /** What stood there when it was looked at, so that nobody is overwritten. */
  seen: v.optional(v.object({ limit: v.nullable(cedis) })),
});

const person = v.object({ _id: v.string(), username: v.string() });

export const approvalRecord = v.object({
  _id: v.string(),
  /** limit: `amount` is the new one, null to have none. */
  kind: v.picklist(["correction", "limit"]),
  /** Whose wallet; null for a limit. */
  user: v.nullable(person),
  /** Cedis; of a correction signed. */
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

/** GET /approval: what waits, and what was decided last. */
export const approvalsAnswer = v.object({
  /** Cedis; null where every correction takes one admin. */
  limit: v.nullable(v.number()),
  items: v.array(approvalRecord),
});
export type ApprovalsAnswer = v.InferOutput<typeof approvalsAnswer>;

/** PUT /extra/correction-limit: the limit now, in cedis, and whether the new one waits for another admin. */
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
    summary: "What waits for a second admin, and what was decided last",
    access: "admin",
    answer: approvalsAnswer,
  },
  approve: {
    method: "PUT",
    path: "/approval/{id}/approve",
    tag: "Audit",
    summary: "Carry out what another admin has asked for",
    description: "Refused for whoever asked. Both names stand in the log.",
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
    summary: "Decline what another admin has asked for, or take back one's own",
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
    summary: "Change the amount above which a correction takes two admins",
    description: "Lowering it acts at once; raising it, or taking it away, waits for another admin.",
    access: "admin",
    body: correctionLimitBody,
    command: true,
    answer: correctionLimitAnswer,
    refusals: ["changed_meanwhile", "unchanged", "amount_invalid", "approval_decided"],
  },
} as const satisfies Record<string, Operation>;
