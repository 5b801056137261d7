import { useState } from "react";

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
