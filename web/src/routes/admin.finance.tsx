import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { topupStatuses } from "#ledger/terms/statuses.ts";
import { FinancePage } from "../admin/finance/finance-page.tsx";
import { days, oneOf, sizeOf, searchOf, trail, typed } from "../lib/address.ts";

export const Route = createFileRoute("/admin/finance")({
  validateSearch: searchOf({
    q: typed,
    status: oneOf(topupStatuses),
    ...days,
    size: sizeOf(limits.page_sizes_finance),
    trail,
    wait: typed,
    waitTrail: trail,
  }),
  component: Finance,
});

function Finance() {
  return <FinancePage {...Route.useSearch()} />;
}
