import type { OrderRecord, Voucher } from "#contract/order-list.ts";
import type { OrderAnswer } from "#contract/orders.ts";
import { productTypeOf } from "#contract/terms/product-types.ts";
import { orderTransitions, type OrderStatus } from "#contract/terms/statuses.ts";
import type { Send } from "../../lib/command.ts";
import { queryClient } from "../../lib/query-client.ts";
import { applyAccount, applyChange } from "../../live/apply.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import { pesewas } from "../../lib/money.ts";
import { createContext } from "react";

/** The actions on an order, by the status they lead to. */
export const acts = [
  { to: "processing", name: "Process", done: "processing" },
  { to: "completed", name: "Complete", done: "completed" },
  { to: "rejected", name: "Reject", done: "rejected" },
] as const satisfies { to: OrderStatus; name: string; done: string }[];
export type Act = (typeof acts)[number];

export function canMove(order: OrderRecord, act: Act): boolean {
  return orderTransitions[order.status].includes(act.to);
}

/** Only what nobody has worked yet goes to a supplier. */
export function canSend({ status }: OrderRecord): boolean {
  return status === "pending";
}

/** Vouchers are completed one at a time, because each needs its own PIN and serial number. */
export function takesVoucher(order: OrderRecord, act: Act): boolean {
  return act.to === "completed" && productTypeOf(order.network).hasVoucher;
}

export interface Typed {
  reason?: string;
  voucher?: Voucher;
}

export async function moveOrder(
  { _id }: OrderRecord,
  act: Act,
  typed: Typed,
  send: Send,
): Promise<undefined> {
  const { order, account } = await send<OrderAnswer>({
    method: "PUT",
    path: `/order/update-status/${_id}`,
    body: { status: act.to, ...typed },
  });
  applyChange(queryClient, { event: "ordersUpdated", data: order, position: order.position });
  applyAccount(queryClient, account);
}

export function sumOf(orders: readonly OrderRecord[]): Pesewas {
  return orders.reduce((sum, order) => sum + pesewas(order.totalAmount), 0);
}

/** Asks whether to move these orders. For the cells, because the columns are declared once. */
export const AskToMove = createContext<(act: Act, orders: OrderRecord[]) => void>(() => {});
