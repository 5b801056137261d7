import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { networks } from "#ledger/terms/networks.ts";
import { orderStatuses } from "#ledger/terms/statuses.ts";
import { AdminOrdersPage } from "../admin/orders/admin-orders-page.tsx";
import { days, oneOf, sizeOf, searchOf, trail, typed, position } from "../lib/address.ts";

export const Route = createFileRoute("/admin/orders")({
  validateSearch: searchOf({
    status: oneOf([...orderStatuses, "all"]),
    q: typed,
    network: oneOf(networks),
    batch: position,
    ...days,
    order: oneOf(["oldest", "newest"]),
    size: sizeOf(limits.page_sizes),
    trail,
    open: position,
  }),
  component: Orders,
});

function Orders() {
  return <AdminOrdersPage {...Route.useSearch()} />;
}
