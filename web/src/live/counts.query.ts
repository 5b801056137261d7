import type { OrderCounts } from "#contract/reports.ts";
import { getQuery } from "../lib/query-client.ts";

/** The amount of open work. The server counts it after every change. */
export const countsQuery = getQuery<OrderCounts>(["admin", "counts"], "/order/counts", {
  outdatedBy: ({ event }) => event === "ordersUpdated" || event === "rechargeUpdated" || event === "removed",
});

/** No order was completed yet. */
export function isOpening({ completed }: OrderCounts): boolean {
  return completed === 0;
}

/** Nobody has ordered or asked for a top-up yet. */
export function isNewShop({ recharges, ...orders }: OrderCounts): boolean {
  return [...Object.values(orders), recharges.pending, recharges.decided].every((count) => count === 0);
}
