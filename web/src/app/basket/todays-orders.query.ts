import { queryOptions } from "@tanstack/react-query";
import type { OrderRecord } from "#api/contract/order-list.ts";
import { dayOf } from "#ledger/terms/dates.ts";
import { fetchList } from "../../lib/lists.ts";
import { liveQuery } from "../../live/live-query.ts";
import { ownOrderRules } from "../orders/order-rules.ts";

/** The current day, UTC, which is also the day in Accra: 2026-11-21. */
export function today(): string {
  return dayOf(new Date().toISOString());
}

/** The user's own orders of a day, to find what is bought twice. */
export function todaysOrdersQuery(day: string) {
  return queryOptions({
    ...liveQuery(
      ["orders", "of day", day],
      (signal) => fetchList<OrderRecord>(`/order/allorders?mine=1&from=${day}&to=${day}`, signal),
      { ...ownOrderRules, belongs: ({ createdAt }) => dayOf(createdAt) === day },
    ),
    select: ({ rows }) => rows,
  });
}
