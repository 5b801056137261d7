import { type Played, playTrial, type Watching } from "../../scenario/play-rounds.ts";
import type { RoundReport } from "../../scenario/scenario.ts";
import { stormPaystack } from "./paystack-storm.ts";
import { stormSms } from "./sms-storm.ts";
import type { PaymentStorm } from "./stormed-shop.ts";

const storms = [
  ["Paystack", stormPaystack],
  ["SMS", stormSms],
] as const;

/** Storms each rail with so many payments: a round for each. */
export function stormPayments(asked: PaymentStorm & Watching): Promise<Played> {
  async function* rounds(): AsyncGenerator<RoundReport> {
    for (const [name, storm] of storms) {
      const began_ms = performance.now();
      const onProgress = (done: number) =>
        console.log(`${name}: ${done} payments asked for, ${seconds(performance.now() - began_ms)}`);
      const { counts, faults, retries } = await storm({ ...asked, onProgress });
      yield {
        name,
        acknowledged: asked.payments,
        retries,
        times: { "the storm": performance.now() - began_ms },
        notes: counts.map(([what, count]) => `${String(count).padStart(7)} ${what}`),
        failures: faults,
      };
    }
  }
  // Each storm ends itself at the signal, and closes its shop.
  const { signal, ...watching } = asked;
  return playTrial({ rounds: rounds(), findings: async () => [], close: async () => {} }, watching);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(0)} s`;
}
