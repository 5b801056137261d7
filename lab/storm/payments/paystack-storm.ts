/** Many payments through the hostile double of Paystack, while the shop's processes are killed and start again. */
import { randomUUID } from "node:crypto";
import { usualPaymentLimits } from "../../../api/rails/rail.ts";
import type { PromptState } from "../../../contract/payments.ts";
import type { TopupRecord } from "../../../contract/topups.ts";
import { randomOf } from "../../../tools/doubles/fate.ts";
import { type PaystackDouble, startPaystackDouble } from "../../../tools/doubles/paystack/double.ts";
import { hostilePaystack } from "../../../tools/doubles/hostile-shares.ts";
import { ownPort } from "../../../tools/testing/own-port.ts";
import type { Shopper } from "../../shoppers.ts";
import { inLanes } from "../../waiting.ts";
import { bookFaults } from "./books.ts";
import { outcomeOf, paystackFaults } from "./paystack-truth.ts";
import { type Storm, type StormReport, StormedShop, userCount } from "../stormed-shop.ts";

const secretKey = "sk_live_of_the_storm";
/** Short, because many requests get no answer. */
const answer_ms = 400;
const day_payments = 5000;
/** The double's time during the day, so that customers answer at once. */
const speed = 20;
/** After the last payment: late ones, webhooks that come three days later, and disputes until they are decided. */
const last_days = 7;

const payers_at_once = 32;
const amount_pesewas = { min: 50_00, max: 2_000_00 } as const;
const wrong_code_chance = 0.1;

interface Prompted extends PromptState {
  recharge: TopupRecord;
}

export interface PlayedPaystack {
  shop: StormedShop;
  paystack: PaystackDouble;
  report: StormReport;
}

/** @param inspect sees the shop before it is closed */
export async function stormPaystack(
  asked: Storm,
  inspect: (played: PlayedPaystack) => Promise<void> = async () => {},
): Promise<StormReport> {
  const port = await ownPort();
  const limits = { ...usualPaymentLimits, day_max: 1_000_000_00 };
  const paystackSettings = { key: secretKey, url: `http://127.0.0.1:${port}`, answer_ms };
  const shop = await StormedShop.open({ payments: { paystack: paystackSettings, limits } });
  let paystack: PaystackDouble | undefined;
  try {
    const webhookUrl = `${shop.lines.url}/api/payment/paystack`;
    paystack = await startPaystackDouble({
      seed: asked.seed,
      secretKey,
      webhookUrl,
      shares: hostilePaystack,
      port,
    });
    const double = paystack;
    await shop.whileKilling(asked, () => playDays(shop, double, asked));
    const report = await reportOf(shop, paystack, asked.size);
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
  { seed, size: payments, onProgress }: Storm,
): Promise<void> {
  const count = userCount(payments, day_payments);
  const shoppers = await shop.register(count, phoneOf);
  for (let from = 0; from < payments; from += day_payments) {
    const to = Math.min(payments, from + day_payments);
    await shop.signInAgain(shoppers);
    const stopClock = paystack.clock.follow(speed);
    const numbers = Array.from({ length: to - from }, (_, n) => from + n);
    await inLanes(payers_at_once, numbers, (number) =>
      payByPrompt(shop, paystack, shoppers[number % shoppers.length]!, { seed, number }),
    ).finally(stopClock);
    await shop.passDay(paystack.clock);
    onProgress?.(to);
  }
  for (let day = 0; day < last_days; day += 1) await shop.passDay(paystack.clock);
}

async function reportOf(shop: StormedShop, paystack: PaystackDouble, payments: number): Promise<StormReport> {
  const { webhooks } = paystack.journal;
  const believed = webhooks.filter(({ isForged, outcome }) => isForged && outcome === 200);
  const faults = [
    ...(await paystackFaults(shop, paystack, payments)),
    ...believed.map(({ reference }) => `${reference}: a forged webhook was believed`),
    ...(await bookFaults(shop)),
  ];
  const kills: [string, number] = ["processes killed", shop.kills];
  return { counts: [...countsOf(paystack), kills], retries: shop.retries, faults };
}

/** Every seventh number is one of Telecel, which needs a code. */
function phoneOf(n: number): string {
  return `${n % 7 === 0 ? "020" : "024"}${String(1_000_000 + n)}`;
}

/** Sends each request until it has an answer, and enters the code that the phone shows. */
async function payByPrompt(
  shop: StormedShop,
  paystack: PaystackDouble,
  shopper: Shopper,
  { seed, number }: { seed: number; number: number },
): Promise<void> {
  const random = randomOf(seed + 2, number);
  const send = <T>(path: string, body: object) =>
    shop.ask<T>(shopper.token, { method: "POST", path, body, key: randomUUID() }, number);
  const amount = random.whole(amount_pesewas.min, amount_pesewas.max) / 100;
  const { recharge, state } = await send<Prompted>("/payment/prompt", { amount });
  if (state !== "otp") return;
  const [row] = await shop.query<{ reference: string }>(
    "select reference from shop.charge where topup = $1",
    [recharge._id],
  );
  const otp = random.chance(wrong_code_chance) ? "0000" : paystack.voucherOf(row?.reference ?? "");
  await send<PromptState>(`/payment/prompt/${recharge._id}/otp`, { otp });
}

/** How many payments met each fate, so that a storm shows what it was. */
function countsOf({ payments, journal }: PaystackDouble): [what: string, count: number][] {
  const all = [...payments.values()];
  const paid = all.filter((payment) => payment.paid !== undefined);
  const cedis = paid.filter((payment) => outcomeOf(payment) !== "nothing");
  const count = <T>(list: readonly T[], is: (one: T) => boolean) => list.filter(is).length;
  const { webhooks, requests } = journal;
  return [
    ["prompted", all.length],
    ["paid what was asked for", count(cedis, (one) => outcomeOf(one) === "asked")],
    ["declined, or without enough money", count(all, ({ paid, stage }) => !paid && stage === "failed")],
    ["never approved", count(all, ({ paid, stage }) => !paid && stage !== "failed")],
    ["paid after the prompt was over", count(paid, ({ fate }) => fate.customer === "approves late")],
    ["paid less", count(cedis, ({ fate }) => fate.pays.startsWith("less"))],
    ["paid more", count(cedis, ({ fate }) => fate.pays === "more")],
    ["paid with the fee on top", count(cedis, ({ fate }) => fate.pays === "fee on top")],
    [
      "told with a fee below zero",
      count(paid, ({ fate }) => fate.pays === "asked" && fate.fee === "negative"),
    ],
    ["told with a fee above the payment", count(paid, (one) => outcomeOf(one) === "doubted")],
    ["paid in another currency", count(paid, ({ fate }) => fate.pays === "other currency")],
    ["paid in the test domain", count(paid, ({ fate }) => fate.domain === "other")],
    ["disputed in vain", count(paid, ({ fate }) => fate.dispute === "won")],
    ["reversed after a dispute", count(all, ({ stage }) => stage === "reversed")],
    ["told before the answer to the charge", count(paid, ({ fate }) => fate.webhook === "first")],
    ["told twice", count(paid, ({ fate }) => fate.webhook === "twice")],
    ["told three days late", count(paid, ({ fate }) => fate.webhook === "days late")],
    ["never told", count(paid, ({ fate }) => fate.webhook === "never")],
    ["verified late", count(paid, ({ fate }) => fate.verify === "lags")],
    ["webhooks forged", count(webhooks, ({ isForged }) => isForged)],
    ["webhooks that nobody answered", count(webhooks, ({ outcome }) => typeof outcome === "string")],
    ["webhooks sent again", count(webhooks, ({ attempt }) => attempt > 1)],
    ["requests of the shop that failed", count(requests, ({ outcome }) => outcome === 502)],
    ["requests without an answer", count(requests, ({ outcome }) => typeof outcome === "string")],
  ];
}
