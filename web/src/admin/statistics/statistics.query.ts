import { queryOptions } from "@tanstack/react-query";
import type { Sold } from "#api/contract/closing.ts";
import type { LiveEvent } from "#api/contract/live.ts";
import type { PeriodFigures, Statistics } from "#api/contract/statistics.ts";
import type { DaySpan } from "#ledger/terms/periods.ts";
import { get } from "../../lib/api.ts";
import { queryString } from "../../lib/lists.ts";

/**
 * A correction moves money without an order or request. A row that was changed and then removed is reported only as
 * removed.
 */
function changesFigures({ event }: LiveEvent): boolean {
  return (
    event === "ordersUpdated" || event === "rechargeUpdated" || event === "userUpdated" || event === "removed"
  );
}

/** The shop's figures, fetched again at most once a second while orders and wallets change. */
export const statisticsQuery = queryOptions({
  queryKey: ["admin", "statistics"],
  queryFn: ({ signal }) => get<Statistics>("/order/statistics", signal),
  meta: { outdatedBy: changesFigures },
});
/** What was sold in some days. */
export function soldQuery({ from, to }: DaySpan) {
  return queryOptions({
    queryKey: ["admin", "sold", from, to],
    queryFn: ({ signal }) => get<Sold>(`/order/sold${queryString({ from, to })}`, signal),
    staleTime: 0,
    meta: { outdatedBy: ({ event }) => event === "ordersUpdated" || event === "removed" },
  });
}

/** The figures of some days, and of those before. */
export function periodQuery({ from, to }: DaySpan) {
  return queryOptions({
    queryKey: ["admin", "period", from, to],
    queryFn: ({ signal }) => get<PeriodFigures>(`/order/period${queryString({ from, to })}`, signal),
    meta: { outdatedBy: changesFigures },
  });
}
