import { queryOptions } from "@tanstack/react-query";
import type { OrderRecord } from "#api/contract/orders.ts";
import { fetchList, fetchPage } from "../../lib/lists.ts";
import { getSession } from "../../lib/session.ts";
import { liveQuery } from "../../live/live-query.ts";
import { lastOrders } from "./order-history.ts";
import { ownOrderRules } from "./order-rules.ts";

/** An admin is answered with everybody's orders: his own are picked here, as the specification has it. */
function isMine(order: OrderRecord): boolean {
  return order.userId === getSession()?._id;
}

/** All own orders, newest first: fetched whole, paged and searched in the client. */
export const myOrdersQuery = queryOptions({
  ...liveQuery(
    ["orders", "mine"],
    (signal) => fetchList<OrderRecord>("/order/allorders", signal),
    ownOrderRules,
  ),
  select: (orders) => orders.rows.filter(isMine),
  placeholderData: () => lastOrders(),
});

const recent_max = 5;

/** The last few, for buying again: the home page needs no more, and must not download ten thousand. */
export const recentOrdersQuery = queryOptions({
  ...liveQuery(
    ["orders", "recent"],
    (signal) => fetchPage<OrderRecord>(`/order/allorders?limit=${recent_max}`, signal),
    { ...ownOrderRules, rows_max: recent_max },
  ),
  select: (orders) => orders.rows.filter(isMine),
  placeholderData: () => lastOrders(recent_max),
});
