import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { orderStatuses, type OrderStatus } from "#ledger/terms/statuses.ts";
import { myOrdersQuery } from "../app/orders/my-orders.query.ts";
import { TransactionsPage } from "../app/orders/transactions-page.tsx";
import { searchOf, searchText, defined, sizeFrom } from "../lib/address.ts";
import { prefetch } from "../lib/prefetch.ts";

export interface Search {
  q?: string;
  status?: OrderStatus;
  size?: number;
  page?: number;
  /** The order whose receipt is open. */
  receipt?: string;
}

export const Route = createFileRoute("/home/my-transactions")({
  validateSearch: searchOf((search): Search => {
    const status = orderStatuses.find((each) => each === search["status"]);
    const [q, receipt] = [searchText(search["q"]), searchText(search["receipt"])];
    const size = sizeFrom(search["size"], limits.page_sizes);
    const page = Number(search["page"]) > 1 ? Math.floor(Number(search["page"])) : undefined;
    return defined({ q, status, size, page, receipt });
  }),
  loader: () => prefetch(myOrdersQuery),
  component: Transactions,
});

function Transactions() {
  return <TransactionsPage {...Route.useSearch()} />;
}
