/** Buying, and working through what was bought. */
import * as v from "valibot";
import { serial } from "../fields.ts";
import { listOrPage, ordersQuery, positionedMessage, removalAnswer } from "../lists.ts";
import type { Operation } from "../operation.ts";
import {
  orderAnswer,
  orderCounts,
  orderHistory,
  orderOrWrapped,
  orderRecord,
  orderStatusBody,
  purchaseAnswer,
  salesAnswer,
} from "../orders.ts";

export const orderOperations = {
  listOrders: {
    method: "GET",
    path: "/order/allorders",
    tag: "Orders",
    summary: "List orders, newest first",
    description:
      "All for an admin, one's own for anybody else and with `mine=1`. With `limit` the answer is a page, and its `next` the `cursor` of the one after it. `search` is a part of the reference, a number, the username, or network and offer. With `search` or `network` the total counts to 1,000: `totalIsExact` says whether that is all.",
    access: "signed-in",
    byKey: true,
    query: ordersQuery,
    answer: listOrPage(orderRecord, v.number()),
  },
  countOrders: {
    method: "GET",
    path: "/order/counts",
    tag: "Orders",
    summary: "Count orders by status, and pending top-ups",
    access: "admin",
    answer: orderCounts,
  },
  readSales: {
    method: "GET",
    path: "/order/sales",
    tag: "Orders",
    summary: "One's own completed orders of today and of this month",
    access: "signed-in",
    answer: salesAnswer,
  },
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
      "Checks, debits and creates the order in one command. Price, buyer, date and reference are the server's; where `totalAmount` is given and differs from the price, nothing is charged.",
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
  removeOrder: {
    method: "DELETE",
    path: "/order/delete/{id}",
    tag: "Orders",
    summary: "Remove a decided order from the lists",
    access: "admin",
    params: { id: serial },
    command: true,
    answer: positionedMessage,
    refusals: ["order_unknown", "order_open"],
  },
  removeAllOrders: {
    method: "DELETE",
    path: "/order/del-all-orders",
    tag: "Orders",
    summary: "Remove all decided orders from the lists",
    description: "Open ones stay, and the answer says how many.",
    access: "admin",
    answer: removalAnswer,
  },
} as const satisfies Record<string, Operation>;
