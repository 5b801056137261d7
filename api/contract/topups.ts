/** Top-up requests. The wire calls them recharges. */
import * as v from "valibot";
import { levels, rechargePurposes, rechargeStatuses } from "#ledger/terms/statuses.ts";
import { momoTransactionId, serial, topupAmount } from "./fields.ts";
import { datedListQuery, listOrPage, oneOf, numberCursor } from "./lists.ts";
import type { Operation } from "./operation.ts";
import { userRecord } from "./users.ts";

/** GET /recharge. The search covers the reference, the username, the user's number and the MoMo transaction id. */
export const rechargesQuery = /* @__PURE__ */ datedListQuery({
  status: /* @__PURE__ */ oneOf("status", rechargeStatuses),
});

/** POST /recharge. `rechargeId` is the reference from the payment notice. */
export const rechargeBody = v.object({
  amount: topupAmount,
  rechargeId: v.optional(v.pipe(v.string(), v.regex(/^T-[1-9]\d{0,14}$/, "Not a reference"))),
  purpose: v.optional(v.picklist(rechargePurposes), "topup"),
  momoTransactionId: v.optional(v.nullable(momoTransactionId), null),
});

/** PUT /recharge/{id}/approve: empty, or the level that the user of an agent request gets. */
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
  /** The name of the admin who decided. Only in an admin's lists; null otherwise. */
  decidedBy: v.nullable(v.string()),
  user: v.object({ _id: v.string(), username: v.string(), phone: v.string() }),
  userId: v.string(),
  position: v.number(),
});
export type RechargeRecord = v.InferOutput<typeof rechargeRecord>;

/**
 * GET /recharge/momo-duplicates: open requests whose MoMo transaction id, and so whose payment, another request names
 * too.
 */
export const momoDuplicatesAnswer = v.array(
  v.object({
    /** The reference of the open request. */
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
 * PUT /recharge/{id}/approve and /decline. `balance` is the user's balance afterwards, in cedis. `account` is the user as
 * the feed sends them.
 */
export const decisionAnswer = v.object({
  account: userRecord,
  balance: v.number(),
  user: v.object({ _id: v.string(), username: v.string(), phone: v.string(), balance: v.number() }),
  recharge: rechargeRecord,
  position: v.number(),
});
export type DecisionAnswer = v.InferOutput<typeof decisionAnswer>;

export const topupOperations = {
  listRecharges: {
    method: "GET",
    path: "/recharge",
    tag: "Top-ups",
    summary: "List requests, newest first",
    description:
      "An admin gets all requests, or those of one `user`. Anybody else, and an admin with `mine=1`, gets only their own. With `limit` the answer is a page. `search` is a part of the reference, the username, the user's number or the MoMo transaction id. With `search` the total is counted up to 1,000: `totalIsExact` says whether there are more.",
    access: "signed-in",
    query: rechargesQuery,
    answer: /* @__PURE__ */ listOrPage(rechargeRecord, numberCursor),
  },
  exportRecharges: {
    method: "GET",
    path: "/recharge/topups.csv",
    tag: "Top-ups",
    summary: "Export the filtered requests as a file",
    access: "admin",
    query: rechargesQuery,
    download: true,
    answer: { media: "text/csv" },
  },
  listMomoDuplicates: {
    method: "GET",
    path: "/recharge/momo-duplicates",
    tag: "Top-ups",
    summary: "List open requests whose MoMo transaction id another request has too",
    access: "admin",
    answer: momoDuplicatesAnswer,
  },
  nextRechargeId: {
    method: "GET",
    path: "/recharge/next-recharge-id",
    tag: "Top-ups",
    summary: "Reserve the reference of the next request",
    description: "The answer stays the same until the reference is used.",
    access: "signed-in",
    answer: nextRechargeAnswer,
  },
  requestRecharge: {
    method: "POST",
    path: "/recharge",
    tag: "Top-ups",
    summary: "Submit a top-up request",
    access: "signed-in",
    body: rechargeBody,
    command: true,
    status: 201,
    answer: rechargeAnswer,
    refusals: ["amount_invalid", "amount_too_small", "amount_too_large", "wallet_unknown", "reference_taken"],
  },
  approveRecharge: {
    method: "PUT",
    path: "/recharge/{id}/approve",
    tag: "Top-ups",
    summary: "Approve a request, which credits the wallet",
    access: "admin",
    params: { id: serial },
    body: approveBody,
    command: true,
    answer: decisionAnswer,
    refusals: [
      "recharge_unknown",
      "recharge_decided",
      "level_not_grantable",
      "own_account",
      "wallet_unknown",
    ],
  },
  declineRecharge: {
    method: "PUT",
    path: "/recharge/{id}/decline",
    tag: "Top-ups",
    summary: "Decline a request",
    access: "admin",
    params: { id: serial },
    command: true,
    answer: decisionAnswer,
    refusals: ["recharge_unknown", "recharge_decided"],
  },
} as const satisfies Record<string, Operation>;
