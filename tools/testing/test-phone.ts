/** The hostile double of the shop's phone, and what customers pay into its wallets. */
import { usualPaymentLimits } from "#api/rails/rail.ts";
import { DoubleClock } from "../doubles/clock.ts";
import { type Payment, SmsPhone } from "../doubles/sms-phone/phone.ts";
import { ownPort } from "./own-port.ts";
import type { TestShopOptions } from "./test-shop.ts";

const key = "the key of these tests";

/** `options`: of the shop that takes its messages. */
export async function openTestPhone(): Promise<{ phone: SmsPhone; options: TestShopOptions }> {
  const port = await ownPort();
  const phone = new SmsPhone({
    seed: 1,
    signingKey: key,
    webhookUrl: `http://localhost:${port}/api/payment/sms`,
    clock: new DoubleClock(Date.now()),
  });
  return { phone, options: { port, payments: { sms: { key }, limits: usualPaymentLimits } } };
}

/** A payment of this many pesewas. */
export function paid(amount: number, reference = "", network: Payment["network"] = "mtn"): Payment {
  return { network, amount, name: "AMA OWUSU", payer: "233241000001", reference };
}
