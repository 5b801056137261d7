import type { PriceRecord } from "#contract/fulfilment.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { money } from "../../lib/money.ts";
import { useNow_ms } from "../../lib/now.ts";
import { PagedList } from "../../office/paged-list.tsx";
import { cn } from "../../lib/cn.ts";
import { columnsOf, type Fields } from "../../ui/list-columns.tsx";
import { type PackageChoice, belowCost } from "./package-choices.ts";
import { supplierTitles } from "./supplier-text.ts";
import { levelNames, priceFields } from "../../products/office/draft.ts";
import { Badge } from "../../ui/badge.tsx";

/** What each level pays. */
export const priceColumns: Fields<PackageChoice> = Object.fromEntries(
  priceFields.map((field) => [
    field,
    {
      title: levelNames[field],
      kind: "cedis" as const,
      card: { line: (row: PackageChoice) => `${levelNames[field]} ${money(row[field])}` },
    },
  ]),
);

/** Who would pay less than the shop. */
export function BelowCost({ of }: { of: PackageChoice }) {
  const below = belowCost(of).map((field) => levelNames[field]);
  if (below.length === 0) return null;
  return <Badge variant="destructive">{below.join(", ")} below cost</Badge>;
}

/** Older changes are in the prices by now. */
const shown_ms = 30 * 24 * 3600_000;

interface ChangedCost extends PackageChoice {
  price: PriceRecord;
}

/** What suppliers have changed lately, beside the prices of the packages that they deliver. Renders nothing if nothing was. */
export function ChangedCosts({
  prices,
  rows,
}: {
  prices: readonly PriceRecord[];
  rows: readonly PackageChoice[];
}) {
  const now_ms = useNow_ms();
  const changed = prices
    .filter(({ changedAt }) => changedAt !== null && now_ms - Date.parse(changedAt) < shown_ms)
    .toSorted((a, b) => (b.changedAt ?? "").localeCompare(a.changedAt ?? ""))
    .flatMap((price) =>
      rows
        .filter(({ savedRoutes }) =>
          savedRoutes.some((one) => one.supplier === price.supplier && one.code === price.code),
        )
        .map((row): ChangedCost => ({ ...row, price })),
    );
  return <PagedList title="Costs that changed in 30 days" columns={columns} rows={changed} />;
}

const columns = columnsOf<ChangedCost>({
  offer: {
    title: "Package",
    value: ({ network, offer }) => `${network} ${offer}`,
    card: { title: ({ network, offer }) => `${network} ${offer}` },
  },
  supplier: { title: "Supplier", value: ({ price }) => supplierTitles[price.supplier], card: "line" },
  changedAt: { title: "Changed", value: ({ price }) => formatDateTime(price.changedAt ?? ""), card: "text" },
  cost: {
    title: "Cost",
    isNumber: true,
    value: ({ price }) => price.cost,
    cell: ({ price }) => <CostChange of={price} />,
    card: { end: ({ price }) => <CostChange of={price} />, more: (row) => <BelowCost of={row} /> },
  },
  ...priceColumns,
  below: { title: "", value: () => "", cell: (row) => <BelowCost of={row} /> },
});

function CostChange({ of: { cost, oldCost } }: { of: PriceRecord }) {
  return (
    <span className="whitespace-nowrap">
      {oldCost !== null && `${money(oldCost)} → `}
      <b className={cn(oldCost !== null && cost > oldCost && "text-destructive")}>{money(cost)}</b>
    </span>
  );
}
