import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { rechargeStatuses } from "#ledger/terms/statuses.ts";
import { FinancePage } from "../features/admin-finance/finance-page.tsx";
import type { HistoryProps } from "../features/admin-finance/topup-history.tsx";
import { defined } from "../lib/defined.ts";
import { trailFrom } from "../lib/keyset.ts";
import { sizeFrom } from "../lib/paging.ts";
import { searchText } from "../lib/search-text.ts";

export const Route = createFileRoute("/admin/finance")({
  validateSearch: (search: Record<string, unknown>): HistoryProps => {
    const q = searchText(search["q"]);
    const status = rechargeStatuses.find((each) => each === search["status"]);
    const size = sizeFrom(search["size"], limits.page_sizes_finance);
    const trail = trailFrom(search["trail"]);
    return defined({ q, status, size, trail });
  },
  component: Finance,
});

function Finance() {
  return <FinancePage {...Route.useSearch()} />;
}
