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
  search?: string | undefined;
  /** Days of ordering, the first and the last. */
  from?: string | undefined;
  to?: string | undefined;
  order?: "oldest" | undefined;
  /** Whose. */
  user?: string | undefined;
}

interface PageOfOrders extends OrderFilter {
  limit: number;
  cursor?: string | undefined;
}

/** One page of everybody's orders. What is new is announced, not put in: rows do not move under a finger. */
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
      merge: withUsername,
    },
  );
}

/** What the list has got since, whichever of its pages is looked at. */
function isNewOf({ status, network, search, from, to, user }: PageOfOrders, order: OrderRecord) {
  const day = dayOf(order.createdAt);
  const { agent: username, agentPhoneNumber: phone } = order;
  return (
    (search === undefined || findsOrder(search, { ...order, username, phone })) &&
    (from === undefined || day >= from) &&
    (to === undefined || day <= to) &&
    (network === undefined || order.network === network) &&
    (user === undefined || order.userId === user) &&
    (status === undefined ? order.position === order.chargedAt : order.status === status)
  );
}
