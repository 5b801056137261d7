/** Many guests pay in agents' shops, and agents take out what they earn, through the hostile double of Paystack, while processes are killed. */
import { setTimeout as sleep } from "node:timers/promises";
import { usualPaymentLimits } from "../../../api/rails/rail.ts";
import { hostilePaystack } from "../../../tools/doubles/hostile-shares.ts";
import { type PaystackDouble, startPaystackDouble } from "../../../tools/doubles/paystack/double.ts";
import { ownPort } from "../../../tools/testing/own-port.ts";
import { inLanes, waitFor } from "../../waiting.ts";
import { outcomeOf } from "../payments/paystack-truth.ts";
import { type Storm, StormedShop, type StormReport } from "../stormed-shop.ts";
import { endFaults } from "./shop-end.ts";
import {
  guestFaults,
  isDelivered,
  payoutFaults,
  readGuests,
  readWithdrawals,
  type TrueGuest,
  type TrueWithdrawal,
} from "./shop-truth.ts";
import { openAgents, openDay, type ShopStage, withdraw } from "./stormed-agents.ts";
import { buyAsGuest } from "./stormed-guests.ts";
import { settleOpen, workOffice } from "./stormed-office.ts";

const secretKey = "sk_live_of_the_shops";
/** Short, because many requests get no answer. */
const answer_ms = 400;
/** The double's time during the day, so that guests answer at once. */
const speed = 20;
const days_min = 4;
const day_guests_max = 800;
/** After the last payment: late ones, webhooks that come three days later, and disputes until they are decided. */
const last_days = 7;
/** Each day has many questions about refunds and payouts, of which the storm has as many. */
const day_asks = 3;
/** For so many payments of guests there is one withdrawal. */
const payout_every = 10;
const agents = { min: 10, max: 250, guests: 40 } as const;
const at_once = { guests: 24, payouts: 6 } as const;
const asked_ms_max = 120_000;
const kills_as_of = 4000;
const quiet_ms = 1500;
const office_pause_ms = 200;

/** @param inspect sees the shop before it is closed */
export async function stormShops(
  asked: Storm,
  inspect: (stage: ShopStage) => Promise<void> = async () => {},
): Promise<StormReport> {
  const port = await ownPort();
  const settings = { key: secretKey, url: `http://127.0.0.1:${port}`, answer_ms };
  const shop = await StormedShop.open({ payments: { paystack: settings, limits: usualPaymentLimits } });
  let paystack: PaystackDouble | undefined;
  try {
    const webhookUrl = `${shop.lines.url}/api/payment/paystack`;
    const { seed } = asked;
    paystack = await startPaystackDouble({ seed, secretKey, webhookUrl, shares: hostilePaystack, port });
    const count = Math.min(agents.max, Math.max(agents.min, Math.ceil(asked.size / agents.guests)));
    const stage: ShopStage = {
      shop,
      paystack,
      agents: await openAgents(shop, count),
      guests: [],
      byHand: new Set(),
      takenBack: new Set(),
      withdrawals: [],
      faults: [],
    };
    // The days of a few guests are as long as those of many.
    await shop.whileKilling({ ...asked, size: Math.max(asked.size, kills_as_of) }, () =>
      playDays(stage, asked),
    );
    const report = await reportOf(stage);
    await inspect(stage);
    return report;
  } finally {
    await paystack?.close();
    await shop.close();
  }
}

/** Each day guests buy, the office works, and agents take out what the days before have brought. Then the day passes. */
async function playDays(stage: ShopStage, { seed, size, onProgress }: Storm): Promise<void> {
  const { shop, paystack } = stage;
  const days = Math.max(days_min, Math.ceil(size / day_guests_max));
  const payouts = Math.floor(size / payout_every);
  for (let day = 0; day <= days; day += 1) {
    const token = await shop.signInAdmin();
    await openDay(stage, token, day);
    const stopClock = paystack.clock.follow(speed);
    const buying = inLanes(at_once.guests, part(size, day, days), (number) =>
      buyAsGuest(stage, { seed, number }),
    );
    const taking = inLanes(at_once.payouts, part(payouts, day - 1, days), (number) =>
      withdraw(stage, { seed, number }),
    );
    await workUntil(stage, { token, seed }, Promise.all([buying, taking])).finally(stopClock);
    await passDay(stage);
    onProgress?.(Math.min(size, Math.ceil((size * (day + 1)) / days)));
  }
  for (let day = 0; day < last_days; day += 1) {
    const token = await shop.signInAdmin();
    await passDay(stage);
    while ((await workOffice(stage, token, seed)) > 0);
  }
}

/** The numbers of the n-th of so many parts. */
function part(all: number, n: number, parts: number): number[] {
  if (n < 0 || n >= parts) return [];
  const [from, to] = [n, n + 1].map((at) => Math.floor((all * at) / parts)) as [number, number];
  return Array.from({ length: to - from }, (_, at) => from + at);
}

/** The office works until they are done, and then ends what is left. */
async function workUntil(
  stage: ShopStage,
  { token, seed }: { token: string; seed: number },
  others: Promise<unknown>,
): Promise<void> {
  let isOver = false;
  const ending = others.finally(() => (isOver = true));
  const working = (async () => {
    while (!isOver || (await workOffice(stage, token, seed)) > 0) {
      if (!isOver) await workOffice(stage, token, seed);
      await sleep(office_pause_ms);
    }
  })();
  await Promise.all([ending, working]);
}

/** For Paystack and the shop. What is not decided is asked about as often as a day would. */
async function passDay(stage: ShopStage): Promise<void> {
  await stage.shop.passDay(stage.paystack.clock);
  for (let ask = 0; ask < day_asks; ask += 1) await askAll(stage);
}

const refundsDue = `from ledger.payment p where p.id = c.payment and p.refund in ('wanted', 'asked') and p.status = 'held'
  and not p.disputed`;
const payoutsDue = `from ledger.withdrawal w where w.id = o.withdrawal
  and (w.status = 'sent' and w.rail = 'paystack' or o.heard_at is not null)`;

/** Each question that the shop still has is asked now. */
async function askAll({ shop }: ShopStage): Promise<void> {
  await shop.query("update shop.charge set next_check_at = now() where next_check_at is not null");
  await shop.query(`update shop.charge c set refund_next_at = now() ${refundsDue}`);
  await shop.query(`update shop.payout o set next_at = now() ${payoutsDue}`);
  const due = () =>
    shop.query(
      `select from shop.charge where next_check_at <= now()
       union all select from shop.charge c where refund_next_at <= now() and exists (select ${refundsDue})
       union all select from shop.payout o where next_at <= now() and exists (select ${payoutsDue}) limit 1`,
    );
  const isAsked = async () => (await due()).length === 0;
  if (!(await waitFor(isAsked, { ms_max: asked_ms_max, pause_ms: 50 })))
    throw new Error(`the shop has not asked about everything after ${asked_ms_max} ms`);
}

/** No question is under way any more. */
async function untilQuiet({ paystack }: ShopStage): Promise<void> {
  const { requests } = paystack.journal;
  for (let seen = -1; seen !== requests.length; await sleep(quiet_ms)) seen = requests.length;
}

async function reportOf(stage: ShopStage): Promise<StormReport> {
  const { shop, paystack } = stage;
  for (let ask = 0; ask < day_asks; ask += 1) {
    await askAll(stage);
    await untilQuiet(stage);
  }
  const unlisted = await settleOpen(stage);
  await untilQuiet(stage);
  const [guests, payouts] = [await readGuests(stage), await readWithdrawals(stage)];
  const believed = paystack.journal.webhooks.filter(({ isForged, outcome }) => isForged && outcome === 200);
  const faults = [
    ...stage.faults,
    ...unlisted,
    ...believed.map(({ reference }) => `${reference}: a forged webhook was believed`),
    ...guestFaults(stage, guests),
    ...payoutFaults(stage, payouts),
    ...(await endFaults(stage, guests, payouts)),
  ];
  return { counts: countsOf(stage, guests, payouts), retries: shop.retries, faults };
}

/** How many met which fate, so that a storm shows what it was. */
function countsOf(
  { shop, paystack, takenBack, byHand }: ShopStage,
  guests: readonly TrueGuest[],
  payouts: readonly TrueWithdrawal[],
): [what: string, count: number][] {
  const count = <T>(list: readonly T[], is: (one: T) => boolean) => list.filter(is).length;
  const paid = guests.flatMap(({ truth }) => (truth && outcomeOf(truth) !== "nothing" ? [truth] : []));
  const { webhooks, requests } = paystack.journal;
  const transfers = [...paystack.transfers.values()];
  return [
    ["orders of guests", guests.length],
    ["paid", paid.length],
    ["paid on the page", count(paid, ({ phone }) => phone === undefined)],
    ["paid too little", count(paid, ({ fate }) => fate.pays.startsWith("less"))],
    ["paid too much", count(paid, ({ fate }) => fate.pays === "more")],
    ["paid late", count(paid, ({ fate }) => fate.customer === "approves late")],
    ["delivered", count(guests, isDelivered)],
    ["rejected", count(guests, ({ status }) => status === "rejected")],
    ["returned by Paystack", count(paid, ({ stage }) => stage === "reversed")],
    ["refunds that failed, and are listed", count(guests, ({ booked }) => booked?.status === "held")],
    ["margins lost to a dispute", count(guests, ({ lost }) => lost > 0)],
    ["withdrawals", payouts.length],
    ["withdrawals paid", count(payouts, ({ status }) => status === "paid")],
    ["paid by hand", byHand.size],
    ["taken back by their agents", takenBack.size],
    ["transfers that failed", count(transfers, ({ fate }) => fate.outcome.startsWith("failed"))],
    ["transfers that came back", count(transfers, ({ stage }) => stage === "reversed")],
    ["transfers paid after all, and listed", count(payouts, ({ isListed }) => isListed)],
    ["transfers asked for again", count(transfers, ({ asked }) => asked > 1)],
    ["webhooks forged", count(webhooks, ({ isForged }) => isForged)],
    [
      "requests that failed or got no answer",
      count(requests, ({ outcome }) => outcome === 502 || typeof outcome === "string"),
    ],
    ["processes killed", shop.kills],
  ];
}
