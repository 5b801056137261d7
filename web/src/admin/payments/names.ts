import type { PaymentRecord } from "#api/contract/payments.ts";

export const statusNames: Record<PaymentRecord["status"], string> = {
  received: "not matched",
  held: "held",
  matched: "matched",
  returned: "returned",
  reversed: "taken back",
};
