/** Lists of orders, as pages and as files. */
import * as v from "valibot";
import { limits } from "#ledger/terms/limits.ts";
import { isClean } from "#ledger/terms/plain-text.ts";
import { orderStatuses } from "#ledger/terms/statuses.ts";
import { fileQuery, datedListQuery, listOrPage, oneOf, numberCursor } from "./lists.ts";
import { fileAnswer } from "./files.ts";
import type { Operation } from "./operation.ts";
import { orderRecord } from "./orders.ts";

/**
 * GET /order/allorders. The search covers the reference, the receiver's and the buyer's number, the username, and the
 * network with the offer.
 */
export const ordersQuery = datedListQuery({
  status: oneOf("status", orderStatuses),
  /** The number of a supplier batch. */
  batch: v.optional(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "The batch is a number"), v.transform(Number)),
  ),
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
      "An admin gets all orders, or those of one `user`. Anybody else, and an admin with `mine=1`, gets only their own. With `limit` the answer is a page, and `next` is the `cursor` of the page after it. `search` is a part of the reference, a number, the username, or the network and offer. With `search` or `network` the total is counted up to 1,000: `totalIsExact` says whether there are more.",
    access: "signed-in",
    byKey: true,
    query: ordersQuery,
    answer: listOrPage(orderRecord, numberCursor),
  },
  exportOrders: {
    method: "GET",
    path: "/order/orders.csv",
    tag: "Orders",
    summary: "Export the filtered orders as a file",
    access: "admin",
    query: fileQuery(ordersQuery),
    download: true,
    answer: fileAnswer,
  },
} as const satisfies Record<string, Operation>;
