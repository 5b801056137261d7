/** The environment variables for payments that come in by themselves. */
import { z } from "zod";
import type { PaymentSettings } from "#api/payments/rails.ts";
import { usualPaymentLimits } from "#api/rails/rail.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import { httpUrl } from "./message-environment.ts";

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
  PAYSTACK_URL: httpUrl.default(paystackUrl),
  SMS_RECEIPTS_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, "must be 16 to 200 characters without spaces")
    .optional(),
  PAYMENT_MIN: cedis(usualPaymentLimits.amount_min),
  PAYMENT_MAX: cedis(usualPaymentLimits.amount_max),
  PAYMENT_DAY_MAX: cedis(usualPaymentLimits.day_max),
};

const variables = z.object(paymentVariables);

/** Limits of which nothing would pass. A number that is wrong by itself is reported elsewhere. */
export function paymentErrors(set: Record<string, string | undefined>): string[] {
  const names = ["PAYMENT_MIN", "PAYMENT_MAX", "PAYMENT_DAY_MAX"] as const;
  const [least = 0, most = 0, day = 0] = names.map(
    (name) => paymentVariables[name].safeParse(set[name]).data,
  );
  return [
    ...(least > most ? ["PAYMENT_MIN must not be more than PAYMENT_MAX"] : []),
    ...(most > day ? ["PAYMENT_MAX must not be more than PAYMENT_DAY_MAX"] : []),
  ];
}

export function paymentOptions(found: z.output<typeof variables>): PaymentSettings {
  const { PAYSTACK_SECRET_KEY: key, PAYSTACK_URL, SMS_RECEIPTS_KEY } = found;
  return {
    paystack: key === undefined ? undefined : { key, url: PAYSTACK_URL.replace(/\/+$/, ""), answer_ms },
    sms: SMS_RECEIPTS_KEY === undefined ? undefined : { key: SMS_RECEIPTS_KEY },
    limits: {
      amount_min: found.PAYMENT_MIN,
      amount_max: found.PAYMENT_MAX,
      day_max: found.PAYMENT_DAY_MAX,
    },
  };
}
