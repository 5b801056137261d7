import { orderTransitions, type OrderStatus } from "#ledger/terms/statuses.ts";
import { numberOfStream } from "#ledger/terms/streams.ts";
import type { EventOf } from "../events.ts";
import { addOpen, type Order, type State } from "../state.ts";
import type { Changes } from "./changes.ts";

/** The status of an order after each event that gives it one. */
export const orderStatusAfter = {
  order_placed: "pending",
  order_processed: "processing",
  order_completed: "completed",
  order_rejected: "rejected",
} as const satisfies Record<string, OrderStatus>;

export function placeOrder(state: State, event: EventOf<"order_placed">, changes: Changes): void {
  const { version, position, recorded_at } = event;
  const id = numberOfStream(event.stream);
  const { below: _, ...placed } = event.data;
  const order: Order = {
    id,
    ...placed,
    status: "pending",
    reason: null,
    charged_at: position,
    refunded_at: null,
    created_at: recorded_at,
    action_at: null,
    hidden: false,
    supplier_batch: null,
    version,
    position,
  };
  state.orders.set(id, order);
  state.orders_placed = Math.max(state.orders_placed, id);
  changes.orders.add(id);
  changes.sale(order, "pending", 1, position);
  addOpen(state, order.user, 1);
}

export function moveOrder(
  state: State,
  event: EventOf<"order_processed" | "order_completed" | "order_rejected">,
  changes: Changes,
): void {
  const { version, position, recorded_at } = event;
  const id = numberOfStream(event.stream);
  const before = state.orders.peek(id);
  if (!before) return;
  const status = orderStatusAfter[event.type];
  const after: Order = { ...before, status, action_at: recorded_at, version, position };
  if (event.type === "order_processed") after.supplier_batch = event.data.batch ?? null;
  if (event.type === "order_rejected") {
    after.reason = event.data.reason;
    after.refunded_at = event.amount === null ? null : position;
  }
  changes.sale(before, before.status, -1, position);
  changes.sale(after, after.status, 1, position);
  if (orderTransitions[after.status].length === 0) addOpen(state, after.user, -1);
  state.orders.set(id, after);
  changes.orders.add(id);
}

/** A removed order is still a sale. It is counted apart, so that a list's length is known without reading the orders. */
export function removeOrder(state: State, event: EventOf<"order_removed">, changes: Changes): void {
  const { version, position } = event;
  const id = numberOfStream(event.stream);
  const before = state.orders.peek(id);
  if (!before) return;
  const after: Order = { ...before, hidden: true, version, position };
  changes.sale(after, `removed ${after.status}`, 1, position);
  state.orders.set(id, after);
  changes.orders.add(id);
}
