import { getQuery } from "../../lib/get-query.ts";
import { getSession } from "../../lib/session.ts";
import { orderOf } from "./order-rules.ts";

interface Sales {
  count: number;
  /** In cedis. */
  value: number;
}

/** The user's completed orders of today and of this month. */
export const salesQuery = getQuery<{ today: Sales; month: Sales; position: number }>(
  ["sales"],
  "/order/sales",
  {
    outdatedBy: (event) =>
      // An order that was completed and then removed is reported only as removed.
      (event.event === "removed" && event.data.list === "order") ||
      (orderOf(event)?.status === "completed" && orderOf(event)?.userId === getSession()?._id),
  },
);
