import { queryOptions } from "@tanstack/react-query";
import type { OrderRecord } from "#api/contract/orders.ts";
import { dayOf } from "#ledger/terms/dates.ts";
import { get } from "../../lib/api.ts";
import { orderOf } from "../orders/order-rules.ts";

/** The current day, UTC, which is also the day in Accra: 2026-11-21. */
export function today(): string {
  return dayOf(new Date().toISOString());
}

/** The user's own orders of a day, to find what is bought twice. */
export function todaysOrdersQuery(day: string) {
  return queryOptions({
    queryKey: ["orders", "of day", day],
    queryFn: ({ signal }) => get<OrderRecord[]>(`/order/allorders?mine=1&from=${day}&to=${day}`, signal),
    meta: { outdatedBy: (event) => orderOf(event) !== undefined },
  });
}
