import type { OrderRecord } from "#api/contract/orders.ts";
import type { OrderStatus } from "#ledger/terms/statuses.ts";
import { fetchPage, queryString } from "../../lib/lists.ts";
import { liveQuery } from "../../live/live-query.ts";
import { orderOf, withUsername } from "../orders/order-rules.ts";

interface PageOfOrders {
  status: OrderStatus | undefined;
  limit: number;
  cursor: number | undefined;
}

/** One page of everybody's orders. What is new is announced, not put in: rows do not move under a finger. */
export function orderPageQuery({ status, limit, cursor }: PageOfOrders) {
  const path = `/order/allorders${queryString({ limit, cursor, status })}`;
  return liveQuery(
    ["orders", "page", { status, limit, cursor }],
    (signal) => fetchPage<OrderRecord>(path, signal),
    {
      key: (order) => order._id,
      takes: orderOf,
      unknown: "announce",
      belongs: (order) =>
        cursor === undefined && (status === undefined ? isJustPlaced(order) : order.status === status),
      merge: withUsername,
    },
  );
}

function isJustPlaced(order: OrderRecord): boolean {
  return order.position === order.chargedAt;
}
