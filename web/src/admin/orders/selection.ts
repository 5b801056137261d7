import { useState } from "react";
import type { OrderRecord } from "#api/contract/orders.ts";
import type { Page } from "#api/contract/lists.ts";
import { limits } from "#ledger/terms/limits.ts";
import { get } from "../../lib/api.ts";
import { queryString } from "../../lib/lists.ts";
import type { OrderFilter } from "./order-page.query.ts";

/** The chosen orders, on this page of the list and beyond it. Those of the page are as the page shows them. */
export function useSelection(orders: readonly OrderRecord[]) {
  const [selected, setSelected] = useState<ReadonlyMap<string, OrderRecord>>(new Map());
  const shown = new Map(orders.map((order) => [order._id, order]));
  const select = (ids: string[], on: boolean) =>
    setSelected((old) => {
      const next = new Map(old);
      for (const id of ids) {
        const order = shown.get(id);
        if (on && order) next.set(id, order);
        else next.delete(id);
      }
      return next;
    });
  return {
    selected: new Set(selected.keys()),
    chosen: [
      ...orders.filter(({ _id }) => selected.has(_id)),
      ...[...selected.values()].filter(({ _id }) => !shown.has(_id)),
    ],
    select,
    selectThese: (found: OrderRecord[]) => setSelected(new Map(found.map((order) => [order._id, order]))),
    clear: () => setSelected(new Map()),
  };
}

/** As many as one supplier batch may have. */
export const matching_max = limits.supplier_batch_orders_max;

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
