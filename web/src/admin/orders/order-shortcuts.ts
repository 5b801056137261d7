import type { OrderRecord } from "#api/contract/order-list.ts";
import { useListKeys } from "../shared/list-keys.ts";
import type { ShownPage } from "../list/use-list-page.ts";
import { type Act, acts, canSend } from "./move-orders.ts";

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

interface Commands {
  onAct: (act: Act, orders: OrderRecord[]) => void;
  onSend: (orders: OrderRecord[]) => void;
  onHelp: () => void;
}

export function useOrderShortcuts(
  { rows, able, selection, query, state }: ShownPage<OrderRecord>,
  { onAct, onSend, onHelp }: Commands,
): void {
  const move = (to: Act["to"]) => (meant: OrderRecord[]) => {
    const act = acts.find((each) => each.to === to);
    if (act !== undefined) onAct(act, meant);
  };
  useListKeys({
    name: "order",
    rows,
    selected: selection.selected,
    chosen: able,
    onSelect: selection.select,
    onOpen: state.setOpen,
    onHelp,
    acts: {
      s: (meant) => {
        const sendable = meant.filter(canSend);
        if (sendable.length > 0) onSend(sendable);
      },
      p: move("processing"),
      c: move("completed"),
      r: move("rejected"),
      n: () => void query.refetch(),
    },
  });
}
