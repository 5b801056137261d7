/** What takes two admins: large corrections, and raising the amount from which they are large. */
import * as v from "valibot";
import { cedis } from "./fields.ts";
import { limits } from "#ledger/terms/limits.ts";
import { formatCedis } from "#ledger/terms/money.ts";

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
