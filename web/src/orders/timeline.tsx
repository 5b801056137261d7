import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import type { OrderRecord } from "#contract/order-list.ts";
import type { OrderHistory } from "#contract/orders.ts";
import { type OrderStatus, orderTransitions } from "#contract/terms/statuses.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { variantOf, type BadgeVariant } from "../ui/badge.tsx";
import { cn } from "../lib/cn.ts";
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

const dots: Record<BadgeVariant, string> = {
  success: "bg-success",
  warning: "bg-warning",
  info: "bg-info",
  destructive: "bg-destructive",
};

interface Step {
  key: string | number;
  variant: BadgeVariant;
  name: string;
  date: string;
  /** Who took it. */
  by?: string | undefined;
  more?: ReactNode;
}

/** What happened, oldest first, on a line. `next`: what is still to come. */
export function Steps({ steps, next }: { steps: readonly Step[]; next?: string | undefined }) {
  return (
    <ol aria-label="What happened" className="flex flex-col">
      {steps.map(({ key, variant, name, date, by, more }, at) => (
        <li key={key} className="relative flex flex-wrap items-baseline gap-x-3 pb-2 pl-5 text-sm">
          {(at < steps.length - 1 || next !== undefined) && (
            <span aria-hidden className="absolute top-2.5 bottom-[-0.6rem] left-[5px] w-0.5 bg-border" />
          )}
          <span aria-hidden className={cn("absolute top-1.5 left-0 size-3 rounded-full", dots[variant])} />
          <span className="flex-1">
            <span className="inline-block font-semibold first-letter:uppercase">{name}</span>
            {by !== undefined && <span className="text-muted-foreground"> by {by}</span>}
            {more}
          </span>
          <span className="ml-auto text-muted-foreground">{date}</span>
        </li>
      ))}
      {next !== undefined && (
        <li className="relative pl-5 text-sm text-muted-foreground">
          <span
            aria-hidden
            className="absolute top-1.5 left-0 size-3 rounded-full border-2 border-border bg-card"
          />
          {next}
        </li>
      )}
    </ol>
  );
}
