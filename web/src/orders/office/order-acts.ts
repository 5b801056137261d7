import { createContext, useContext } from "react";
import type { OrderRecord } from "#contract/order-list.ts";
import type { Act } from "./move-orders.ts";

/** Asks whether to move these orders. For the cells, because the columns are declared once. */
export const AskToMove = createContext<(act: Act, orders: OrderRecord[]) => void>(() => {});

export function useAskToMove(): (act: Act, orders: OrderRecord[]) => void {
  return useContext(AskToMove);
}
