/**
 * npm run bench -- payments [--seconds 60] [--rounds 12]: the time from a webhook of Paystack until the payer's screen has the
 * new balance, and purchases with and without payments beside them. The load, the double of Paystack, the server and
 * PostgreSQL share the cores.
 */
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { usualPaymentLimits } from "../../api/payments/settings.ts";
import { startPaystackDouble } from "../../tools/doubles/paystack/double.ts";
import { Payers, secretKey } from "./payers.ts";
import { benchOrder, type CostlyResult, openPurchaseStand, type PurchaseStand } from "./purchase-stand.ts";
import { median } from "./rounds.ts";
import { startBenchServer } from "./server.ts";

type Print = (line: string) => void;

const perSecond = 20;
const round_ms = 4000;
const connections = 64;
/** One payment for each: so every new balance belongs to one webhook. */
const watched_max = 1200;
/** The aims. */
const p99_ms_max = 1000;
const ratio_min = 0.97;

export async function benchPayments(print: Print, args: string[]): Promise<void> {
  const options = {
    seconds: { type: "string", default: "60" },
    rounds: { type: "string", default: "12" },
  } as const;
  const { values } = parseArgs({ args, options });
  const payments = Math.min(watched_max, perSecond * Number(values.seconds));
  const postgres = await startBenchServer();
  // The customer acts, and the webhook is sent, when the benchmark says so.
  const shares = { payment: { customer: { waits: 1 }, webhook: { never: 1 } } };
  const paystack = await startPaystackDouble({ seed: 1, secretKey, webhookUrl: "", shares });
  try {
    const stand = await openPurchaseStand(postgres, {
      name: "payments",
      users: watched_max,
      payments: {
        paystack: { key: secretKey, url: paystack.url, answer_ms: 5000 },
        limits: { ...usualPaymentLimits, day_max: 1_000_000_00 },
      },
    });
    const payers = new Payers(stand, paystack);
    try {
      await measureDelay(print, payers, payments);
      print("");
      await compare(print, stand, payers, Number(values.rounds));
    } finally {
      await payers.close();
      await stand.stop();
    }
  } finally {
    await paystack.close();
    await postgres.stop();
  }
}

async function measureDelay(print: Print, payers: Payers, payments: number): Promise<void> {
  await payers.openScreens(payments);
  const delays_ms = (await payers.pay({ perSecond, payments, isWatched: true })).toSorted((a, b) => a - b);
  const at = (share: number) => delays_ms[Math.floor((delays_ms.length - 1) * share)] ?? Number.NaN;
  print(
    `${delays_ms.length} payments, ${perSecond} a second: from the moment when the webhook is sent until the payer's`,
  );
  print("websocket has the new balance. Each payment is verified in between. In ms:");
  const p99_ms = at(0.99);
  print(
    `  p50 ${at(0.5).toFixed(1)}   p95 ${at(0.95).toFixed(1)}   p99 ${p99_ms.toFixed(1)}   max ${at(1).toFixed(1)}   (aim: p99 below ${p99_ms_max})`,
  );
}

async function compare(print: Print, stand: PurchaseStand, payers: Payers, rounds: number): Promise<void> {
  const body = JSON.stringify(benchOrder);
  /** For each payment, of its customer and of Paystack, which are in this process. */
  const around_us: number[] = [];
  const buy = () => stand.run({ path: "/api/order/create", body, connections, duration_ms: round_ms });
  const besidePayments = async () => {
    const payments = (perSecond * round_ms) / 1000;
    const before = process.cpuUsage();
    const [bought] = await Promise.all([buy(), payers.pay({ perSecond, payments })]);
    const { user, system } = process.cpuUsage(before);
    around_us.push((user + system) / payments);
    return bought;
  };
  await buy();
  const pairs: { alone: CostlyResult; beside: CostlyResult }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // They take turns in going first, because a checkpoint of the first one would only slow down the second one.
    const first = round % 2 === 0 ? await buy() : await besidePayments();
    await sleep(500);
    const second = round % 2 === 0 ? await besidePayments() : await buy();
    pairs.push(round % 2 === 0 ? { alone: first, beside: second } : { alone: second, beside: first });
  }
  print(
    `Purchases over ${connections} keep-alive connections, alone and beside ${perSecond} payments a second,`,
  );
  print(`${rounds} interleaved pairs of ${round_ms / 1000} s; medians; PostgreSQL 18 with fsync.`);
  for (const name of ["alone", "beside"] as const) {
    const speed = median(pairs.map((pair) => pair[name].perSecond));
    const each_us = median(pairs.map((pair) => (pair[name].each_us[0] ?? 0) + (pair[name].each_us[1] ?? 0)));
    print(
      `  ${name.padEnd(7)} ${speed.toFixed(0).padStart(5)}/s   CPU of server and PostgreSQL for each ${each_us.toFixed(0)} us`,
    );
  }
  const ratio = median(pairs.map(({ alone, beside }) => beside.perSecond / alone.perSecond));
  print(`  median of the pairs: ${ratio.toFixed(3)} (aim: at least ${ratio_min})`);
  const allowed_ms = ((1 - ratio_min) * availableParallelism() * 1000) / perSecond;
  print(
    `  That aim leaves ${allowed_ms.toFixed(1)} ms of CPU for each payment. Its customer and Paystack, which a shop has elsewhere, use ${(median(around_us) / 1000).toFixed(1)} ms.`,
  );
}
