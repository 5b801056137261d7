import type { OrderRecord } from "#api/contract/orders.ts";
import { useShortcuts } from "./shortcuts.ts";
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

/**
 * A shortcut acts on the order whose checkbox has the focus. Screen readers announce that one, and Space and Tab
 * continue from there.
 */
export function useOrderShortcuts(commands: Commands): void {
  const { orders, selected, chosen, onSelect, onAct, onSend, onOpen, onHelp, onRefresh } = commands;
  const current = () => orders.find(({ _id }) => _id === focusedId());
  const step = (by: number) => {
    const at = orders.findIndex(({ _id }) => _id === focusedId());
    const next = at === -1 ? 0 : Math.min(Math.max(at + by, 0), orders.length - 1);
    focusOrder(orders[next]?._id);
  };
  const meant = () => {
    const one = current();
    if (chosen.length > 0) return chosen;
    return one === undefined ? [] : [one];
  };
  const move = (to: (typeof acts)[number]["to"]) => () => {
    const act = acts.find((each) => each.to === to);
    if (act !== undefined) onAct(act, meant());
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    x: () => {
      const one = current();
      if (one !== undefined) onSelect([one._id], !selected.has(one._id));
    },
    a: () =>
      onSelect(
        orders.map(({ _id }) => _id),
        chosen.length < orders.length,
      ),
    o: () => {
      const one = current();
      if (one !== undefined) onOpen(one._id);
    },
    s: () => {
      const sendable = meant().filter(canSend);
      if (sendable.length > 0) onSend(sendable);
    },
    p: move("processing"),
    c: move("completed"),
    r: move("rejected"),
    n: onRefresh,
    "/": () => document.querySelector<HTMLElement>("main input[type=search]")?.focus(),
    "?": onHelp,
  });
}

function focusedId(): string | undefined {
  return document.activeElement?.closest<HTMLElement>("[data-order]")?.dataset["order"];
}

function focusOrder(id: string | undefined): void {
  const row = id === undefined ? null : document.querySelector(`[data-order="${CSS.escape(id)}"]`);
  row?.querySelector<HTMLElement>("[role=checkbox]")?.focus();
  row?.scrollIntoView({ block: "nearest" });
}
