import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { orderStatuses, type OrderStatus } from "#ledger/terms/statuses.ts";
import { myOrdersQuery } from "../features/orders/my-orders.query.ts";
import { TransactionsPage } from "../features/orders/transactions-page.tsx";
import { sizeFrom } from "../lib/paging.ts";
import { warm } from "../lib/warm.ts";

export interface Search {
  q?: string;
  status?: OrderStatus;
  size?: number;
  page?: number;
  /** The order whose receipt is open. */
  receipt?: string;
}

export const Route = createFileRoute("/home/my-transactions")({
  validateSearch: (search: Record<string, unknown>): Search => {
    const status = orderStatuses.find((each) => each === search["status"]);
    const size = sizeFrom(search["size"], limits.page_sizes);
    return {
      ...(search["q"] === undefined ? {} : { q: String(search["q"]) }),
      ...(status === undefined ? {} : { status }),
      ...(size === undefined ? {} : { size }),
      ...(Number(search["page"]) > 1 ? { page: Math.floor(Number(search["page"])) } : {}),
      ...(search["receipt"] === undefined ? {} : { receipt: String(search["receipt"]) }),
    };
  },
  loader: () => warm(myOrdersQuery),
  component: Transactions,
});

function Transactions() {
  return <TransactionsPage {...Route.useSearch()} />;
}
