import { queryOptions } from "@tanstack/react-query";
import type { OrderStatus } from "#ledger/terms/statuses.ts";
import { get } from "../lib/api.ts";

type Counts = Record<OrderStatus, number> & { recharges: { pending: number } };

/** How much work there is; the server counts, whenever something has changed. */
export const countsQuery = queryOptions({
  queryKey: ["admin", "counts"],
  queryFn: ({ signal }) => get<Counts>("/order/counts", signal),
  meta: {
    outdatedBy: ({ event }) =>
      event === "ordersUpdated" || event === "rechargeUpdated" || event === "removed",
  },
});
