import { useQuery, queryOptions } from "@tanstack/react-query";
import type { OrderRecord, OrderHistory } from "#api/contract/orders.ts";
import { orderTransitions } from "#ledger/terms/statuses.ts";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { variantOf } from "../../ui/badge.tsx";
import type { LiveEvent } from "#api/contract/live.ts";
import { get } from "../../lib/api.ts";
import { orderOf } from "./order-rules.ts";
import { Steps } from "./steps.tsx";

/** An order's history. It is updated while it is open. */
export function Timeline({ order }: { order: OrderRecord }) {
  const { data } = useQuery(orderHistoryQuery(order.id));
  const isOpen = orderTransitions[order.status].length > 0;
  const steps = (data ?? known(order)).map(({ status, date, by }) => ({
    key: status,
    name: status,
    variant: variantOf(status),
    date,
    by,
  }));
  const next = order.status === "pending" ? "Waiting for the shop" : "Being delivered";
  return <Steps steps={steps} next={isOpen ? next : undefined} />;
}

/** The steps that the order itself shows, until its history is loaded. */
function known(order: OrderRecord): Pick<OrderHistory[number], "status" | "date" | "by">[] {
  const { date, status, actionTimestamp } = order;
  const first = { status: "pending" as const, date };
  if (actionTimestamp === null) return [first];
  return [first, { status, date: formatDateTime(actionTimestamp) }];
}

/** An order's history, fetched again when the order changes. */
function orderHistoryQuery(id: number) {
  return queryOptions({
    queryKey: ["order-history", id],
    queryFn: ({ signal }) => get<OrderHistory>(`/order/${id}/history`, signal),
    meta: { outdatedBy: (event: LiveEvent) => orderOf(event)?.id === id },
  });
}
