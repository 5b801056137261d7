/** Top-up requests. The wire calls them recharges. */
import * as v from "valibot";
import { levels, topupPurposes, topupStatuses } from "#contract/terms/statuses.ts";
import { limits } from "#contract/terms/limits.ts";
import { momoTransactionId, reason, serial, topupAmount } from "./fields.ts";
import { choiceFilter, declareList, fileOperation, queryOf } from "./list.ts";
import { listOrPage, numberCursor } from "./lists.ts";
import { operationsOf } from "./operation.ts";
import { userRecord } from "./user-list.ts";

const reference = v.pipe(v.string(), v.regex(/^T-[1-9]\d{0,14}$/, "Not a reference"));

/** POST /recharge. `rechargeId` is the reference from the payment notice. */
export const topupBody = v.object({
  amount: topupAmount,
  rechargeId: v.optional(reference),
  purpose: v.optional(v.picklist(topupPurposes), "topup"),
  momoTransactionId: v.optional(v.nullable(momoTransactionId), null),
});

/** PUT /recharge/{id}/approve: empty, or the level that the user of an agent request gets, and what the admin saw. */
export const approveBody = v.object({
  userLevel: v.optional(v.picklist(levels)),
  /**
   * All other requests with the same MoMo transaction id that the admin saw. The call is refused if there are others, or if
   * they have changed since.
   */
  seen: v.optional(
    v.object({
      others: v.array(v.object({ rechargeId: reference, status: v.picklist(topupStatuses) })),
    }),
  ),
  /** Why it is approved although others were seen. */
  reason: v.optional(reason),
});

/** A request as lists and the feed carry it; amount in cedis. */
export const topupRecord = v.object({
  _id: v.string(),
  rechargeId: v.string(),
  amount: v.number(),
  status: v.picklist(topupStatuses),
  purpose: v.picklist(topupPurposes),
  momoTransactionId: v.nullable(v.string()),
  /** Why it was declined. */
  reason: v.nullable(v.string()),
  createdAt: v.string(),
  actionTimestamp: v.nullable(v.string()),
  /** The name of the admin who decided, in lists and from the feed; null otherwise. */
  decidedBy: v.nullable(v.string()),
  user: v.object({ _id: v.string(), username: v.string(), phone: v.string() }),
  userId: v.string(),
  position: v.number(),
});
export type TopupRecord = v.InferOutput<typeof topupRecord>;

export const topupList = /* @__PURE__ */ declareList<TopupRecord>()({
  name: "topups",
  noun: "request",
  key: ({ _id }) => _id,
  path: "/recharge",
  sizes: limits.page_sizes_finance,
  file: "/recharge/topups.csv",
  fields: {
    createdAt: { title: "Date", kind: "moment", card: "line" },
    rechargeId: { title: "Reference" },
    user: { title: "User", value: ({ user }) => user.username },
    phone: {
      title: "Phone",
      fileTitle: "User's phone",
      kind: "phone",
      value: ({ user }) => user.phone,
      card: "more",
    },
    momoTransactionId: { title: "MoMo ID" },
    purpose: { title: "Purpose", only: "file" },
    amount: { title: "Amount", kind: "cedis" },
    status: { title: "Status", card: "end" },
    actionTimestamp: { title: "Decided", kind: "moment", only: "file" },
    decidedBy: { title: "Decided by" },
    reason: { title: "Reason", only: "file" },
  },
  filters: {
    status: /* @__PURE__ */ choiceFilter("status", "Status", topupStatuses, { as: "chips" }),
  },
  search: { placeholder: "Reference, user, number, MoMo ID" },
  days: ({ createdAt }) => createdAt,
  owned: { user: ({ userId }) => userId },
  adminOnly: { decidedBy: null },
  live: {
    events: ["rechargeUpdated"],
    removed: "recharge",
    isNew: (topup, { status }) => status !== undefined || topup.status === "pending",
  },
});

/**
 * GET /recharge/momo-duplicates: open requests whose MoMo transaction id, and so whose payment, another request names
 * too.
 */
export const momoDuplicatesAnswer = v.array(
  v.object({
    /** The reference of the open request. */
    rechargeId: v.string(),
    momoTransactionId: v.string(),
    others: v.array(topupRecord),
  }),
);
export type MomoDuplicates = v.InferOutput<typeof momoDuplicatesAnswer>;

/** What can happen to a request. Same payment: it is approved next although others name its MoMo transaction. */
const topupSteps = ["asked", "same payment", "approved", "declined", "corrected"] as const;

/** GET /recharge/{id}/history, oldest first. */
export const topupHistory = v.array(
  v.object({
    step: v.picklist(topupSteps),
    /** dd/mm/yyyy hh:mm, UTC. */
    date: v.string(),
    createdAt: v.string(),
    position: v.number(),
    /** The name of whoever took the step, or "system". */
    by: v.string(),
    /** The admin who asked for it, if it took two. */
    requester: v.nullable(v.string()),
    reason: v.nullable(v.string()),
    /** What the wallet gained, in cedis, signed; null if the step moved no money. */
    amount: v.nullable(v.number()),
  }),
);
export type TopupHistory = v.InferOutput<typeof topupHistory>;

export const nextTopupAnswer = v.object({ nextRechargeId: v.string() });
export type NextTopupAnswer = v.InferOutput<typeof nextTopupAnswer>;

/**
 * PUT /recharge/{id}/approve and /decline. `balance` is the user's balance afterwards, in cedis. `account` is the user as
 * the feed sends them.
 */
export const decisionAnswer = v.object({
  /** Nothing has changed yet: another admin must approve it first. */
  pending: v.optional(v.literal(true)),
  account: userRecord,
  balance: v.number(),
  user: v.object({ _id: v.string(), username: v.string(), phone: v.string(), balance: v.number() }),
  recharge: topupRecord,
  position: v.number(),
});
export type DecisionAnswer = v.InferOutput<typeof decisionAnswer>;

export const topupOperations = /* @__PURE__ */ operationsOf("Top-ups", {
  listTopups: {
    call: `GET ${topupList.path}`,
    summary: "List requests, newest first",
    description:
      "An admin gets all requests, or those of one `user`. Anybody else, and an admin with `mine=1`, gets only their own. With `limit` the answer is a page. `search` is a part of the reference, the username, the user's number or the MoMo transaction id. With `search` the total is counted up to 1,000: `totalIsExact` says whether there are more.",
    access: "signed-in",
    query: /* @__PURE__ */ queryOf(topupList),
    answer: /* @__PURE__ */ listOrPage(topupRecord, numberCursor),
  },
  exportTopups: /* @__PURE__ */ fileOperation(topupList, "Export the filtered requests as a file"),
  listMomoDuplicates: {
    call: "GET /recharge/momo-duplicates",
    summary: "List open requests whose MoMo transaction id another request has too",
    answer: momoDuplicatesAnswer,
  },
  readTopupHistory: {
    call: "GET /recharge/{id}/history",
    summary: "Read who asked for a request, decided it and corrected it, oldest first",
    params: { id: serial },
    answer: topupHistory,
    refusals: ["recharge_unknown"],
  },
  nextRechargeId: {
    call: "GET /recharge/next-recharge-id",
    summary: "Reserve the reference of the next request",
    description: "The answer stays the same until the reference is used.",
    access: "signed-in",
    answer: nextTopupAnswer,
  },
  requestTopup: {
    call: "POST /recharge",
    summary: "Submit a top-up request",
    description:
      "With the purpose `agent-upgrade` a Customer asks to become an Agent, for exactly ¢50.00. Each user has at most one such request that is still pending. A user can send 10 requests an hour, not counting those that an admin has decided.",
    access: "signed-in",
    body: topupBody,
    command: true,
    status: 201,
    answer: v.object({ message: v.string(), recharge: topupRecord, position: v.number() }),
    refusals: [
      "wallet_unknown",
      "customers_only",
      "agent_request_open",
      "amount_invalid",
      "amount_too_small",
      "amount_too_large",
      "reference_taken",
      "too_many_topups",
    ],
  },
  approveTopup: {
    call: "PUT /recharge/{id}/approve",
    summary: "Approve a request, which credits the wallet",
    description:
      "Above the limit for top-ups set in Extras, nothing changes until another admin approves: the answer is `pending`. Nobody approves their own request. With `seen`, the request is only approved if these are all other requests with its MoMo transaction id, and if there are any, only with a `reason`, which stays in the log. Without `seen` neither is checked.",
    params: { id: serial },
    body: approveBody,
    command: true,
    answer: decisionAnswer,
    refusals: [
      "recharge_unknown",
      "recharge_decided",
      "changed_meanwhile",
      "reason_required",
      "level_not_grantable",
      "own_account",
      "wallet_unknown",
      "approval_decided",
      "approval_open",
    ],
  },
  declineTopup: {
    call: "PUT /recharge/{id}/decline",
    summary: "Decline a request",
    description: "The user reads the `reason` in their list of requests, in a notification and by SMS.",
    params: { id: serial },
    /** The reason is for the user. */
    body: v.object({ reason: v.optional(reason) }),
    command: true,
    answer: decisionAnswer,
    refusals: ["recharge_unknown", "recharge_decided"],
  },
});
