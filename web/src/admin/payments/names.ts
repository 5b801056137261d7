import type { PaymentRecord } from "#api/contract/payments.ts";

export const railNames: Record<PaymentRecord["rail"], string> = {
  momo: "MTN MoMo",
  telecel: "Telecel Cash",
  paystack: "Paystack",
};

export const statusNames: Record<PaymentRecord["status"], string> = {
  received: "not matched",
  held: "held",
  matched: "matched",
  returned: "returned",
  reversed: "taken back",
};
