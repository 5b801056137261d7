import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { topupStatuses } from "#ledger/terms/statuses.ts";
import { FinancePage, type FinanceProps } from "../admin/finance/finance-page.tsx";
import { searchOf, typedFrom, defined, sizeFrom } from "../lib/address.ts";
import { trailFrom } from "../lib/keyset.ts";

export const Route = createFileRoute("/admin/finance")({
  validateSearch: searchOf((search): FinanceProps => {
    const q = typedFrom(search["q"]);
    const status = topupStatuses.find((each) => each === search["status"]);
    const size = sizeFrom(search["size"], limits.page_sizes_finance);
    const trail = trailFrom(search["trail"]);
    const wait = typedFrom(search["wait"]);
    const waitTrail = trailFrom(search["waitTrail"]);
    return defined({ q, status, size, trail, wait, waitTrail });
  }),
  component: Finance,
});

function Finance() {
  return <FinancePage {...Route.useSearch()} />;
}
