import type { OrderRecord } from "#api/contract/orders.ts";
import { useListKeys } from "../shared/list-keys.ts";
import type { OrderList } from "./order-list.ts";
import { acts, canSend } from "./move-orders.ts";

/** The shortcuts and their descriptions in the help. */
export const orderShortcuts = [
  ["j", "Next order"],
  ["k", "Previous order"],
  ["x", "Select or deselect the order"],
  ["a", "Select or deselect all on the page"],
  ["o", "Open the order"],
  ["s", "Send to supplier"],
  ["p", "Process"],
  ["c", "Complete"],
  ["r", "Reject"],
  ["n", "Show new orders"],
  ["/", "Search"],
  ["?", "Show shortcuts"],
  ["Ctrl K", "Find anything"],
] as const;

interface Commands extends OrderList {
  /** The selected orders. */
  chosen: OrderRecord[];
  onSend: (orders: OrderRecord[]) => void;
  onHelp: () => void;
  onRefresh: () => void;
}

export function useOrderShortcuts({ orders, onAct, onSend, onRefresh, ...list }: Commands): void {
  const move = (to: (typeof acts)[number]["to"]) => (meant: OrderRecord[]) => {
    const act = acts.find((each) => each.to === to);
    if (act !== undefined) onAct(act, meant);
  };
  useListKeys({
    ...list,
    name: "order",
    rows: orders,
    acts: {
      s: (meant) => {
        const sendable = meant.filter(canSend);
        if (sendable.length > 0) onSend(sendable);
      },
      p: move("processing"),
      c: move("completed"),
      r: move("rejected"),
      n: onRefresh,
    },
  });
}
