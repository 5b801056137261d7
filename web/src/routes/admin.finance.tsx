import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { FinancePage } from "../features/admin-finance/finance-page.tsx";
import { defined } from "../lib/defined.ts";
import { trailFrom } from "../lib/keyset.ts";
import { sizeFrom } from "../lib/paging.ts";

export interface FinanceSearch {
  /** Of the history. */
  size?: number;
  trail?: string;
}

export const Route = createFileRoute("/admin/finance")({
  validateSearch: (search: Record<string, unknown>): FinanceSearch => {
    const size = sizeFrom(search["size"], limits.page_sizes_finance);
    const trail = trailFrom(search["trail"]);
    return defined({ size, trail });
  },
  component: Finance,
});

function Finance() {
  return <FinancePage {...Route.useSearch()} />;
}
