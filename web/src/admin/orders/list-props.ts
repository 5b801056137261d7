import type { OrderRecord } from "#api/contract/orders.ts";
import type { Act } from "./move-orders.ts";

/** What the table of a desk and the cards of a phone both need. */
export interface ListProps {
  orders: OrderRecord[];
  selected: ReadonlySet<string>;
  onSelect: (ids: string[], on: boolean) => void;
  onAct: (act: Act, orders: OrderRecord[]) => void;
  onOpen: (id: string) => void;
}
