import type { Pesewas } from "#contract/terms/money.ts";
import { orderTransitions, type OrderStatus } from "#contract/terms/statuses.ts";
import { numberOfStream } from "#contract/terms/streams.ts";
import type { Changes } from "../changes.ts";
import { atFirst, type Order, type Placed } from "../rows/orders.ts";
import { addAlone, addOpen, type State } from "../state.ts";
import { changeRow, eventsOf, type Happened, type Removed } from "./declare.ts";

/** A purchase below a price that this admin had just cut, and how much below. */
export interface BelowPrice {
  by: string;
  amount: Pesewas;
}

/** `payment`: of a guest in the shop of the order's user. */
type Purchase = Placed & { below?: BelowPrice; payment?: string };

type OrderEvent<Data> = Happened<"order", Data>;

const ofOrder = eventsOf("order");

export const orderEvents = {
  /** From the wallet to `sales`, or from `suspense` if a guest has paid. */
  order_placed: ofOrder<Purchase>(placeOrder, { opens: true, books: "purchase" }),
  /** `batch`: the supplier batch that it went with; `attempt`: the first at a supplier. Without both, an admin did it by hand. */
  order_processed: ofOrder<{ batch?: number; attempt?: number }>(
    moveOrder("processing", ({ data }) => ({ supplier_batch: data.batch ?? null })),
  ),
  /** `attempt`: the one that delivered it. */
  order_completed: ofOrder<{ attempt?: number }>(moveOrder("completed", () => ({}))),
  /** `attempt`: the last one that was refused. The shop refunded the order by itself. */
  order_rejected: ofOrder<{ reason: string | null; attempt?: number }>(
    moveOrder("rejected", ({ data, amount, position }) => ({
      reason: data.reason,
      refunded_at: amount === null ? null : position,
    })),
    {
      books: "refund",
      takesBack: ({ stream }, { orders }) => orders.peek(numberOfStream(stream))?.charged_at ?? null,
    },
  ),
  /** What the order's user earns with a guest's order, once it is delivered: from `held`. */
  margin_earned: ofOrder<{ payment: string }>(
    (state, event, changes) => changeRow(state, event, changes, () => ({})),
    { books: "margin" },
  ),
  order_removed: ofOrder<Removed>(removeOrder),
};

/** The status of an order after each event that gives it one. */
export const orderStatusAfter = {
  order_placed: "pending",
  order_processed: "processing",
  order_completed: "completed",
  order_rejected: "rejected",
} as const satisfies Record<string, OrderStatus>;

/** The order as its purchase leaves it. */
export function placedOrder({ stream, data, version, position, recorded_at }: OrderEvent<Purchase>): Order {
  const { below: _, ...placed } = data;
  return {
    ...atFirst,
    ...placed,
    id: numberOfStream(stream),
    charged_at: position,
    created_at: recorded_at,
    version,
    position,
  };
}

function placeOrder(state: State, event: OrderEvent<Purchase>, changes: Changes): void {
  const { position, recorded_at } = event;
  const { below } = event.data;
  const order = placedOrder(event);
  const { id } = order;
  state.orders.set(id, order);
  state.orders_placed = Math.max(state.orders_placed, id);
  changes.orders.add(id);
  changes.sale(order, "pending", 1, position);
  addOpen(state, order.user, 1);
  if (below) addAlone(state, below.by, { wallet: order.user, amount: below.amount, recorded_at });
}

function moveOrder<Data>(status: OrderStatus, change: (event: OrderEvent<Data>) => Partial<Order>) {
  return (state: State, event: OrderEvent<Data>, changes: Changes) =>
    changeRow(state, event, changes, (before) => {
      changes.sale(before, before.status, -1, event.position);
      changes.sale(before, status, 1, event.position);
      if (orderTransitions[status].length === 0) addOpen(state, before.user, -1);
      return { status, action_at: event.recorded_at, ...change(event) };
    });
}

/** A removed order is still a sale. It is counted apart, so that a list's length is known without reading the orders. */
function removeOrder(state: State, event: OrderEvent<Removed>, changes: Changes): void {
  changeRow(state, event, changes, (before) => {
    changes.sale(before, `removed ${before.status}`, 1, event.position);
    return { hidden: true };
  });
}
