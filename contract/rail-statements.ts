/**
 * Statements of rails: the balances that admins note from them, and what the office compares a MoMo statement with. The
 * statement itself stays in the admin's browser.
 */
import * as v from "valibot";
import { rails } from "#contract/terms/rails.ts";
import { rejectionText } from "#contract/terms/rejections.ts";
import { moment } from "./audit.ts";
import { cedis, momoTransactionId } from "./fields.ts";
import { operationsOf } from "./operation.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { topupStatuses } from "#contract/terms/statuses.ts";
import { days, pageCursor, queryInOrder } from "./lists.ts";

/** The balance of a rail's statement beside the books of the same moment. Cedis. */
export const railStatement = v.object({
  /** Both include what happened before this moment. */
  at: v.string(),
  balance: v.number(),
  books: v.number(),
  agrees: v.boolean(),
  /** The admin who noted it. */
  by: v.string(),
  notedAt: v.string(),
});
export type RailStatement = v.InferOutput<typeof railStatement>;

export const noteStatementBody = v.object({
  at: v.nonOptional(moment),
  balance: v.pipe(cedis, v.minValue(0, rejectionText({ code: "amount_invalid" }))),
});

const day_ms = 24 * 60 * 60_000;

/** Whether a statement's days are few enough to be compared at once. */
function areFewEnough({ from, to }: { from: string; to: string }): boolean {
  return (Date.parse(to) - Date.parse(from)) / day_ms < officeLimits.momo_statement_days_max;
}

const tooManyDaysText = `At most ${officeLimits.momo_statement_days_max} days at a time`;

/** GET /recharge/approved: the first and the last day of the approval. */
const approvedTopupsQuery = v.pipe(
  /* @__PURE__ */ queryInOrder({
    from: v.nonOptional(days.from),
    to: v.nonOptional(days.to),
    cursor: pageCursor,
  }),
  v.check((query) => areFewEnough(query), tooManyDaysText),
);

const approvedTopup = v.object({
  rechargeId: v.string(),
  /** What was credited, in cedis. */
  amount: v.number(),
  momoTransactionId: v.nullable(v.string()),
  username: v.string(),
  userId: v.string(),
  approvedAt: v.string(),
});
export type ApprovedTopup = v.InferOutput<typeof approvedTopup>;

/** GET /recharge/approved: in the order of their approval. Also those that were removed from the lists: they were paid. */
const approvedAnswer = v.object({
  items: v.array(approvedTopup),
  /** The cursor of the next page; null on the last page. */
  next: v.nullable(v.number()),
  /** The last position of the log that these days have so far, and the one before their first. */
  position: v.number(),
  after: v.number(),
  /** On all pages, and their sum in cedis. */
  total: v.number(),
  amount: v.number(),
});
export type ApprovedAnswer = v.InferOutput<typeof approvedAnswer>;

const idsText = `From 1 to ${officeLimits.momo_ids_max} MoMo transaction IDs`;

/** POST /recharge/by-momo-id: requests of any day and status that name one of the IDs. */
const namedTopup = v.object({
  rechargeId: v.string(),
  /** In cedis. */
  amount: v.number(),
  momoTransactionId: v.string(),
  username: v.string(),
  userId: v.string(),
  status: v.picklist(topupStatuses),
  createdAt: v.string(),
  /** Null until it is decided. */
  actionTimestamp: v.nullable(v.string()),
  /** The position of its approval; null if it was not approved, or if Paystack paid for it. */
  approval: v.nullable(v.number()),
});
export type NamedTopup = v.InferOutput<typeof namedTopup>;

export const statementOperations = /* @__PURE__ */ operationsOf("Top-ups", {
  noteRailStatement: {
    call: "POST /payment/rails/{rail}/statement",
    tag: "Payments",
    summary: "Note the balance that a rail's own statement has at a moment",
    description:
      "The balance includes what happened before `at`, which is not in the future. It is compared with the books of that moment, on `/payment/rails` and in `/audit/closing`. Of several entries for one moment the newest counts. Each is a security event of the kind `statement noted`.",
    params: { rail: v.picklist(rails) },
    body: noteStatementBody,
    answer: railStatement,
  },
  listApprovedTopups: {
    call: "GET /recharge/approved",
    summary: "List the top-ups that were approved in some days, to compare them with a statement",
    description: `At most ${officeLimits.momo_topups_page} a page. Without those that Paystack paid for. Each call is a security event of the kind \`export\`.`,
    query: approvedTopupsQuery,
    noted: "export",
    compressed: true,
    answer: approvedAnswer,
  },
  findTopupsByMomoId: {
    call: "POST /recharge/by-momo-id",
    summary: "Find the requests that name some MoMo transaction ids",
    description:
      "Of any day and status, also those removed from the lists. Upper and lower case are the same. It changes nothing; the ids are in the body because addresses are kept in logs. Each call is a security event of the kind `export`.",
    body: v.object({
      momoTransactionIds: v.pipe(
        v.array(v.pipe(momoTransactionId, v.string()), idsText),
        v.minLength(1, idsText),
        v.maxLength(officeLimits.momo_ids_max, idsText),
      ),
    }),
    noted: "export",
    compressed: true,
    answer: v.array(namedTopup),
  },
});
