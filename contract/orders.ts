/** Buying, and what becomes of an order. */
import * as v from "valibot";
import { limits } from "#contract/terms/limits.ts";
import { type FormField, productForms } from "#contract/terms/product-types.ts";
import { orderStatuses } from "#contract/terms/statuses.ts";
import { birthDay, cedis, phone, serial, text } from "./fields.ts";
import { operationsOf } from "./operation.ts";
import { formOf, orderRecord, voucher } from "./order-list.ts";
import { userRecord } from "./user-list.ts";

/** The form of a new order. `today`: "2026-11-21". */
export function newForm(fields: readonly FormField[], today: string) {
  return formOf(fields, birthDay(today));
}

/**
 * POST /order/create. An Order with the specification's field names. Only these fields are read; the server sets the
 * others (user, status, date, agent …). `totalAmount` is the price that the buyer saw. `network` and `offer` beside a
 * `packageId` are what the buyer saw, and must still be correct.
 */
export const newOrder = v.object({
  receiver: phone,
  network: v.optional(text(limits.network_length_max)),
  offer: v.optional(text(limits.offer_length_max)),
  packageId: v.optional(text(60)),
  totalAmount: v.optional(cedis),
  /** Used as the idempotency key if the header is missing. */
  reference: v.optional(v.union([v.pipe(v.string(), v.maxLength(60)), v.pipe(v.number(), v.finite())])),
  items: v.optional(v.unknown()),
});

export const orderWrapper = "newOrder";

/** The order itself, or wrapped as { newOrder }: the specification does not say which one its client sends. */
export const orderOrWrapped = v.union([
  v.pipe(
    v.object({ newOrder }),
    v.transform((body) => body.newOrder),
  ),
  newOrder,
]);
export type NewOrder = v.InferOutput<typeof newOrder>;

export const orderStatusBody = v.object({
  status: v.picklist(
    ["processing", "completed", "rejected"],
    "Please choose processing, completed or rejected",
  ),
  reason: v.optional(v.nullable(text(limits.reason_length_max)), null),
  /** Needed to complete an order whose product brings one. */
  voucher: v.nullish(voucher),
});

/**
 * POST /order/create answers the order and the wallet's balance after it, in cedis. `account` is the buyer as the feed
 * sends them. `order` is for clients that read the id there: the specification does not say where its client reads it.
 */
export const purchaseAnswer = v.object({
  ...orderRecord.entries,
  balance: v.number(),
  account: userRecord,
  order: v.object({ _id: v.string() }),
});
export type PurchaseAnswer = v.InferOutput<typeof purchaseAnswer>;

/** PUT /order/update-status/{id}. `account`: the buyer as the feed sends them, if they got a refund. */
export const orderAnswer = v.object({
  order: orderRecord,
  account: v.optional(userRecord),
  position: v.number(),
});
export type OrderAnswer = v.InferOutput<typeof orderAnswer>;

export const orderHistory = v.array(
  v.object({
    status: v.picklist(orderStatuses),
    /** dd/mm/yyyy hh:mm, UTC. */
    date: v.string(),
    createdAt: v.string(),
    position: v.number(),
    /** A supplier of the shop took the step, and nobody's hand. */
    bySupplier: v.boolean(),
    /** The name of whoever took the step. Only admins get it. */
    by: v.optional(v.string()),
  }),
);
export type OrderHistory = v.InferOutput<typeof orderHistory>;

const fieldText = ({ name, kind }: FormField) =>
  `\`${name}\`${kind === "birthday" ? " (a day from 1900 until today, as 1990-05-17 or 17/05/1990)" : ""}`;

/** In the API's description. */
const formsText = /* @__PURE__ */ [
  "An order of a product with a form needs it in `items`.",
  ...productForms.map(({ title, fields }) => `${title}: ${fields.map(fieldText).join(", ")}.`),
].join(" ");

export const orderOperations = /* @__PURE__ */ operationsOf("Orders", {
  readOrderHistory: {
    call: "GET /order/{id}/history",
    summary: "Read the history of an order, oldest first",
    description: "Your own orders only; any order for an admin.",
    access: "signed-in",
    params: { id: serial },
    answer: orderHistory,
    refusals: ["order_unknown"],
  },
  createOrder: {
    call: "POST /order/create",
    summary: "Buy a package",
    description:
      "Checks the balance, debits it and creates the order in one command. The server sets the price, buyer, date and reference. If `totalAmount` is given and differs from the price, nothing is charged. The package is found by `packageId`, or by `network` and `offer`. If all are given and they no longer match, the package is not found. " +
      formsText,
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
      "own_price",
      "price_changed",
      "insufficient_balance",
    ],
  },
  changeOrderStatus: {
    call: "PUT /order/update-status/{id}",
    summary: "Process, complete or reject an order",
    description:
      "From pending to processing, from processing to completed, and from both to rejected, which refunds the charge. A 409 contains the current status. Completing an order whose product brings a voucher needs the `voucher` for its buyer.",
    params: { id: serial },
    body: orderStatusBody,
    command: true,
    answer: orderAnswer,
    refusals: [
      "own_account",
      "order_unknown",
      "order_decided",
      "fulfilment_open",
      "voucher_required",
      "voucher_unexpected",
    ],
  },
});
