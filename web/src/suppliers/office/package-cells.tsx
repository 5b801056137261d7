import { money } from "../../lib/money.ts";
import { priceFields, type PriceField } from "../../products/office/draft.ts";
import { Badge } from "../../ui/badge.tsx";
import type { Fields } from "../../ui/list-columns.tsx";
import { belowCost, type PackageChoice } from "./package-choices.ts";

const levels: Record<PriceField, string> = {
  priceCustomer: "Customer",
  priceAgent: "Agent",
  priceSAg: "Super Agent",
};

/** What each level pays. */
export const priceColumns: Fields<PackageChoice> = Object.fromEntries(
  priceFields.map((field) => [
    field,
    {
      title: levels[field],
      kind: "cedis" as const,
      card: { line: (row: PackageChoice) => `${levels[field]} ${money(row[field])}` },
    },
  ]),
);

/** Who would pay less than the shop. */
export function BelowCost({ of }: { of: PackageChoice }) {
  const below = belowCost(of).map((field) => levels[field]);
  if (below.length === 0) return null;
  return <Badge variant="destructive">{below.join(", ")} below cost</Badge>;
}
