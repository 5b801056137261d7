import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { networks } from "#ledger/terms/networks.ts";
import { orderStatuses } from "#ledger/terms/statuses.ts";
import { AdminOrdersPage, type AdminOrdersSearch } from "../features/admin-orders/admin-orders-page.tsx";
import { defined } from "../lib/defined.ts";
import { trailFrom } from "../lib/keyset.ts";
import { sizeFrom } from "../lib/paging.ts";
import { searchText } from "../lib/search-text.ts";

export const Route = createFileRoute("/admin/orders")({
  validateSearch: (search: Record<string, unknown>): AdminOrdersSearch => {
    const status = ([...orderStatuses, "all"] as const).find((each) => each === search["status"]);
    const network = networks.find((each) => each === search["network"]);
    const order = search["order"] === "oldest" ? ("oldest" as const) : undefined;
    const size = sizeFrom(search["size"], limits.page_sizes);
    const trail = trailFrom(search["trail"]);
    const days = { from: dayFrom(search["from"]), to: dayFrom(search["to"]) };
    return defined({ status, q: searchText(search["q"]), network, ...days, order, size, trail });
  },
  component: Orders,
});

function dayFrom(value: unknown): string | undefined {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined;
}

function Orders() {
  return <AdminOrdersPage {...Route.useSearch()} />;
}
