/** The environment variables for payments that come in by themselves. */
import { z } from "zod";
import { type PaymentSettings, usualPaymentLimits } from "#api/payments/settings.ts";
import type { Pesewas } from "#ledger/terms/money.ts";

const answer_ms = 15_000;
const paystackUrl = "https://api.paystack.co";

const cedis = (usual: Pesewas) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}$/, "must be a whole number of cedis")
    .transform((text) => Number(text) * 100)
    .default(usual);

export const paymentVariables = {
  PAYSTACK_SECRET_KEY: z
    .string()
    .regex(/^sk_(live|test)_\w{10,100}$/, "must be the secret key of Paystack: sk_live_… or sk_test_…")
    .optional(),
  PAYSTACK_URL: z
    .string()
    .refine((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ""), "must be an http:// or https:// URL")
    .default(paystackUrl),
  SMS_RECEIPTS_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, "must be 16 to 200 characters without spaces")
    .optional(),
  PAYMENT_MAX: cedis(usualPaymentLimits.amount_max),
  PAYMENT_DAY_MAX: cedis(usualPaymentLimits.day_max),
};

const variables = z.object(paymentVariables);

export function paymentOptions(found: z.output<typeof variables>): PaymentSettings {
  const { PAYSTACK_SECRET_KEY: key, PAYSTACK_URL, SMS_RECEIPTS_KEY, PAYMENT_MAX, PAYMENT_DAY_MAX } = found;
  return {
    paystack: key === undefined ? undefined : { key, url: PAYSTACK_URL.replace(/\/+$/, ""), answer_ms },
    sms: SMS_RECEIPTS_KEY === undefined ? undefined : { key: SMS_RECEIPTS_KEY },
    limits: { amount_max: PAYMENT_MAX, day_max: PAYMENT_DAY_MAX },
  };
}
