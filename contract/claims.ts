/** Customers who say that they have paid and were not credited. */
import * as v from "valibot";
import { limits } from "#contract/terms/limits.ts";
import { rejectionText } from "#contract/terms/rejections.ts";
import { cedis, momoTransactionId, reason, serial } from "./fields.ts";
import { operationsOf } from "./operation.ts";

/** POST /payment/claim. The amount in cedis that the customer has paid. */
export const claimBody = v.object({
  amount: v.pipe(
    cedis,
    v.minValue(1, rejectionText({ code: "amount_invalid" })),
    v.maxValue(limits.topup_amount_max, rejectionText({ code: "amount_invalid" })),
  ),
  transactionId: v.pipe(
    momoTransactionId,
    v.string("Please enter the transaction ID from the SMS of your network"),
  ),
});

export const claimRecord = v.object({
  _id: v.number(),
  /** As the customer has typed it. */
  transactionId: v.string(),
  /** Cedis. */
  amount: v.number(),
  claimedAt: v.string(),
  /** waiting: the shop has not found the payment yet. credited: it is in the customer's wallet. */
  state: v.picklist(["waiting", "credited", "answered"]),
  /** What an admin has answered. */
  answer: v.nullable(v.string()),
});
export type ClaimRecord = v.InferOutput<typeof claimRecord>;

export const claimForAdmins = v.object({
  ...claimRecord.entries,
  user: v.object({ _id: v.string(), username: v.string(), phone: v.string() }),
});
export type ClaimForAdmins = v.InferOutput<typeof claimForAdmins>;

/** PUT /payment/claims/{id}/answer: for the customer to read. */
export const answerBody = v.object({
  answer: reason,
});

export const claimOperations = /* @__PURE__ */ operationsOf("Payments", {
  claimPayment: {
    call: "POST /payment/claim",
    summary: "Say that you have paid and were not credited",
    description:
      "With the transaction ID and the amount of the network's SMS. The wallet is credited as soon as the shop knows of this payment, if nobody else says so too. Otherwise an admin looks into it. Sent again, it corrects the amount.",
    access: "signed-in",
    body: claimBody,
    limited: true,
    answer: claimRecord,
  },
  listOwnClaims: {
    call: "GET /payment/claim",
    summary: "Read what became of the payments that you were not credited with",
    access: "signed-in",
    answer: v.array(claimRecord),
  },
  listClaims: {
    call: "GET /payment/claims",
    summary: "List customers who say that they have paid and whose payment was not found, the oldest first",
    answer: v.array(claimForAdmins),
  },
  answerClaim: {
    call: "PUT /payment/claims/{id}/answer",
    summary: "Tell a customer why a payment is not credited",
    params: { id: serial },
    body: answerBody,
    answer: claimForAdmins,
    refusals: ["claim_unknown"],
  },
});
