import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Asked, ListDeclaration } from "#contract/list.ts";
import type { Page } from "#contract/lists.ts";
import { limits } from "#contract/terms/limits.ts";
import { formatCedis, type Pesewas } from "#contract/terms/money.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { get } from "../lib/api.ts";
import { cn } from "../lib/cn.ts";
import { queryString } from "../lib/lists.ts";
import { useCommand } from "../lib/command.ts";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
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
      className="fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-20 mx-auto flex w-fit max-w-[calc(100vw-1.5rem)] flex-wrap items-center gap-2 rounded-[0.875rem] bg-foreground p-2 pl-4 font-semibold text-background shadow-xl lg:left-(--sidebar-width)"
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

interface SelectAllProps {
  ids: readonly string[];
  selected: ReadonlySet<string>;
  onSelect: (ids: readonly string[], on: boolean) => void;
  className: string;
}

/** Above rows without a heading of their own for it. */
export function SelectAll({ ids, selected, onSelect, className }: SelectAllProps) {
  return (
    <label className={cn("flex min-h-12 items-center px-4 text-sm font-semibold md:min-h-9", className)}>
      <Checkbox checked={ids.every((id) => selected.has(id))} onCheckedChange={(on) => onSelect(ids, on)} />
      Select all on this page
    </label>
  );
}

/** As many as one supplier batch may have. */
const matching_max = officeLimits.supplier_batch_orders_max;

/** Once all rows of a page are selected: offers those of the other pages too. */
export function SelectMatching<Row>({
  list,
  asked,
  total,
  isTotalExact,
  onSelect,
}: {
  list: Pick<ListDeclaration<Row>, "path">;
  asked: Asked;
  total: number;
  isTotalExact: boolean;
  onSelect: (rows: Row[]) => void;
}) {
  const fetching = useCommand({ send: () => fetchMatching<Row>(list.path, asked), onDone: onSelect });
  const isAll = isTotalExact && total <= matching_max;
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 rounded-lg bg-accent px-3 py-1 text-sm">
      All on this page are selected.
      <Button variant="ghost" size="sm" busy={fetching.isBusy} onClick={() => fetching.send()}>
        Select {isAll ? `all ${total.toLocaleString("en")} matching` : `the first ${matching_max} matching`}
      </Button>
    </div>
  );
}

async function fetchMatching<Row>(path: string, asked: Asked): Promise<Row[]> {
  const found: Row[] = [];
  let cursor: number | string | undefined;
  do {
    const page = { ...asked, limit: limits.list_page_max, cursor };
    const { items, next } = await get<Page<Row, number | string>>(`${path}${queryString(page)}`);
    found.push(...items);
    cursor = next ?? undefined;
  } while (cursor !== undefined && found.length < matching_max);
  return found.slice(0, matching_max);
}
