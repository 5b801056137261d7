import type { OrderRecord } from "#contract/order-list.ts";
import { withUsername } from "../order-rules.ts";

/** Only lists say which orders are alike, and the feed does not. */
export function withListFields(order: OrderRecord, old: OrderRecord | undefined): OrderRecord {
  const { sameAs } = old ?? {};
  return { ...withUsername(order, old), ...(sameAs && { sameAs }) };
}
