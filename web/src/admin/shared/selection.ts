import { useState } from "react";

/** The chosen rows, on this page of the list and beyond it. Those of the page are as the page shows them. */
export function useSelection<Row extends { _id: string }>(rows: readonly Row[]) {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  const shown = new Map(rows.map((row) => [row._id, row]));
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
      ...rows.filter(({ _id }) => selected.has(_id)),
      ...[...selected.values()].filter(({ _id }) => !shown.has(_id)),
    ],
    select,
    selectThese: (found: Row[]) => setSelected(new Map(found.map((row) => [row._id, row]))),
    clear: () => setSelected(new Map()),
  };
}
