import { useShortcuts } from "./shortcuts.ts";

interface Keys<Row> {
  /** The name of the rows' data attribute: "order" for data-order. */
  name: string;
  rows: readonly Row[];
  selected: ReadonlySet<string>;
  /** The selected rows, on this page and beyond it. */
  chosen: Row[];
  onSelect: (ids: string[], on: boolean) => void;
  onOpen: (id: string) => void;
  onHelp: () => void;
  /** The list's own keys. They act on the selected rows, or on the one in focus. */
  acts: Readonly<Record<string, (rows: Row[]) => void>>;
}

/**
 * The shortcuts of a list whose rows can be selected. A shortcut acts on the row whose checkbox has the focus. Screen
 * readers announce that one, and Space and Tab continue from there.
 */
export function useListKeys<Row extends { _id: string }>(keys: Keys<Row>): void {
  const { name, rows, selected, chosen, onSelect, onOpen, onHelp, acts } = keys;
  const focused = () =>
    document.activeElement?.closest<HTMLElement>(`[data-${name}]`)?.getAttribute(`data-${name}`);
  const current = () => rows.find(({ _id }) => _id === focused());
  const step = (by: number) => {
    const at = rows.findIndex(({ _id }) => _id === focused());
    const next = at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1);
    focusRow(name, rows[next]?._id);
  };
  const meant = () => {
    const one = current();
    if (chosen.length > 0) return chosen;
    return one === undefined ? [] : [one];
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
        rows.map(({ _id }) => _id),
        chosen.length < rows.length,
      ),
    o: () => {
      const one = current();
      if (one !== undefined) onOpen(one._id);
    },
    "/": () => document.querySelector<HTMLElement>("main input[type=search]")?.focus(),
    "?": onHelp,
    ...Object.fromEntries(Object.entries(acts).map(([key, act]) => [key, () => act(meant())])),
  });
}

function focusRow(name: string, id: string | undefined): void {
  const row = id === undefined ? null : document.querySelector(`[data-${name}="${CSS.escape(id)}"]`);
  row?.querySelector<HTMLElement>("[role=checkbox]")?.focus();
  row?.scrollIntoView({ block: "nearest" });
}
