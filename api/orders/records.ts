/** Orders as the wire carries them: with the specification's names, cedis, and each row's position. */
import type { OrderView } from "#ledger/orders/reads.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { toCedis } from "#contract/terms/money.ts";
import { orderReference } from "#contract/terms/references.ts";
import { type OrderRecord, orderRecord as wire } from "#contract/order-list.ts";
import type { UnsealedDetails } from "../serve/sealed.ts";
import { type Order, type OrderDetail, orderTable } from "#ledger/core/rows/orders.ts";

/** Customers deal with the shop, not with a person. */
export type ForAdmin = Pick<OrderRecord, "movedBy" | "sameAs">;

/** `user`: the username in lists, the id in the feed. `forAdmin`: what only admins see, and only where it is known. */
export function orderRecord(
  view: OrderView,
  { items, voucher }: UnsealedDetails,
  { isFeed = false, forAdmin }: { isFeed?: boolean; forAdmin?: ForAdmin | undefined } = {},
): OrderRecord {
  return {
    ...asStored(view),
    _id: String(view.id),
    items,
    // A guest's is only for the guest.
    voucher: view.payment === null ? voucher : null,
    totalAmount: toCedis(view.amount),
    date: formatDateTime(view.created_at),
    reference: orderReference(view.id),
    receiver: view.receiver,
    packageId: view.package,
    user: isFeed ? view.user : view.username,
    userId: view.user,
    agent: view.username,
    agentPhoneNumber: view.phone,
    ...(view.supplier_batch !== null && { batch: view.supplier_batch }),
    // To the wallet.
    refundedAt: view.payment === null ? view.refunded_at : null,
    refunded: view.payment === null ? toCedis(view.refunded ?? 0) : 0,
    ...(view.payment !== null && { ofShop: true as const }),
    chargedAt: view.charged_at,
    actionTimestamp: view.action_at,
    createdAt: view.created_at,
    ...forAdmin,
  };
}

/** The names that the wire and the ledger's row share. */
type Shared = keyof OrderRecord & keyof Order;
const shared = Object.keys(wire.entries).filter((name): name is Shared => name in orderTable.columns);

/** What the wire carries as it is stored. */
function asStored(view: OrderView): Pick<OrderView, Shared> {
  const record: Partial<Record<Shared, unknown>> = {};
  for (const name of shared) record[name] = view[name];
  return record as Pick<OrderView, Shared>;
}

type Detail = Omit<OrderDetail, "order">;

/** An order that was just placed. `buyer` has at least what rows say of the buyer. */
export function placedView(
  order: Order,
  buyer: Omit<OrderView, keyof Order | keyof Detail | "voucher" | "refunded">,
  { receiver, form }: Detail,
): OrderView {
  return { ...buyer, ...order, receiver, form, voucher: null, refunded: null };
}
