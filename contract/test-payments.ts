/** A payment of ¢1.00 with which an admin tests that payments come in by themselves. */
import * as v from "valibot";
import { chargeStates, paymentStatuses } from "#contract/terms/payments.ts";
import { phone } from "./fields.ts";
import { operationsOf } from "./operation.ts";
import { otpBody } from "./payments.ts";
import { asking } from "./rails.ts";

export const testPayment = v.object({
  startedAt: v.string(),
  /** The admin. */
  by: v.string(),
  state: v.picklist(chargeStates),
  /** What the rail says about it. */
  said: v.string(),
  /** When its webhook came with a right signature; null if it has not. */
  heardAt: v.nullable(v.string()),
  /** Where it is in the books; null if it is not received. */
  status: v.nullable(v.picklist(paymentStatuses)),
});
export type TestPayment = v.InferOutput<typeof testPayment>;

export const testPaymentAnswer = v.object({
  ...asking,
  /** The admin's own number. */
  phone: v.string(),
  last: v.nullable(testPayment),
});
export type TestPaymentAnswer = v.InferOutput<typeof testPaymentAnswer>;

export const startTestBody = v.object({ phone });

export const startTestAnswer = v.object({
  /** What the rail says about the shop's key. Without "accepted" nothing was asked for. */
  key: v.picklist(["accepted", "refused", "no answer"]),
  ...testPaymentAnswer.entries,
});
export type StartTestAnswer = v.InferOutput<typeof startTestAnswer>;

export const testPaymentOperations = /* @__PURE__ */ operationsOf("Payments", {
  readTestPayment: {
    call: "GET /payment/test",
    summary: "Read what became of the last test payment",
    answer: testPaymentAnswer,
  },
  startTestPayment: {
    call: "POST /payment/test",
    summary: "Test the setup with a payment of ¢1.00",
    description:
      "Prompts a phone for ¢1.00. It is received like any payment, credits nobody, and is held for an admin. While a test is open, no other prompt is sent. The caller must always have proved who they are. Each is a security event of the kind `test payment`.",
    body: startTestBody,
    limited: true,
    answer: startTestAnswer,
    refusals: ["prompts_off", "phone_not_promptable", "step_up_needed"],
  },
  sendTestOtp: {
    call: "POST /payment/test/otp",
    summary: "Enter the code of the network for the test payment",
    body: otpBody,
    limited: true,
    answer: testPaymentAnswer,
    refusals: ["prompts_off"],
  },
});
