/**
 * npm run bench -- payments [--seconds 60] [--rounds 12]: the time from a webhook of Paystack until the payer's screen has the
 * new balance, and purchases with and without payments beside them. The load, the double of Paystack, the server and
 * PostgreSQL share the cores.
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { usualPaymentLimits } from "../../api/rails/rail.ts";
import { startPaystackDouble } from "../../tools/doubles/paystack/double.ts";
import type { BenchRun } from "./bench-postgres.ts";
import { Payers, secretKey } from "./payers.ts";
import { compete, median, percentile, type Print, ratioOfPairs } from "./rounds.ts";
import { connections, Stand } from "./stand.ts";

const perSecond = 20;
const round_ms = 4000;
/** One payment for each: so every new balance belongs to one webhook. */
const watched_max = 1200;
/** The aims. */
const p99_ms_max = 1000;
const ratio_min = 0.97;

export async function benchPayments({ print, postgres, args }: BenchRun): Promise<void> {
  const options = {
    seconds: { type: "string", default: "60" },
    rounds: { type: "string", default: "12" },
  } as const;
  const { values } = parseArgs({ args, options });
  const payments = Math.min(watched_max, perSecond * Number(values.seconds));
  // The customer acts, and the webhook is sent, when the benchmark says so.
  const shares = { payment: { customer: { waits: 1 }, webhook: { never: 1 } } };
  const paystack = await startPaystackDouble({ seed: 1, secretKey, webhookUrl: "", shares });
  const settings = {
    payments: {
      paystack: { key: secretKey, url: paystack.url, answer_ms: 5000 },
      limits: { ...usualPaymentLimits, day_max: 1_000_000_00 },
    },
  };
  const stand = await Stand.open(postgres, "payments", { users: watched_max, settings });
  const payers = new Payers(stand, paystack);
  await measureDelay(print, payers, payments);
  await compare(print, stand, payers, Number(values.rounds));
}

async function measureDelay(print: Print, payers: Payers, payments: number): Promise<void> {
  await payers.openScreens(payments);
  const delays_ms = (await payers.pay({ perSecond, payments, isWatched: true })).toSorted((a, b) => a - b);
  const at = (share: number) => percentile(delays_ms, share).toFixed(1);
  print(
    `${payments} payments, ${perSecond} a second: from the moment when the webhook is sent until the payer's`,
  );
  print("websocket has the new balance. Each payment is verified in between. In ms:");
  print(
    `  p50 ${at(0.5)}   p95 ${at(0.95)}   p99 ${at(0.99)}   max ${at(1)}   (aim: p99 below ${p99_ms_max})\n`,
  );
}

async function compare(print: Print, stand: Stand, payers: Payers, rounds: number): Promise<void> {
  /** For each payment, of its customer and of Paystack, which are in this process. */
  const around_us: number[] = [];
  const buy = (duration_ms: number) => stand.run({ duration_ms });
  const besidePayments = async (duration_ms: number) => {
    const payments = (perSecond * duration_ms) / 1000;
    const before = process.cpuUsage();
    const [bought] = await Promise.all([buy(duration_ms), payers.pay({ perSecond, payments })]);
    const { user, system } = process.cpuUsage(before);
    around_us.push((user + system) / payments);
    return bought;
  };
  const [alone, beside] = await compete(
    [
      { name: "alone", run: buy },
      { name: "beside", run: besidePayments },
    ],
    { rounds, round_ms, warm_ms: round_ms },
  );
  if (!alone || !beside) return;
  print(
    `Purchases over ${connections} keep-alive connections, alone and beside ${perSecond} payments a second,`,
  );
  print(`${rounds} interleaved pairs of ${round_ms / 1000} s; medians; PostgreSQL 18 with fsync.`);
  for (const { name, perSecond: speed, each_us } of [alone, beside]) {
    const both_us = (each_us[0] ?? 0) + (each_us[1] ?? 0);
    print(
      `  ${name.padEnd(7)} ${speed.toFixed(0).padStart(5)}/s   CPU of server and PostgreSQL for each ${both_us.toFixed(0)} us`,
    );
  }
  print(`  median of the pairs: ${ratioOfPairs(beside, alone).toFixed(3)} (aim: at least ${ratio_min})`);
  const allowed_ms = ((1 - ratio_min) * availableParallelism() * 1000) / perSecond;
  print(
    `  That aim leaves ${allowed_ms.toFixed(1)} ms of CPU for each payment. Its customer and Paystack, which a shop has elsewhere, use ${(median(around_us) / 1000).toFixed(1)} ms.`,
  );
}
