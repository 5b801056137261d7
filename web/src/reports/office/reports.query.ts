import type { LiveEvent } from "#contract/live.ts";
import type { PeriodFigures, Statistics, Sold, Dashboard } from "#contract/reports.ts";
import type { DaySpan } from "#contract/terms/periods.ts";
import { getQuery } from "../../lib/query-client.ts";
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
export const statisticsQuery = getQuery<Statistics>(["admin", "statistics"], "/order/statistics", {
  outdatedBy: changesFigures,
});
export function soldQuery({ from, to }: DaySpan) {
  return getQuery<Sold>(["admin", "sold", from, to], `/order/sold${queryString({ from, to })}`, {
    staleTime: 0,
    outdatedBy: ({ event }) => event === "ordersUpdated" || event === "removed",
  });
}

/** The figures of some days, and of those before. */
export function periodQuery({ from, to }: DaySpan) {
  return getQuery<PeriodFigures>(["admin", "period", from, to], `/order/period${queryString({ from, to })}`, {
    outdatedBy: changesFigures,
  });
}

/** What waits too long, and what failed, changes without an event. */
const look_again_ms = 30_000;

/** Fetched again at most once a second while orders, requests, users and settings change. */
export const dashboardQuery = getQuery<Dashboard>(["admin", "dashboard"], "/order/dashboard", {
  refetchInterval: look_again_ms,
  outdatedBy: ({ event }) => event !== "CurrUserUpdated",
});
