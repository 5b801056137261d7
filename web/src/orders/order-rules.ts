import type { LiveEvent } from "#contract/live.ts";
import type { OrderRecord } from "#contract/order-list.ts";
import { getSession } from "../lib/session.ts";
import type { Rules } from "../lib/listing.ts";

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
