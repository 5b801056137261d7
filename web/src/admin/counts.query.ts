import type { OrderStatus } from "#ledger/terms/statuses.ts";
import { getQuery } from "../lib/get-query.ts";

export type Counts = Record<OrderStatus, number> & { recharges: { pending: number; decided: number } };

/** The amount of open work. The server counts it after every change. */
export const countsQuery = getQuery<Counts>(["admin", "counts"], "/order/counts", {
  outdatedBy: ({ event }) => event === "ordersUpdated" || event === "rechargeUpdated" || event === "removed",
});
