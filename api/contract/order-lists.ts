/** Lists of orders, as pages and as files. */
import * as v from "valibot";
import { limits } from "#ledger/terms/limits.ts";
import { isClean } from "#ledger/terms/plain-text.ts";
import { orderStatuses } from "#ledger/terms/statuses.ts";
import { datedListQuery, listOrPage, oneOf, numberCursor } from "./lists.ts";
import type { Operation } from "./operation.ts";
import { orderRecord } from "./orders.ts";

/** GET /order/allorders. Search is over reference, receiver's and buyer's number, username, and network with offer. */
export const ordersQuery = datedListQuery({
  status: oneOf("status", orderStatuses),
  network: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(limits.network_length_max, "This network's name is too long"),
      v.check(isClean, "Please use plain text"),
    ),
  ),
});

export const orderListOperations = {
  listOrders: {
    method: "GET",
    path: "/order/allorders",
    tag: "Orders",
    summary: "List orders, newest first",
    description:
      "All for an admin, who may name a `user`; one's own for anybody else and with `mine=1`. With `limit` the answer is a page, and its `next` the `cursor` of the one after it. `search` is a part of the reference, a number, the username, or network and offer. With `search` or `network` the total counts to 1,000: `totalIsExact` says whether that is all.",
    access: "signed-in",
    byKey: true,
    query: ordersQuery,
    answer: listOrPage(orderRecord, numberCursor),
  },
  exportOrders: {
    method: "GET",
    path: "/order/orders.csv",
    tag: "Orders",
    summary: "The orders that a filter leaves, as a file",
    access: "admin",
    query: ordersQuery,
    download: true,
    answer: { media: "text/csv" },
  },
  exportForSupplier: {
    method: "GET",
    path: "/order/supplier.csv",
    tag: "Orders",
    summary: "What a supplier needs to deliver the orders that a filter leaves, as a file",
    access: "admin",
    query: ordersQuery,
    download: true,
    answer: { media: "text/csv" },
  },
} as const satisfies Record<string, Operation>;
