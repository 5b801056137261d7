/** Top-up requests. The wire calls them recharges. */
import * as v from "valibot";
import { levels, rechargePurposes, rechargeStatuses } from "#ledger/terms/statuses.ts";
import { momoTransactionId, serial, topupAmount } from "./fields.ts";
import { datedListQuery, listOrPage, oneOf, numberCursor } from "./lists.ts";
import type { Operation } from "./operation.ts";
import { userRecord } from "./users.ts";

/** GET /recharge. Search is over reference, username, the user's number and the MoMo transaction id. */
export const rechargesQuery = /* @__PURE__ */ datedListQuery({
  status: /* @__PURE__ */ oneOf("status", rechargeStatuses),
});

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

export const topupOperations = {
  listRecharges: {
    method: "GET",
    path: "/recharge",
    tag: "Top-ups",
    summary: "List requests, newest first",
    description:
      "All for an admin, who may name a `user`; one's own for anybody else and with `mine=1`. With `limit` the answer is a page. `search` is a part of the reference, the username, the user's number or the MoMo transaction id; its total counts to 1,000, and `totalIsExact` says whether that is all.",
    access: "signed-in",
    query: rechargesQuery,
    answer: /* @__PURE__ */ listOrPage(rechargeRecord, numberCursor),
  },
  exportRecharges: {
    method: "GET",
    path: "/recharge/topups.csv",
    tag: "Top-ups",
    summary: "The requests that a filter leaves, as a file",
    access: "admin",
    query: rechargesQuery,
    download: true,
    answer: { media: "text/csv" },
  },
  listMomoDuplicates: {
    method: "GET",
    path: "/recharge/momo-duplicates",
    tag: "Top-ups",
    summary: "Open requests whose MoMo transaction another request has, too",
    access: "admin",
    answer: momoDuplicatesAnswer,
  },
  nextRechargeId: {
    method: "GET",
    path: "/recharge/next-recharge-id",
    tag: "Top-ups",
    summary: "Reserve the reference of the next request",
    description: "The same one until it is used.",
    access: "signed-in",
    answer: nextRechargeAnswer,
  },
  requestRecharge: {
    method: "POST",
    path: "/recharge",
    tag: "Top-ups",
    summary: "Submit a request",
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
