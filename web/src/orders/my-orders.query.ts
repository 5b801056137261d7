import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OrderRecord } from "#contract/order-list.ts";
import { fetchList, fetchPage } from "../lib/lists.ts";
import { untilAnswered, getQuery } from "../lib/query-client.ts";
import { liveQuery } from "../live/live-query.ts";
import { lastOrders } from "./order-history.ts";
import { ownOrderRules, orderOf } from "./order-rules.ts";
import type { SalesAnswer } from "#contract/statistics.ts";
import { getSession } from "../lib/session.ts";

/** All of the user's own orders (also an admin's), newest first. Fetched whole, paged and searched on the page. */
export const myOrdersQuery = queryOptions({
  ...liveQuery(
    ["orders", "mine"],
    (signal) => fetchList<OrderRecord>("/order/allorders?mine=1", signal),
    ownOrderRules,
  ),
  select: ({ rows }) => rows,
  ...untilAnswered(() => lastOrders()),
});

const recent_max = 5;

/** The last few orders, for buying again. The home page must not download ten thousand. */
export const recentOrdersQuery = queryOptions({
  ...liveQuery(
    ["orders", "recent"],
    (signal) => fetchPage<OrderRecord>(`/order/allorders?mine=1&limit=${recent_max}`, signal),
    { ...ownOrderRules, rows_max: recent_max },
  ),
  select: ({ rows }) => rows,
  ...untilAnswered(() => lastOrders(recent_max)),
});

/**
 * The last few orders, as they were when they were first complete, so that rows with buttons do not move under a finger.
 * Until then, those that are there. Later orders appear when the page is opened again.
 */
export function useRecentOrders() {
  const query = useQuery(recentOrdersQuery);
  const { data, isPlaceholderData } = query;
  const [kept, keep] = useState<OrderRecord[]>();
  if (!isPlaceholderData && kept === undefined && data !== undefined) keep(data);
  return { query, orders: kept ?? data ?? [] };
}

/** The user's completed orders of today and of this month. */
export const salesQuery = getQuery<SalesAnswer>(["sales"], "/order/sales", {
  outdatedBy: (event) =>
    // An order that was completed and then removed is reported only as removed.
    (event.event === "removed" && event.data.list === "order") ||
    (orderOf(event)?.status === "completed" && orderOf(event)?.userId === getSession()?._id),
});
