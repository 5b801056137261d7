/** Top-up requests. */
import * as v from "valibot";
import { levels, rechargePurposes, rechargeStatuses } from "#ledger/terms/statuses.ts";
import { momoTransactionId, topupAmount } from "./fields.ts";
import { userRecord } from "./users.ts";

/** POST /recharge. `rechargeId` is the reference that the payment notice showed. */
export const rechargeBody = v.object({
  amount: topupAmount,
  rechargeId: v.optional(v.pipe(v.string(), v.regex(/^T-[1-9]\d{0,14}$/, "Not a reference"))),
  purpose: v.optional(v.picklist(rechargePurposes), "topup"),
  momoTransactionId: v.optional(v.nullable(momoTransactionId), null),
});

/** PUT /recharge/{id}/approve: empty, or the level that an agent request leads to. */
export const approveBody = v.object({ userLevel: v.optional(v.picklist(levels)) });

/** A request as lists and the feed carry it; amount in cedis. */
export const rechargeRecord = v.object({
  _id: v.string(),
  rechargeId: v.string(),
  amount: v.number(),
  status: v.picklist(rechargeStatuses),
  purpose: v.picklist(rechargePurposes),
  momoTransactionId: v.nullable(v.string()),
  createdAt: v.string(),
  actionTimestamp: v.nullable(v.string()),
  /** The name of the admin who decided; null in the feed, and for everybody but admins. */
  decidedBy: v.nullable(v.string()),
  user: v.object({ _id: v.string(), username: v.string(), phone: v.string() }),
  userId: v.string(),
  position: v.number(),
});
export type RechargeRecord = v.InferOutput<typeof rechargeRecord>;

/** GET /recharge/momo-duplicates: MoMo transaction ids of open requests that others have, too; they name one payment. */
export const momoDuplicatesAnswer = v.array(
  v.object({
    /** The open request's. */
    rechargeId: v.string(),
    momoTransactionId: v.string(),
    others: v.array(v.object({ rechargeId: v.string(), status: v.picklist(rechargeStatuses) })),
  }),
);

export type MomoDuplicates = v.InferOutput<typeof momoDuplicatesAnswer>;

/** GET /recharge/next-recharge-id */
export const nextRechargeAnswer = v.object({ nextRechargeId: v.string() });
export type NextRechargeAnswer = v.InferOutput<typeof nextRechargeAnswer>;

/** POST /recharge */
export const rechargeAnswer = v.object({
  message: v.string(),
  recharge: rechargeRecord,
  position: v.number(),
});

/**
 * PUT /recharge/{id}/approve and /decline; `balance` is the user's wallet afterwards, in cedis. `account` is the user as
 * the feed tells of them.
 */
export const decisionAnswer = v.object({
  account: userRecord,
  balance: v.number(),
  user: v.object({ _id: v.string(), username: v.string(), phone: v.string(), balance: v.number() }),
  recharge: rechargeRecord,
  position: v.number(),
});
export type DecisionAnswer = v.InferOutput<typeof decisionAnswer>;
