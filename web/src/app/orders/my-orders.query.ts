import { queryOptions } from "@tanstack/react-query";
import type { OrderRecord } from "#api/contract/orders.ts";
import { fetchList, fetchPage } from "../../lib/lists.ts";
import { liveQuery } from "../../live/live-query.ts";
import { lastOrders } from "./order-history.ts";
import { ownOrderRules } from "./order-rules.ts";

/** All own orders, an admin's too, newest first: fetched whole, paged and searched in the client. */
export const myOrdersQuery = queryOptions({
  ...liveQuery(
    ["orders", "mine"],
    (signal) => fetchList<OrderRecord>("/order/allorders?mine=1", signal),
    ownOrderRules,
  ),
  select: ({ rows }) => rows,
  placeholderData: () => lastOrders(),
});

const recent_max = 5;

/** The last few, for buying again: the home page needs no more, and must not download ten thousand. */
export const recentOrdersQuery = queryOptions({
  ...liveQuery(
    ["orders", "recent"],
    (signal) => fetchPage<OrderRecord>(`/order/allorders?mine=1&limit=${recent_max}`, signal),
    { ...ownOrderRules, rows_max: recent_max },
  ),
  select: ({ rows }) => rows,
  placeholderData: () => lastOrders(recent_max),
});
