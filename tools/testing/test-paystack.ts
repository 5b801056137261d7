/** A double of Paystack for one shop. */
import type { PaystackSettings } from "#api/rails/paystack-call.ts";
import { usualPaymentLimits } from "#api/rails/rail.ts";
import { type PaystackDouble, startPaystackDouble } from "../doubles/paystack/double.ts";
import { ownPort } from "./own-port.ts";
import type { TestShopOptions } from "./test-shop.ts";

/** `options`: of the shop that is paid by it. */
export async function openTestPaystack({
  seed = 9,
  domain = "live",
  isPlayMoney = false,
  opening,
}: {
  seed?: number;
  domain?: "live" | "test";
  isPlayMoney?: boolean;
  opening?: number;
} = {}): Promise<{
  paystack: PaystackDouble;
  /** How the shop asks the double. */
  settings: PaystackSettings;
  options: TestShopOptions & { port: number };
}> {
  const key = `sk_${domain}_of_these_tests`;
  const port = await ownPort();
  const webhookUrl = `http://localhost:${port}/api/payment/paystack`;
  const paystack = await startPaystackDouble({ seed, secretKey: key, webhookUrl, opening });
  // The double shares this process, so on a busy machine an answer may take a while.
  const settings = { key, url: paystack.url, answer_ms: 3000 };
  return {
    paystack,
    settings,
    options: { port, payments: { paystack: settings, limits: usualPaymentLimits, isPlayMoney } },
  };
}
