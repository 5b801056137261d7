/** What every storm of payments has: how large it is, what it says in the end, and the checks that need no rail. */
import { verify } from "#ledger/store/verify/verify.ts";
import type { StormedShop } from "./stormed-shop.ts";

export interface PaymentStorm {
  seed: number;
  payments: number;
  onProgress?: (payments: number) => void;
}

export interface PaymentStormReport {
  /** How many payments met which fate. */
  counts: [what: string, count: number][];
  /** Everything that is lost, doubled or wrong. Empty if nothing is. */
  faults: string[];
}

/** The whole log, every projection and the sum of all accounts, and processes that ended by themselves. */
export async function bookFaults(shop: StormedShop): Promise<string[]> {
  const { findings } = await shop.use((client) => verify(client));
  return [
    ...findings.map((finding) => `verify: ${JSON.stringify(finding)}`),
    ...shop.apps.flatMap(({ crashes }) => crashes),
  ];
}
