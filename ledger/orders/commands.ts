/** An admin works an order: process, complete, reject with its refund, and remove from the lists. */
import { orderStream } from "#contract/terms/streams.ts";
import { productTypeOf } from "#contract/terms/product-types.ts";
import { orderTransitions, type OrderStatus } from "#contract/terms/statuses.ts";
import {
  actorOf,
  type Check,
  type CommandOf,
  type Deciders,
  hasHadTwoAdmins,
  isAdmin,
} from "#ledger/core/checks.ts";
import type { Draft, Facts } from "#ledger/core/events.ts";
import type { Order } from "#ledger/core/rows/orders.ts";
import { attemptKeys, openAttempt } from "./attempts.ts";
import { earnedDrafts, givenBackDrafts, isOfGuest } from "./guest-money.ts";
import type { State } from "#ledger/core/state.ts";

export interface OrderIntents {
  process_order: { order: number };
  /** `voucher`: a PIN and serial go with it, sealed and kept outside the log. */
  complete_order: { order: number; voucher?: boolean };
  reject_order: { order: number; reason: string | null };
  remove_order: { order: number; clearing?: number };
}

export const orderCommands: Deciders<OrderIntents> = {
  process_order: {
    needs: needsOrder,
    checks: (command, state) => mayBecome("processing", command, state),
    events: ({ intent }) => [{ type: "order_processed", stream: orderStream(intent.order), data: {} }],
  },
  complete_order: {
    needs: needsOrder,
    checks: (command, state) => {
      const network = visible(state, command.intent.order)?.network ?? "";
      const given = command.intent.voucher === true;
      return [
        ...mayBecome("completed", command, state),
        ["voucher_required", () => productTypeOf(network).hasVoucher && !given],
        ["voucher_unexpected", () => !productTypeOf(network).hasVoucher && given && { network }],
      ];
    },
    events: ({ intent }, state) => completedDrafts(intent.order, {}, state),
  },
  reject_order: {
    needs: needsOrder,
    checks: (command, state) => mayBecome("rejected", command, state),
    events: ({ intent: { order, ...why } }, state) => rejectedDrafts(order, why, state),
  },
  remove_order: {
    needs: needsOrder,
    checks: (command, state) => {
      const order = visible(state, command.intent.order);
      return [
        ...isAdmin(command, state),
        ["order_unknown", () => !order],
        ["order_open", () => !!order && isOpen(order.status) && { status: order.status }],
      ];
    },
    events: ({ intent: { order, ...data } }) => [{ type: "order_removed", stream: orderStream(order), data }],
  },
};

/** Whoever completes it. If a guest has paid, its user earns their margin now. */
export function completedDrafts(id: number, data: Facts["order_completed"], state: State): Draft[] {
  const order = state.orders.get(id);
  if (!order) throw new Error(`events of an unknown order ${id}`);
  const draft: Draft = { type: "order_completed", stream: orderStream(id), data };
  return isOfGuest(order) ? [draft, ...earnedDrafts(order, state)] : [draft];
}

/** Gives back what corrections of the charge have not given back already, or all of it to the guest who has paid. */
export function rejectedDrafts(id: number, data: Facts["order_rejected"], state: State): Draft[] {
  const order = visible(state, id);
  if (!order) throw new Error(`events of an unknown order ${id}`);
  if (isOfGuest(order)) return givenBackDrafts(order, data, state);
  const draft: Draft = { type: "order_rejected", stream: orderStream(id), data };
  const refund = order.amount - (state.entries.get(order.charged_at)?.reversed ?? 0);
  if (refund === 0) return [draft];
  return [{ ...draft, movement: { wallet: order.user, counterparty: "sales", amount: refund } }];
}

type AboutOrder = CommandOf<OrderIntents>;

function needsOrder(command: AboutOrder) {
  const { order } = command.intent;
  return { accounts: actorOf(command), orders: [order], fulfilments: attemptKeys(order) };
}

function mayBecome(status: OrderStatus, command: AboutOrder, state: State): Check[] {
  const order = visible(state, command.intent.order);
  return [
    ...isAdmin(command, state),
    // The owner of a shop without a second admin has nobody else to serve them.
    ["own_account", () => order?.user === command.actor && hasHadTwoAdmins(state)],
    ["order_unknown", () => !order],
    [
      "order_decided",
      () =>
        !!order &&
        !orderTransitions[order.status].includes(status) && { status: order.status, wanted: status },
    ],
    ["fulfilment_open", () => !!openAttempt(state, command.intent.order)],
  ];
}

function isOpen(status: OrderStatus): boolean {
  return orderTransitions[status].length > 0;
}

function visible(state: State, id: number): Order | undefined {
  const order = state.orders.get(id);
  return order?.hidden ? undefined : order;
}
