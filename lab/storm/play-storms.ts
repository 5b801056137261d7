/** Plays storms of payments, orders or guests, a round for each. */
import { type Played, playTrial, type Watching } from "../scenario/play-rounds.ts";
import type { RoundReport } from "../scenario/scenario.ts";
import { stormPaystack } from "./payments/paystack-storm.ts";
import { stormSms } from "./payments/sms-storm.ts";
import { stormShops } from "./shops/shop-storm.ts";
import type { Storm, StormReport } from "./stormed-shop.ts";
import { stormSuppliers } from "./suppliers/supplier-storm.ts";

type NamedStorm = readonly [name: string, storm: (asked: Storm) => Promise<StormReport>];

const storms = {
  payments: [
    ["Paystack", (asked) => stormPaystack(asked)],
    ["SMS", (asked) => stormSms(asked)],
  ],
  suppliers: [["Suppliers", (asked) => stormSuppliers(asked)]],
  shops: [["Shops", (asked) => stormShops(asked)]],
} satisfies Record<string, readonly NamedStorm[]>;

export function playStorms(kind: keyof typeof storms, asked: Storm & Watching): Promise<Played> {
  async function* rounds(): AsyncGenerator<RoundReport> {
    for (const [name, storm] of storms[kind]) {
      const began_ms = performance.now();
      const onProgress = (done: number) =>
        console.log(`${name}: ${done} asked for, ${seconds(performance.now() - began_ms)}`);
      const { counts, faults, retries } = await storm({ ...asked, onProgress });
      yield {
        name,
        acknowledged: asked.size,
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
