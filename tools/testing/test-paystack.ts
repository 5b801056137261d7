/** A double of Paystack for one shop. */
import { afterAll, beforeAll } from "vitest";
import type { PaystackSettings } from "#api/rails/paystack-call.ts";
import { usualPaymentLimits } from "#api/rails/rail.ts";
import { type PaystackDouble, startPaystackDouble } from "../doubles/paystack/double.ts";
import { ownPort } from "./own-port.ts";
import type { TestShopOptions } from "./test-shop.ts";

export interface TestPaystack extends PaystackDouble {
  /** How the shop asks the double. */
  settings: PaystackSettings;
  /** Of the shop that is paid by it. */
  options: TestShopOptions & { port: number };
}

interface TestPaystackOptions {
  seed?: number;
  domain?: "live" | "test";
  isPlayMoney?: boolean;
  opening?: number;
}

/** For all tests of a file: started before the first of them and stopped after the last. */
export function openTestPaystack(options: TestPaystackOptions = {}): TestPaystack {
  const paystack = {} as TestPaystack;
  beforeAll(async () => void Object.assign(paystack, await startTestPaystack(options)));
  afterAll(() => paystack.close());
  return paystack;
}

export async function startTestPaystack({
  seed = 9,
  domain = "live",
  isPlayMoney = false,
  opening,
}: TestPaystackOptions): Promise<TestPaystack> {
  const key = `sk_${domain}_of_these_tests`;
  const port = await ownPort();
  const webhookUrl = `http://localhost:${port}/api/payment/paystack`;
  const double = await startPaystackDouble({ seed, secretKey: key, webhookUrl, opening });
  // The double shares this process, so on a busy machine an answer may take a while.
  const settings = { key, url: double.url, answer_ms: 3000 };
  return {
    ...double,
    settings,
    options: { port, payments: { paystack: settings, limits: usualPaymentLimits, isPlayMoney } },
  };
}
