import type { Asked } from "#api/contract/list.ts";
import { orderList, type OrderRecord } from "#api/contract/order-list.ts";
import { withUsername } from "../../app/orders/order-rules.ts";
import { listQuery } from "../list/list-query.ts";

/** One page of all orders. */
export function orderPageQuery({
  limit,
  cursor,
  ...asked
}: { limit: number; cursor?: string | undefined } & { [Name in "search" | "user"]?: Asked[Name] }) {
  return listQuery(orderList, asked, { limit, cursor }, { merge: withListFields });
}

/** Only lists say which orders are alike, and the feed does not. */
export function withListFields(order: OrderRecord, old: OrderRecord | undefined): OrderRecord {
  const { sameAs } = old ?? {};
  return { ...withUsername(order, old), ...(sameAs && { sameAs }) };
}
