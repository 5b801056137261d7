import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { ResponsiveDialog } from "../ui/responsive-dialog.tsx";
import type { Noun } from "./act-results.tsx";
import { useEffect, useEffectEvent } from "react";
import { storedFlag } from "../lib/storage.ts";

/** Hidden on phones, which have no keyboard. */
export function ShortcutsButton({ onOpen }: { onOpen: () => void }) {
  return (
    <Button variant="outline" size="sm" className="max-md:hidden" onClick={onOpen}>
      Shortcuts <kbd className="text-muted-foreground">?</kbd>
    </Button>
  );
}

interface Props {
  /** The list's own keys, and what they do. */
  own: readonly (readonly [key: string, what: string])[];
  /** The keys of the actions on selected rows. */
  acts: string;
  noun: Noun;
  onClose: () => void;
}

export function ShortcutsHelp({ own, acts, noun, onClose }: Props) {
  const [isOff, setOff] = useShortcutsOff();
  const shortcuts: Props["own"] = [
    ["j", `Next ${noun}`],
    ["k", `Previous ${noun}`],
    ["x", `Select or deselect the ${noun}`],
    ["a", "Select or deselect all on the page"],
    ...own,
    ["/", "Search"],
    ["?", "Show shortcuts"],
    ["Ctrl K", "Find anything"],
  ];
  return (
    <ResponsiveDialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {shortcuts.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-grid min-w-8 place-items-center rounded-sm border border-border bg-muted px-2 py-0.5 font-semibold">
                {key}
              </kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted-foreground">
        If {noun}s are selected, {acts} act on all of them; otherwise on the {noun} in focus. In a dialog,
        Enter confirms and Escape cancels.
      </p>
      <label className="flex min-h-12 items-center gap-3 font-medium">
        <Checkbox checked={!isOff} onCheckedChange={(isOn) => setOff(!isOn)} />
        Use keyboard shortcuts on this device
      </label>
    </ResponsiveDialog>
  );
}

/** Whether keyboard shortcuts are off. Users must be able to switch single-key shortcuts off (WCAG 2.1.4). */
const useShortcutsOff = storedFlag("keys", "off");

/** Keyboard shortcuts. They are inactive while typing, under an open dialog, and with Ctrl, Alt or Meta. */
function useShortcuts(bindings: Readonly<Record<string, () => void>>): void {
  const [isOff] = useShortcutsOff();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (isTyping(event.target) || document.querySelector("[role=dialog], [role=alertdialog]") !== null)
      return;
    const act = bindings[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (isOff) return;
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isOff]);
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

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
  const current = () => rows.filter(({ _id }) => _id === focused());
  const step = (by: number) => {
    const at = rows.findIndex(({ _id }) => _id === focused());
    const next = at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1);
    focusRow(name, rows[next]?._id);
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    x: () => current().forEach(({ _id }) => onSelect([_id], !selected.has(_id))),
    a: () =>
      onSelect(
        rows.map(({ _id }) => _id),
        chosen.length < rows.length,
      ),
    o: () => current().forEach(({ _id }) => onOpen(_id)),
    "/": () => document.querySelector<HTMLElement>("main input[type=search]")?.focus(),
    "?": onHelp,
    ...Object.fromEntries(
      Object.entries(acts).map(([key, act]) => [key, () => act(chosen.length > 0 ? chosen : current())]),
    ),
  });
}

function focusRow(name: string, id: string | undefined): void {
  const row = id === undefined ? null : document.querySelector(`[data-${name}="${CSS.escape(id)}"]`);
  row?.querySelector<HTMLElement>("[role=checkbox]")?.focus();
  row?.scrollIntoView({ block: "nearest" });
}
