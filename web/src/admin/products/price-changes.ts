import type { ChangeRecord } from "#api/contract/audit.ts";
import type { ProductRecord } from "#api/contract/products.ts";
import { parseCedis, plainCedis } from "#ledger/terms/money.ts";
import { isFarFrom } from "#ledger/terms/pricing.ts";
import { pesewas } from "../../lib/money.ts";
import { type PackageDraft, priceFields, type PriceField } from "./draft.ts";

const labels: Record<PriceField, string> = {
  priceCustomer: "customer",
  priceAgent: "agent",
  priceSAg: "super agent",
};

/** The prices that a save changes or makes, as admins read them; and whether one moves so far that it may be a slip. */
export function priceChanges(
  packages: readonly PackageDraft[],
  product: ProductRecord | undefined,
): { changes: ChangeRecord[]; isFar: boolean } {
  const changes: ChangeRecord[] = [];
  let isFar = false;
  for (const { _id, offer, ...row } of packages) {
    const old = product?.packages.find((one) => one._id === _id);
    for (const field of priceFields) {
      const price = parseCedis(row[field]);
      const was = old && pesewas(old[field]);
      if (price === undefined || price === was) continue;
      if (was !== undefined && isFarFrom(price, was)) isFar = true;
      const before = was === undefined ? null : plainCedis(was);
      changes.push({ what: `${offer}: ${labels[field]}`, before, after: plainCedis(price) });
    }
  }
  return { changes, isFar };
}
