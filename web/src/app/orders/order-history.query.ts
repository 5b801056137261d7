import { queryOptions } from "@tanstack/react-query";
import type { LiveEvent } from "#api/contract/live.ts";
import type { OrderHistory } from "#api/contract/orders.ts";
import { get } from "../../lib/api.ts";
import { orderOf } from "./order-rules.ts";

/** When an order became what; asked for again when it moves. */
export function orderHistoryQuery(id: number) {
  return queryOptions({
    queryKey: ["order-history", id],
    queryFn: ({ signal }) => get<OrderHistory>(`/order/${id}/history`, signal),
    meta: { outdatedBy: (event: LiveEvent) => orderOf(event)?.id === id },
  });
}
