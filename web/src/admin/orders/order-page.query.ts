import type { OrderRecord } from "#api/contract/orders.ts";
import { dayOf } from "#ledger/terms/dates.ts";
import { findsOrder } from "#ledger/terms/search.ts";
import type { OrderStatus } from "#ledger/terms/statuses.ts";
import { fetchPage, queryString } from "../../lib/lists.ts";
import { liveQuery } from "../../live/live-query.ts";
import { orderOf, withUsername } from "../../app/orders/order-rules.ts";

export interface OrderFilter {
  status?: OrderStatus | undefined;
  network?: string | undefined;
  batch?: number | undefined;
  search?: string | undefined;
  /** The first and last order date. */
  from?: string | undefined;
  to?: string | undefined;
  order?: "oldest" | undefined;
  /** The user's id. */
  user?: string | undefined;
}

interface PageOfOrders extends OrderFilter {
  limit: number;
  cursor?: string | undefined;
}

/** One page of all orders. New orders are announced and not inserted, so that rows do not move under a finger. */
export function orderPageQuery(page: PageOfOrders) {
  return liveQuery(
    ["orders", "page", page],
    (signal) => fetchPage<OrderRecord>(`/order/allorders${queryString({ ...page })}`, signal),
    {
      key: (order) => order._id,
      list: "order",
      takes: orderOf,
      unknown: "announce",
      belongs: (order) => isNewOf(page, order),
      merge: withListFields,
    },
  );
}

/** Only lists say which orders are alike, and the feed does not. */
export function withListFields(order: OrderRecord, old: OrderRecord | undefined): OrderRecord {
  const { sameAs } = old ?? {};
  return { ...withUsername(order, old), ...(sameAs && { sameAs }) };
}

/** Whether an order is new to the list since the fetch, on any page. */
function isNewOf({ status, network, batch, search, from, to, user }: PageOfOrders, order: OrderRecord) {
  const day = dayOf(order.createdAt);
  const { agent: username, agentPhoneNumber: phone } = order;
  return (
    (search === undefined || findsOrder(search, { ...order, username, phone })) &&
    (from === undefined || day >= from) &&
    (to === undefined || day <= to) &&
    (network === undefined || order.network === network) &&
    (batch === undefined || order.batch === batch) &&
    (user === undefined || order.userId === user) &&
    (status === undefined ? order.position === order.chargedAt : order.status === status)
  );
}
