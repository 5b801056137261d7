import { useQuery } from "@tanstack/react-query";
import type { OrderRecord } from "#contract/order-list.ts";
import type { OrderHistory } from "#contract/orders.ts";
import { type OrderStatus, orderTransitions } from "#contract/terms/statuses.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { variantOf } from "../ui/badge.tsx";
import { Steps } from "../ui/steps.tsx";
import { getQuery } from "../lib/query-client.ts";
import { orderOf } from "./my-orders.query.ts";

/** An order's history, fetched again when the order changes. */
export function Timeline({ order }: { order: OrderRecord }) {
  const { data } = useQuery(orderHistoryQuery(order.id));
  const isOpen = orderTransitions[order.status].length > 0;
  const steps = (data ?? known(order)).map(({ status, date, by, bySupplier }) => ({
    key: status,
    name: bySupplier ? supplierSteps[status] : status,
    variant: variantOf(status),
    date,
    by,
  }));
  const next = order.status === "pending" ? "Waiting for the shop" : "Being delivered";
  return <Steps steps={steps} next={isOpen ? next : undefined} />;
}

/** The steps that the order itself shows, until its history is loaded. */
function known(order: OrderRecord): Pick<OrderHistory[number], "status" | "date" | "by" | "bySupplier">[] {
  const { date, status, actionTimestamp } = order;
  const first = { status: "pending" as const, date, bySupplier: false };
  if (actionTimestamp === null) return [first];
  return [first, { status, date: formatDateTime(actionTimestamp), bySupplier: false }];
}

/** What a supplier's step means to the buyer. */
const supplierSteps: Record<OrderStatus, string> = {
  pending: "pending",
  processing: "sent to the network",
  completed: "delivered",
  rejected: "refused by the network",
};

function orderHistoryQuery(id: number) {
  return getQuery<OrderHistory>(["order-history", id], `/order/${id}/history`, {
    outdatedBy: (event) => orderOf(event)?.id === id,
  });
}
