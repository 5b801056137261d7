import { useQuery, queryOptions } from "@tanstack/react-query";
import type { OrderRecord, OrderHistory } from "#api/contract/orders.ts";
import { orderTransitions } from "#ledger/terms/statuses.ts";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { cn } from "../../lib/cn.ts";
import { variantOf, type BadgeVariant } from "../../ui/badge.tsx";
import type { LiveEvent } from "#api/contract/live.ts";
import { get } from "../../lib/api.ts";
import { orderOf } from "./order-rules.ts";

const dots: Record<BadgeVariant, string> = {
  success: "bg-success",
  warning: "bg-warning",
  info: "bg-info",
  destructive: "bg-destructive",
};

/** An order's history. It is updated while it is open. */
export function Timeline({ order }: { order: OrderRecord }) {
  const { data } = useQuery(orderHistoryQuery(order.id));
  const steps = data ?? known(order);
  const isOpen = orderTransitions[order.status].length > 0;
  return (
    <ol aria-label="What happened" className="flex flex-col">
      {steps.map((step, at) => (
        <li key={step.status} className="relative flex flex-wrap items-baseline gap-x-3 pb-2 pl-5 text-sm">
          {(at < steps.length - 1 || isOpen) && (
            <span aria-hidden className="absolute top-2.5 bottom-[-0.6rem] left-[5px] w-0.5 bg-border" />
          )}
          <span
            aria-hidden
            className={cn("absolute top-1.5 left-0 size-3 rounded-full", dots[variantOf(step.status)])}
          />
          <span className="flex-1">
            <span className="inline-block font-semibold first-letter:uppercase">{step.status}</span>
            {step.by !== undefined && <span className="text-muted-foreground"> by {step.by}</span>}
          </span>
          <span className="ml-auto text-muted-foreground">{step.date}</span>
        </li>
      ))}
      {isOpen && (
        <li className="relative pl-5 text-sm text-muted-foreground">
          <span
            aria-hidden
            className="absolute top-1.5 left-0 size-3 rounded-full border-2 border-border bg-card"
          />
          {order.status === "pending" ? "Waiting for the shop" : "Being delivered"}
        </li>
      )}
    </ol>
  );
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
