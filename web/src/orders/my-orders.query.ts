import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OrderRecord } from "#contract/order-list.ts";
import { fetchList, fetchPage } from "../lib/lists.ts";
import { untilAnswered, getQuery } from "../lib/query-client.ts";
import { liveQuery } from "../live/live-query.ts";
import type { SalesAnswer } from "#contract/reports.ts";
import { getSession } from "../lib/session.ts";
import { readStoredJson, writeStored } from "../lib/storage.ts";
import { isListing, listing, type Listing, type Rules } from "../lib/listing.ts";
import type { LiveEvent } from "#contract/live.ts";

/** ordersUpdated applies only to the user's own orders (specification section 1). */
export const ownOrderRules: Rules<OrderRecord> = {
  key: (order) => order._id,
  list: "order",
  takes: (event) => {
    const order = orderOf(event);
    return order?.userId === getSession()?._id ? order : undefined;
  },
  unknown: "insert",
  compare: newestFirst,
  merge: withUsername,
};

export function orderOf(event: LiveEvent): OrderRecord | undefined {
  return event.event === "ordersUpdated" ? event.data : undefined;
}

export function newestFirst(a: OrderRecord, b: OrderRecord): number {
  return b.id - a.id;
}

/** `user` is the id in the feed, but the username in lists. */
export function withUsername(order: OrderRecord, old: OrderRecord | undefined): OrderRecord {
  return { ...order, user: old?.user ?? (order.user === order.userId ? order.agent : order.user) };
}

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

/** How many orders a phone can show before the server answers, or offline. */
const kept_max = 50;
/** Combines a burst of changes into one write. */
const write_delay_ms = 500;

/** The last orders that this device has seen. `rows_max` limits a list that holds only the first rows. */
function lastOrders(rows_max = kept_max): Listing<OrderRecord> | undefined {
  const rows = readStoredJson<OrderRecord[]>("orderHistory");
  return Array.isArray(rows) ? listing(rows.slice(0, rows_max), 0) : undefined;
}

/** Stores the newest own orders as orderHistory, without their forms (ID card numbers). */
export function rememberOrders(client: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.query.queryKey[0] !== "orders") return;
    clearTimeout(timer);
    timer = setTimeout(() => write(client), write_delay_ms);
  });
}

function write(client: QueryClient): void {
  const user = getSession()?._id;
  const cached = ["mine", "recent"].map((which) => client.getQueryData<unknown>(["orders", which]));
  const list = cached.find((each) => isListing<OrderRecord>(each));
  if (user === undefined || list === undefined) return;
  const own = list.rows.filter((order) => order.userId === user).slice(0, kept_max);
  writeStored("orderHistory", JSON.stringify(own.map((order) => ({ ...order, items: null }))));
}
