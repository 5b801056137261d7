import { createContext, useContext } from "react";
import type { OrderRecord } from "#api/contract/orders.ts";
import type { Act } from "./move-orders.ts";

/** The shown orders, and what can be done with them. */
export interface OrderList {
  orders: OrderRecord[];
  selected: ReadonlySet<string>;
  /** Somebody has moved it since the list was fetched: it stays in its place, but it is no work of this list any more. */
  hasLeft: (order: OrderRecord) => boolean;
  onSelect: (ids: string[], on: boolean) => void;
  onAct: (act: Act, orders: OrderRecord[]) => void;
  onOpen: (id: string) => void;
}

/** For the cells, because the columns are declared once for all lists. */
export const OrderListContext = createContext<OrderList>({
  orders: [],
  selected: new Set(),
  hasLeft: () => false,
  onSelect: () => {},
  onAct: () => {},
  onOpen: () => {},
});

export function useOrderList(): OrderList {
  return useContext(OrderListContext);
}
