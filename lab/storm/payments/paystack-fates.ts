/** How many payments met each fate, so that a storm shows what it was. */
import type { PaystackDouble } from "../../../tools/doubles/paystack/double.ts";
import { outcomeOf } from "./paystack-truth.ts";

export function paystackCounts({ payments, journal }: PaystackDouble): [what: string, count: number][] {
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
