import { queryOptions } from "@tanstack/react-query";
import type { Statistics } from "#api/contract/statistics.ts";
import { get } from "../../lib/api.ts";

/** The shop's figures; asked for again, at most once a second, while orders and wallets move. */
export const statisticsQuery = queryOptions({
  queryKey: ["admin", "statistics"],
  queryFn: ({ signal }) => get<Statistics>("/order/statistics", signal),
  meta: {
    outdatedBy: ({ event }) =>
      // A correction moves money without an order or a request; what changed and was removed at once is only removed.
      event === "ordersUpdated" ||
      event === "rechargeUpdated" ||
      event === "userUpdated" ||
      event === "removed",
  },
});
