import { queryOptions } from "@tanstack/react-query";
import type { Statistics } from "#api/contract/statistics.ts";
import { get } from "../../lib/api.ts";

/** The shop's figures, fetched again at most once a second while orders and wallets change. */
export const statisticsQuery = queryOptions({
  queryKey: ["admin", "statistics"],
  queryFn: ({ signal }) => get<Statistics>("/order/statistics", signal),
  meta: {
    outdatedBy: ({ event }) =>
      // A correction moves money without an order or request. A row that was changed and then removed is reported only
      // as removed.
      event === "ordersUpdated" ||
      event === "rechargeUpdated" ||
      event === "userUpdated" ||
      event === "removed",
  },
});
