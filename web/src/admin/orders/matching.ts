import type { OrderRecord } from "#api/contract/orders.ts";
import type { Page } from "#api/contract/lists.ts";
import { limits } from "#ledger/terms/limits.ts";
import { officeLimits } from "#ledger/terms/office-limits.ts";
import { get } from "../../lib/api.ts";
import { queryString } from "../../lib/lists.ts";
import type { OrderFilter } from "./order-page.query.ts";

/** As many as one supplier batch may have. */
export const matching_max = officeLimits.supplier_batch_orders_max;

/** All orders that match a filter, up to `matching_max`. */
export async function fetchMatching(filter: OrderFilter): Promise<OrderRecord[]> {
  const found: OrderRecord[] = [];
  let cursor: number | undefined;
  do {
    const page = { ...filter, limit: limits.list_page_max, cursor };
    const { items, next } = await get<Page<OrderRecord>>(`/order/allorders${queryString(page)}`);
    found.push(...items);
    cursor = next ?? undefined;
  } while (cursor !== undefined && found.length < matching_max);
  return found.slice(0, matching_max);
}
