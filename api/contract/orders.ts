/** Buying, and what becomes of an order. */
import * as v from "valibot";
import { limits } from "#ledger/terms/limits.ts";
import { orderStatuses } from "#ledger/terms/statuses.ts";
import { cedis, phone, serial, text } from "./fields.ts";
import type { Operation } from "./operation.ts";
import { userRecord } from "./users.ts";

/** The AFA registration form; the card number is kept sealed and shown to its owner and to admins only. */
export const afaForm = v.object({
  name: text(limits.afa_field_length_max, "Please enter the name"),
  phone,
  card: text(limits.afa_field_length_max, "Please enter the card number"),
  dob: text(limits.afa_field_length_max, "Please enter the date of birth"),
  location: text(limits.afa_field_length_max, "Please enter the location"),
});
export type AfaForm = v.InferOutput<typeof afaForm>;

/** What a voucher order brings; kept sealed and shown to its owner and to admins only. */
export const voucher = v.object({
  pin: text(limits.voucher_field_length_max, "Please enter the PIN"),
  serial: text(limits.voucher_field_length_max, "Please enter the serial number"),
});
export type Voucher = v.InferOutput<typeof voucher>;

/**
 * POST /order/create. An Order as the specification names its fields; only these count, the others (user, status,
 * date, agent …) are the server's to say. `totalAmount` is the price the buyer saw; `network` and `offer` beside a
 * `packageId` are what the buyer read, and it must still be so.
 */
export const newOrder = v.object({
  receiver: phone,
  network: v.optional(text(limits.network_length_max)),
  offer: v.optional(text(limits.offer_length_max)),
  packageId: v.optional(text(60)),
  totalAmount: v.optional(cedis),
  /** Serves as the idempotency key where the header is missing. */
  reference: v.optional(v.union([v.pipe(v.string(), v.maxLength(60)), v.pipe(v.number(), v.finite())])),
  items: v.optional(v.unknown()),
});

export const orderWrapper = "newOrder";

/** The order itself, or wrapped as { newOrder }: the specification's client can be read either way. */
export const orderOrWrapped = v.union([
  v.pipe(
    v.object({ newOrder }),
    v.transform((body) => body.newOrder),
  ),
  newOrder,
]);
export type NewOrder = v.InferOutput<typeof newOrder>;

/** PUT /order/update-status/{id} */
export const orderStatusBody = v.object({
  status: v.picklist(
    ["processing", "completed", "rejected"],
    "Please choose processing, completed or rejected",
  ),
  reason: v.optional(v.nullable(text(limits.reason_length_max)), null),
  /** Needed to complete an order for WAEC. */
  voucher: v.nullish(voucher),
});

/** An order as lists and the feed carry it; amounts in cedis. In the feed `user` is the id, in lists the username. */
export const orderRecord = v.object({
  _id: v.string(),
  id: v.number(),
  items: v.nullable(afaForm),
  /** Of a completed order for WAEC. */
  voucher: v.nullable(voucher),
  totalAmount: v.number(),
  /** dd/mm/yyyy hh:mm, UTC. */
  date: v.string(),
  reference: v.string(),
  receiver: v.string(),
  offer: v.string(),
  network: v.string(),
  packageId: v.string(),
  user: v.string(),
  userId: v.string(),
  agent: v.string(),
  agentPhoneNumber: v.string(),
  status: v.picklist(orderStatuses),
  /** Why it was rejected. */
  reason: v.nullable(v.string()),
  /** Position of the refund, once there is one. */
  refundedAt: v.nullable(v.number()),
  /** What the rejection gave back: nothing where corrections of the charge had given back all of it. */
  refunded: v.number(),
  /** Position of the charge. */
  chargedAt: v.number(),
  actionTimestamp: v.nullable(v.string()),
  createdAt: v.string(),
  position: v.number(),
});
export type OrderRecord = v.InferOutput<typeof orderRecord>;

/**
 * POST /order/create answers the order and the wallet's balance after it, in cedis. `account` is the buyer as the feed
 * tells of them. `order`: for clients that read the id there, as the specification's can be read.
 */
export const purchaseAnswer = v.object({
  ...orderRecord.entries,
  balance: v.number(),
  account: userRecord,
  order: v.object({ _id: v.string() }),
});
export type PurchaseAnswer = v.InferOutput<typeof purchaseAnswer>;

/** PUT /order/update-status/{id}. `account`: the buyer as the feed tells of them, if the act gave money back. */
export const orderAnswer = v.object({
  order: orderRecord,
  account: v.optional(userRecord),
  position: v.number(),
});
export type OrderAnswer = v.InferOutput<typeof orderAnswer>;

/** GET /order/{id}/history */
export const orderHistory = v.array(
  v.object({
    status: v.picklist(orderStatuses),
    /** dd/mm/yyyy hh:mm, UTC. */
    date: v.string(),
    createdAt: v.string(),
    position: v.number(),
  }),
);
export type OrderHistory = v.InferOutput<typeof orderHistory>;

export const orderOperations = {
  readOrderHistory: {
    method: "GET",
    path: "/order/{id}/history",
    tag: "Orders",
    summary: "What has happened to an order, oldest first",
    description: "One's own; any for an admin.",
    access: "signed-in",
    params: { id: serial },
    answer: orderHistory,
    refusals: ["order_unknown"],
  },
  createOrder: {
    method: "POST",
    path: "/order/create",
    tag: "Orders",
    summary: "Buy a package",
    description:
      "Checks, debits and creates the order in one command. Price, buyer, date and reference are the server's; where `totalAmount` is given and differs from the price, nothing is charged. The package is found by `packageId`, or by `network` and `offer`; named beside a `packageId`, these are what was read, and where they are others by now it is not found.",
    access: "signed-in",
    byKey: true,
    body: orderOrWrapped,
    command: true,
    status: 201,
    answer: purchaseAnswer,
    refusals: [
      "wallet_unknown",
      "product_unknown",
      "package_unknown",
      "form_required",
      "product_out_of_stock",
      "price_changed",
      "insufficient_balance",
    ],
  },
  changeOrderStatus: {
    method: "PUT",
    path: "/order/update-status/{id}",
    tag: "Orders",
    summary: "Process, complete or reject an order",
    description:
      "From pending to processing, from processing to completed, from both to rejected, which refunds what was charged. The 409 says the present state. Completing an order for WAEC needs the `voucher` that its buyer gets.",
    access: "admin",
    params: { id: serial },
    body: orderStatusBody,
    command: true,
    answer: orderAnswer,
    refusals: ["order_unknown", "order_decided", "voucher_required", "voucher_unexpected"],
  },
} as const satisfies Record<string, Operation>;
