import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { formatCedis, type Pesewas } from "#contract/terms/money.ts";
import { Button } from "../ui/button.tsx";
import { Hint } from "../ui/hint.tsx";

interface Props {
  label: string;
  count: number;
  total: Pesewas;
  onClear: () => void;
  children: ReactNode;
}

/** Appears while rows are selected. Shows their number and total, and the possible actions. */
export function SelectionBar({ label, count, total, onClear, children }: Props) {
  if (count === 0) return null;
  return (
    <div
      role="region"
      aria-label={label}
      className="toast-in fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-20 mx-auto flex w-fit max-w-[calc(100vw-1.5rem)] flex-wrap items-center gap-2 rounded-[0.875rem] bg-foreground p-2 pl-4 font-semibold text-background shadow-xl lg:left-(--sidebar-width)"
    >
      <span role="status" className="mr-2">
        {count} selected · {formatCedis(total)}
      </span>
      {children}
      <Hint text="Clear selection">
        <Button variant="bar" size="sm" aria-label="Clear selection" onClick={onClear}>
          <X aria-hidden className="size-5" />
        </Button>
      </Hint>
    </div>
  );
}

/** The chosen rows, on this page of the list and beyond it. Those of the page are as the page shows them. */
export function useSelection<Row>(rows: readonly Row[], keyOf: (row: Row) => string) {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  const shown = new Map(rows.map((row) => [keyOf(row), row]));
  const select = (ids: readonly string[], on: boolean) =>
    setSelected((old) => {
      const next = new Map(old);
      for (const id of ids) {
        const row = shown.get(id);
        if (on && row) next.set(id, row);
        else next.delete(id);
      }
      return next;
    });
  return {
    selected: new Set(selected.keys()),
    chosen: [
      ...rows.filter((row) => selected.has(keyOf(row))),
      ...[...selected.values()].filter((row) => !shown.has(keyOf(row))),
    ],
    select,
    selectThese: (found: Row[]) => setSelected(new Map(found.map((row) => [keyOf(row), row]))),
    clear: () => setSelected(new Map()),
  };
}
