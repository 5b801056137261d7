import { createFileRoute } from "@tanstack/react-router";
import type { orderList } from "#contract/order-list.ts";
import { AdminOrdersPage } from "../orders/office/admin-orders-page.tsx";
import { listAddress } from "../lib/address.ts";

export const Route = createFileRoute("/admin/orders")({
  validateSearch: listAddress<typeof orderList>,
  component: AdminOrdersPage,
});
