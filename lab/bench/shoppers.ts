/** A shop with one product, and users with money and a session each, for benchmarks that call the API. */
import type { Pesewas } from "../../ledger/terms/money.ts";
import { registerShoppers, type Shopper, withWriter } from "../shoppers.ts";

export const sessionSecret = "a secret that only the benchmark knows, long enough";

export const openingBalance: Pesewas = 1_000_000_00;

/** Users with money and a session each, and one product. */
export async function openBenchShop(url: string, count: number): Promise<Shopper[]> {
  const packages = [{ id: "p-1", offer: "1 GB", customer: 480, agent: 460, superAgent: 450 }];
  const facts = { network: "MTNup2u", status: "available", note: "", image: null, packages } as const;
  await withWriter(url, (submit) => submit("create_product", { product: "p", facts }));
  const phoneOf = (n: number) => `02${String(40_000_000 + n)}`;
  return registerShoppers(url, sessionSecret, { count, phoneOf, balance: openingBalance });
}
