import type { SalesAnswer } from "#contract/statistics.ts";
import { getQuery } from "../lib/get-query.ts";
import { getSession } from "../lib/session.ts";
import { orderOf } from "./order-rules.ts";

/** The user's completed orders of today and of this month. */
export const salesQuery = getQuery<SalesAnswer>(["sales"], "/order/sales", {
  outdatedBy: (event) =>
    // An order that was completed and then removed is reported only as removed.
    (event.event === "removed" && event.data.list === "order") ||
    (orderOf(event)?.status === "completed" && orderOf(event)?.userId === getSession()?._id),
});
