/** Many payments through the hostile double of Paystack, while the shop's processes are killed and start again. */
import { usualPaymentLimits } from "../../../api/rails/rail.ts";
import { type PaystackDouble, startPaystackDouble } from "../../../tools/doubles/paystack/double.ts";
import { hostilePaystack } from "../../../tools/doubles/hostile-shares.ts";
import { ownPort } from "../../../tools/testing/own-port.ts";
import { bookFaults } from "./books.ts";
import { userCount, type PaymentStorm, type PaymentStormReport } from "./payment-storm.ts";
import { passDay } from "./passing-time.ts";
import { paystackCounts } from "./paystack-fates.ts";
import { payByPrompt, paystackPhoneOf } from "./paystack-payers.ts";
import { paystackFaults } from "./paystack-truth.ts";
import { StormedShop } from "./stormed-shop.ts";

const secretKey = "sk_live_of_the_storm";
/** Short, because many requests get no answer. */
const answer_ms = 400;
const day_payments = 5000;
/** The double's time during the day, so that customers answer at once. */
const speed = 20;
/** After the last payment: late ones, webhooks that come three days later, and disputes until they are decided. */
const last_days = 7;

export interface PlayedPaystack {
  shop: StormedShop;
  paystack: PaystackDouble;
  report: PaymentStormReport;
}

/** @param inspect sees the shop before it is closed */
export async function stormPaystack(
  { seed, payments, onProgress = () => {} }: PaymentStorm,
  inspect: (played: PlayedPaystack) => Promise<void> = async () => {},
): Promise<PaymentStormReport> {
  const port = await ownPort();
  const limits = { ...usualPaymentLimits, day_max: 1_000_000_00 };
  const paystackSettings = { key: secretKey, url: `http://127.0.0.1:${port}`, answer_ms };
  const shop = await StormedShop.open({ paystack: paystackSettings, limits });
  let paystack: PaystackDouble | undefined;
  try {
    const webhookUrl = `${shop.lines.url}/api/payment/paystack`;
    paystack = await startPaystackDouble({ seed, secretKey, webhookUrl, shares: hostilePaystack, port });
    const double = paystack;
    const asked = { seed, payments, onProgress };
    await shop.whileKilling(asked, () => playDays(shop, double, asked));
    const report = await reportOf(shop, paystack, payments);
    await inspect({ shop, paystack, report });
    return report;
  } finally {
    await paystack?.close();
    await shop.close();
  }
}

/** Each day many pay within an hour. Then the day passes, and the shop asks about what is not decided. */
async function playDays(
  shop: StormedShop,
  paystack: PaystackDouble,
  { seed, payments, onProgress }: Required<PaymentStorm>,
): Promise<void> {
  const count = userCount(payments, day_payments);
  const shoppers = await shop.register(count, paystackPhoneOf);
  for (let from = 0; from < payments; from += day_payments) {
    const to = Math.min(payments, from + day_payments);
    await shop.signInAgain(shoppers);
    const stopClock = paystack.clock.follow(speed);
    await payByPrompt(shop, paystack, shoppers, { seed, from, to }).finally(stopClock);
    await passDay(shop, paystack.clock);
    onProgress(to);
  }
  for (let day = 0; day < last_days; day += 1) await passDay(shop, paystack.clock);
}

async function reportOf(
  shop: StormedShop,
  paystack: PaystackDouble,
  payments: number,
): Promise<PaymentStormReport> {
  const { webhooks } = paystack.journal;
  const believed = webhooks.filter(({ isForged, outcome }) => isForged && outcome === 200);
  const faults = [
    ...(await paystackFaults(shop, paystack, payments)),
    ...believed.map(({ reference }) => `${reference}: a forged webhook was believed`),
    ...(await bookFaults(shop)),
  ];
  const kills: [string, number] = ["processes killed", shop.kills];
  return { counts: [...paystackCounts(paystack), kills], faults };
}
