import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { orderStatuses, type OrderStatus } from "#ledger/terms/statuses.ts";
import { AdminOrdersPage } from "../features/admin-orders/admin-orders-page.tsx";
import { defined } from "../lib/defined.ts";
import { trailFrom } from "../lib/keyset.ts";
import { sizeFrom } from "../lib/paging.ts";

export interface AdminOrdersSearch {
  /** Pending where nothing is said: the work to be done. */
  status?: OrderStatus | "all";
  size?: number;
  /** The cursors of the pages gone through, the present one last (lib/keyset.ts). */
  trail?: string;
}

export const Route = createFileRoute("/admin/orders")({
  validateSearch: (search: Record<string, unknown>): AdminOrdersSearch => {
    const status = ([...orderStatuses, "all"] as const).find((each) => each === search["status"]);
    const size = sizeFrom(search["size"], limits.page_sizes);
    const trail = trailFrom(search["trail"]);
    return defined({ status, size, trail });
  },
  component: Orders,
});

function Orders() {
  return <AdminOrdersPage {...Route.useSearch()} />;
}
