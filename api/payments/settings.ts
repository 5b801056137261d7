import type { Pesewas } from "#ledger/terms/money.ts";
import type { PaystackSettings } from "./paystack.ts";

export interface PaymentLimits {
  /** The most of one payment by prompt. */
  amount_max: Pesewas;
  /** The most that one user pays by prompt within 24 hours. */
  day_max: Pesewas;
}

export interface PaymentSettings {
  paystack?: PaystackSettings | undefined;
  /** With the key that the phone's forwarder signs with. */
  sms?: { key: string } | undefined;
  limits: PaymentLimits;
}

export const usualPaymentLimits: PaymentLimits = { amount_max: 2_000_00, day_max: 5_000_00 };
