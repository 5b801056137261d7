/** Orders as the wire carries them: with the specification's names, cedis, and each row's position. */
import type { OrderView } from "#ledger/orders/reads.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { toCedis } from "#contract/terms/money.ts";
import { orderReference } from "#contract/terms/references.ts";
import type { OrderRecord } from "#contract/order-list.ts";
import type { Person } from "../serve/people.ts";
import type { UnsealedDetails } from "../serve/sealed.ts";
import type { Order, OrderDetail } from "#ledger/core/rows/orders.ts";

/** Customers deal with the shop, not with a person. */
export type ForAdmin = Pick<OrderRecord, "movedBy" | "sameAs">;

/** `user`: the username in lists, the id in the feed. `forAdmin`: what only admins see, and only where it is known. */
export function orderRecord(
  view: OrderView,
  { items, voucher }: UnsealedDetails,
  { isFeed = false, forAdmin }: { isFeed?: boolean; forAdmin?: ForAdmin | undefined } = {},
): OrderRecord {
  return {
    _id: String(view.id),
    id: view.id,
    items,
    voucher,
    totalAmount: toCedis(view.amount),
    date: formatDateTime(view.created_at),
    reference: orderReference(view.id),
    receiver: view.receiver,
    offer: view.offer,
    network: view.network,
    packageId: view.package,
    user: isFeed ? view.user : view.username,
    userId: view.user,
    agent: view.username,
    agentPhoneNumber: view.phone,
    status: view.status,
    reason: view.reason,
    ...(view.supplier_batch !== null && { batch: view.supplier_batch }),
    refundedAt: view.refunded_at,
    refunded: toCedis(view.refunded ?? 0),
    chargedAt: view.charged_at,
    actionTimestamp: view.action_at,
    createdAt: view.created_at,
    position: view.position,
    ...forAdmin,
  };
}

/** An order that was just placed. */
export function placedView(
  order: Order,
  { username, phone }: Pick<Person, "username" | "phone">,
  { receiver, form }: Omit<OrderDetail, "order">,
): OrderView {
  return { ...order, username, phone, receiver, form, voucher: null, refunded: null };
}
