import type { PackageRecord } from "#contract/products.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import { priceFor } from "#contract/terms/pricing.ts";
import type { Level } from "#contract/terms/statuses.ts";
import { pesewas } from "../lib/money.ts";

export function priceOf(row: PackageRecord, level: Level): Pesewas {
  return priceFor(level, {
    customer: pesewas(row.priceCustomer),
    agent: pesewas(row.priceAgent),
    superAgent: pesewas(row.priceSAg),
  });
}
