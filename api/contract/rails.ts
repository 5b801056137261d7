/** What differs from rail to rail in texts and calls. */
import * as v from "valibot";
import type { RailName } from "#ledger/terms/rails.ts";
import type { Operation } from "./operation.ts";

export const railNames: Record<RailName, string> = {
  momo: "MTN MoMo",
  telecel: "Telecel Cash",
  paystack: "Paystack",
};

/** Of rails that ask customers for money. */
export const railOperations = {
  hearPaystack: {
    method: "POST",
    path: "/payment/paystack",
    tag: "Payments",
    summary: "Hear from Paystack",
    description:
      "Paystack's webhook. The body must be signed with the shop's key (`x-paystack-signature`). A payment is credited only after it was verified with Paystack.",
    access: "anyone",
    answer: /* @__PURE__ */ v.object({}),
    refusals: ["prompts_off", "signature_wrong"],
  },
} as const satisfies Record<string, Operation>;
