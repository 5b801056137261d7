/** What differs from rail to rail in texts and calls. */
import * as v from "valibot";
import type { RailName } from "#contract/terms/rails.ts";
import { operationsOf } from "./operation.ts";

export const railNames: Record<RailName, string> = {
  momo: "MTN MoMo",
  telecel: "Telecel Cash",
  paystack: "Paystack",
};

/** Rails that ask customers for money, and the variable with the shop's key. */
export const railKeys = { paystack: "PAYSTACK_SECRET_KEY" } as const satisfies Partial<
  Record<RailName, string>
>;
export type AskingRail = keyof typeof railKeys;

/** What answers tell of the rail that asks. If there were a second one, they would name it here. */
export const asking = { isOn: v.boolean() };

/** The rail that such an answer is about. */
export function askingRail(_answer: { isOn: boolean }): AskingRail {
  return "paystack";
}

/** Their webhooks. */
export const railOperations = /* @__PURE__ */ operationsOf("Payments", {
  hearPaystack: {
    call: "POST /payment/paystack",
    summary: "Hear from Paystack",
    description:
      "Paystack's webhook. The body must be signed with the shop's key (`x-paystack-signature`). A payment is credited only after it was verified with Paystack.",
    access: "anyone",
    answer: /* @__PURE__ */ v.object({}),
    refusals: ["prompts_off", "signature_wrong"],
  },
});
