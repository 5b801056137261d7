import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#contract/terms/limits.ts";
import { orderStatuses } from "#contract/terms/statuses.ts";
import { myOrdersQuery } from "../orders/my-orders.query.ts";
import { TransactionsPage } from "../orders/transactions-page.tsx";
import { laterPage, oneOf, sizeOf, searchOf, text } from "../lib/address.ts";
import { prefetch } from "../lib/query-client.ts";

export const Route = createFileRoute("/home/my-transactions")({
  validateSearch: searchOf({
    q: text,
    status: oneOf(orderStatuses),
    size: sizeOf(limits.page_sizes),
    page: laterPage,
    /** The order whose receipt is open. */
    receipt: text,
  }),
  loader: () => prefetch(myOrdersQuery),
  component: TransactionsPage,
});
