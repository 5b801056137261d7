import { queryOptions } from "@tanstack/react-query";
import type { OrderStatus } from "#ledger/terms/statuses.ts";
import { get } from "../lib/api.ts";

export type Counts = Record<OrderStatus, number> & { recharges: { pending: number; decided: number } };

/** The amount of open work. The server counts it after every change. */
export const countsQuery = queryOptions({
  queryKey: ["admin", "counts"],
  queryFn: ({ signal }) => get<Counts>("/order/counts", signal),
  meta: {
    outdatedBy: ({ event }) =>
      event === "ordersUpdated" || event === "rechargeUpdated" || event === "removed",
  },
});
