/** What needs two admins, and the limits above which it does. */
import * as v from "valibot";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { formatCedis } from "#contract/terms/money.ts";
import { approvalKinds, approvalStatuses } from "#contract/terms/statuses.ts";
import { changeRecord } from "./audit.ts";
import { cedis, uuid } from "./fields.ts";
import { operationsOf } from "./operation.ts";

/** PUT /extra/correction-limit and /extra/topup-limit. What is above it needs two admins. Null: nothing does. */
export const limitBody = v.object({
  limit: v.nullable(
    v.pipe(
      cedis,
      v.minValue(1, "The amount must be above zero"),
      v.maxValue(
        officeLimits.correction_amount_max,
        `At most ${formatCedis(officeLimits.correction_amount_max)}`,
      ),
    ),
  ),
  /** The limit that the admin saw. If it has changed since, the call is refused. */
  seen: v.optional(v.object({ limit: v.nullable(cedis) })),
});

const person = v.object({ _id: v.string(), username: v.string() });

export const approvalRecord = v.object({
  _id: v.string(),
  kind: v.picklist(approvalKinds),
  /** The wallet's owner, of a correction or a top-up; of admin rights, who gets or loses them. */
  user: v.nullable(person),
  /** Cedis; signed for a correction; of a move-in all balances. Of a limit, null removes it. */
  amount: v.nullable(v.number()),
  /** The reference of a top-up. */
  rechargeId: v.nullable(v.string()),
  /** The network of a product. */
  product: v.nullable(v.string()),
  /** Whose attempt at a supplier it settles. */
  order: v.nullable(v.number()),
  /** What changes in a product, in the payment details or in a user's level; what moves in. */
  changes: v.array(changeRecord),
  reason: v.nullable(v.string()),
  corrects: v.nullable(v.number()),
  status: v.picklist(approvalStatuses),
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
  /** Cedis; null if no top-up does. */
  topupLimit: v.nullable(v.number()),
  /** Whether the shop has had two admins: only then the limits bind. */
  isBinding: v.boolean(),
  /** How many admins can act now. */
  admins: v.number(),
  items: v.array(approvalRecord),
});
export type ApprovalsAnswer = v.InferOutput<typeof approvalsAnswer>;

/** The present limit in cedis, and whether the new one needs another admin's approval. */
export const limitAnswer = v.object({
  limit: v.nullable(v.number()),
  pending: v.boolean(),
});
export type LimitAnswer = v.InferOutput<typeof limitAnswer>;

export const approvalAnswer = v.object({ approval: approvalRecord, position: v.number() });

export const approvalOperations = /* @__PURE__ */ operationsOf("Audit", {
  listApprovals: {
    call: "GET /approval",
    summary: "List requests that wait for a second admin, and the last decided ones",
    answer: approvalsAnswer,
  },
  approve: {
    call: "PUT /approval/{id}/approve",
    summary: "Approve another admin's request, and carry it out",
    description:
      "Refused for the admin who asked, and for the one whose rights it would take away. The log keeps both names.",
    params: { id: uuid },
    command: true,
    stepUp: "sometimes",
    answer: approvalAnswer,
    refusals: [
      "approval_unknown",
      "approval_decided",
      "second_admin_needed",
      "own_account",
      "level_not_grantable",
      "last_admin",
      "no_other_admin",
      "business_open",
      "wallet_not_empty",
      "recharge_unknown",
      "recharge_decided",
      "product_unknown",
      "fulfilment_unknown",
      "fulfilment_settled",
      "network_taken",
      "changed_meanwhile",
      "reason_required",
      "user_unknown",
      "wallet_unknown",
      "entry_unknown",
      "entry_of_other_wallet",
      "entry_overcorrected",
      "wallet_short",
      "amount_invalid",
      "amount_too_large",
      "unchanged",
      "withdrawal_unknown",
      "withdrawal_decided",
      "withdrawal_open",
      "move_in_unknown",
      "move_in_expired",
    ],
  },
  decline: {
    call: "PUT /approval/{id}/decline",
    summary: "Decline another admin's request, or withdraw your own",
    description: "Refused for the admin whose rights the request would take away.",
    params: { id: uuid },
    command: true,
    answer: approvalAnswer,
    refusals: ["approval_unknown", "approval_decided", "own_account"],
  },
  changeCorrectionLimit: {
    call: "PUT /extra/correction-limit",
    summary: "Change the amount above which a correction needs two admins",
    description:
      "Lowering the limit takes effect at once. Raising or removing it needs another admin's approval.",
    body: limitBody,
    command: true,
    answer: limitAnswer,
    refusals: ["changed_meanwhile", "unchanged", "amount_invalid", "approval_decided", "approval_open"],
  },
  changeTopupLimit: {
    call: "PUT /extra/topup-limit",
    summary: "Change the amount above which approving a top-up needs two admins",
    description:
      "For a user who registered less than a week ago it is a fifth. Lowering the limit takes effect at once. Raising or removing it needs another admin's approval.",
    body: limitBody,
    command: true,
    answer: limitAnswer,
    refusals: ["changed_meanwhile", "unchanged", "amount_invalid", "approval_decided", "approval_open"],
  },
});
