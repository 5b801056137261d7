/**
 * The money of a guest's order. It moves between house accounts until the order ends: what the agent pays is in `sales`, what
 * the agent will earn in `held`, what of it is for the shop's fees in `fees`. Delivered, the margin goes to the agent's wallet.
 * Rejected, all of it goes back to `suspense`, from where the rail returns it.
 */
import type { Pesewas } from "#contract/terms/money.ts";
import { orderReference } from "#contract/terms/references.ts";
import { orderStream, paymentStream } from "#contract/terms/streams.ts";
import type { Draft, Facts } from "#ledger/core/events.ts";
import type { Order } from "#ledger/core/rows/orders.ts";
import type { Payment } from "#ledger/core/rows/payments.ts";
import type { State } from "#ledger/core/state.ts";

/** An order that a guest's payment has paid for. */
export type GuestOrder = Order & { payment: string };

export function isOfGuest(order: Order): order is GuestOrder {
  return order.payment !== null;
}

export interface Shares {
  margin: Pesewas;
  borne: Pesewas;
}

/** Before the order is placed, in the same command. */
export function spentDrafts(
  payment: string,
  { margin, borne, ...about }: { user: string; order: number } & Shares,
): Draft[] {
  return [
    {
      type: "payment_spent",
      stream: paymentStream(payment),
      data: { ...about, margin, borne },
      ...(margin > 0 && { movement: { house: "held", counterparty: "suspense", amount: margin } as const }),
    },
    ...borneDrafts(payment, "suspense", borne),
  ];
}

/** After the order is completed. What the rail has taken back was not earned: it makes up for a part of the loss. */
export function earnedDrafts({ id, user, payment: of }: GuestOrder, state: State): Draft[] {
  const { status, margin } = paymentOf(of, state);
  if (margin === null || margin === 0) return [];
  if (status === "reversed")
    return [
      {
        type: "margin_lost",
        stream: paymentStream(of),
        data: { order: id },
        movement: { house: "corrections", counterparty: "held", amount: margin },
      },
    ];
  return [
    {
      type: "margin_earned",
      stream: orderStream(id),
      data: { payment: of },
      movement: { wallet: user, counterparty: "held", amount: margin },
    },
  ];
}

/** The order is rejected. What the rail has taken back meanwhile makes up for that loss. */
export function givenBackDrafts(order: GuestOrder, data: Facts["order_rejected"], state: State): Draft[] {
  const { id, amount, payment: of } = order;
  const { status, margin, borne } = paymentOf(of, state);
  const to = status === "reversed" ? "corrections" : "suspense";
  const reason = `Order ${orderReference(id)} was rejected`;
  return [
    {
      type: "order_rejected",
      stream: orderStream(id),
      data,
      movement: { house: to, counterparty: "sales", amount },
    },
    {
      type: "payment_reopened",
      stream: paymentStream(of),
      data: { order: id, reason },
      ...(margin !== null &&
        margin > 0 && { movement: { house: to, counterparty: "held", amount: margin } as const }),
    },
    ...borneDrafts(of, to, -(borne ?? 0)),
  ];
}

function borneDrafts(payment: string, from: "suspense" | "corrections", amount: Pesewas): Draft[] {
  if (amount === 0) return [];
  return [
    {
      type: "payment_fee_borne",
      stream: paymentStream(payment),
      data: {},
      movement: { house: "fees", counterparty: from, amount },
    },
  ];
}

function paymentOf(id: string, { payments }: State): Payment {
  const payment = payments.get(id);
  if (!payment) throw new Error(`events of an order with the unknown payment ${id}`);
  return payment;
}
