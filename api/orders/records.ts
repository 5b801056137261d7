/** Rows as the wire carries them: with the specification's names, cedis, and each row's position. */
import type { OrderDetail } from "#ledger/decide/command.ts";
import type { Order } from "#ledger/decide/state.ts";
import type { NoticeView, ProductView } from "#ledger/store/read/catalogue.ts";
import type { OrderView } from "#ledger/store/read/orders.ts";
import type { MovementView } from "#ledger/store/read/statement.ts";
import type { TopupView } from "#ledger/store/read/topups.ts";
import type { UserView } from "#ledger/store/read/users.ts";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { toCedis } from "#ledger/terms/money.ts";
import { orderReference, topupReference } from "#ledger/terms/references.ts";
import type { ProductRecord } from "../contract/products.ts";
import type { NoticeRecord } from "../contract/settings.ts";
import type { OrderRecord } from "../contract/order-list.ts";
import type { TopupRecord } from "../contract/topups.ts";
import type { MovementRecord } from "../contract/account.ts";
import type { UserRecord } from "../contract/user-list.ts";
import { imageUrl } from "../products/images.ts";
import type { Person } from "../serve/people.ts";
import type { UnsealedDetails } from "./sealed.ts";

export function userRecord(view: UserView): UserRecord {
  return {
    _id: view.id,
    username: view.username,
    email: view.email,
    phone: view.phone,
    firstName: view.first_name,
    lastName: view.last_name,
    userLevel: view.level,
    status: view.status,
    isAdmin: view.level === "Admin",
    balance: toCedis(view.balance),
    registeredAt: view.registered_at,
    position: view.position,
  };
}

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

/** Only admins see who decided: customers deal with the shop, not with a person. */
export function topupRecord(view: TopupView): TopupRecord {
  return {
    _id: String(view.id),
    rechargeId: topupReference(view.id),
    amount: toCedis(view.amount),
    status: view.status,
    purpose: view.purpose,
    momoTransactionId: view.momo_transaction_id,
    reason: view.reason,
    createdAt: view.created_at,
    actionTimestamp: view.action_at,
    decidedBy: view.decided_by ?? null,
    user: { _id: view.user, username: view.username, phone: view.phone },
    userId: view.user,
    position: view.position,
  };
}

export function productRecord(view: ProductView): ProductRecord {
  return {
    _id: view.id,
    network: view.network,
    image: view.image && imageUrl(view.image),
    status: view.status,
    note: view.note,
    packages: view.packages.map((item) => ({
      _id: item.id,
      offer: item.offer,
      priceCustomer: toCedis(item.customer),
      priceAgent: toCedis(item.agent),
      priceSAg: toCedis(item.superAgent),
    })),
    position: view.position,
  };
}

export function noticeRecord(view: NoticeView, shopName: string): NoticeRecord {
  return {
    noticeContent: view.notice,
    momoPhoneNumber: view.momo_phone_number,
    momoAccountName: view.momo_account_name,
    supportGroup: view.support_group,
    supportChat: view.support_chat,
    shopName,
    position: view.position,
  };
}

export function movementRecord(view: MovementView): MovementRecord {
  const { order_id, topup_id } = view;
  return {
    _id: String(view.position),
    position: view.position,
    createdAt: view.recorded_at,
    date: formatDateTime(view.recorded_at),
    kind: view.kind,
    amount: toCedis(view.amount),
    balance: toCedis(view.balance_after),
    reference:
      order_id !== null ? orderReference(order_id) : topup_id === null ? null : topupReference(topup_id),
    network: view.network,
    offer: view.offer,
    receiver: view.receiver,
    reason: view.reason,
    corrects: view.corrects,
  };
}
