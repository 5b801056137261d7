import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { networks } from "#ledger/terms/networks.ts";
import { orderStatuses } from "#ledger/terms/statuses.ts";
import { AdminOrdersPage, type AdminOrdersSearch } from "../admin/orders/admin-orders-page.tsx";
import { dayFrom, searchOf, typedFrom, defined, sizeFrom } from "../lib/address.ts";
import { trailFrom } from "../lib/keyset.ts";

export const Route = createFileRoute("/admin/orders")({
  validateSearch: searchOf((search): AdminOrdersSearch => {
    const status = ([...orderStatuses, "all"] as const).find((each) => each === search["status"]);
    const network = networks.find((each) => each === search["network"]);
    const order = search["order"] === "oldest" ? ("oldest" as const) : undefined;
    const size = sizeFrom(search["size"], limits.page_sizes);
    const trail = trailFrom(search["trail"]);
    const days = { from: dayFrom(search["from"]), to: dayFrom(search["to"]) };
    return defined({ status, q: typedFrom(search["q"]), network, ...days, order, size, trail });
  }),
  component: Orders,
});

function Orders() {
  return <AdminOrdersPage {...Route.useSearch()} />;
}
