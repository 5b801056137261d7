import { queryOptions } from "@tanstack/react-query";
import { get } from "../../lib/api.ts";
import { getSession } from "../../lib/session.ts";
import { orderOf } from "./order-rules.ts";

interface Sales {
  count: number;
  /** In cedis. */
  value: number;
}

/** The user's completed orders of today and of this month. */
export const salesQuery = queryOptions({
  queryKey: ["sales"],
  queryFn: ({ signal }) => get<{ today: Sales; month: Sales; position: number }>("/order/sales", signal),
  meta: {
    outdatedBy: (event) =>
      // An order that was completed and then removed is reported only as removed.
      (event.event === "removed" && event.data.list === "order") ||
      (orderOf(event)?.status === "completed" && orderOf(event)?.userId === getSession()?._id),
  },
});
