import { Checkbox } from "../../ui/checkbox.tsx";
import type { Columns } from "../../ui/data-columns.tsx";
import { useShownList } from "./shown-list.ts";

/** A box to select each row, and all of the page. `name`: "order 12". */
export function selectColumn<Row extends { _id: string }>(name: (row: Row) => string): Columns<Row>[number] {
  return {
    id: "select",
    header: () => <SelectAll />,
    cell: ({ row: { original } }) => <SelectRow id={original._id} name={name(original)} />,
    meta: { className: "w-10 py-0 pr-0", card: "lead" },
  };
}

function SelectAll() {
  const { ids, selected, select } = useShownList();
  return (
    <Checkbox
      aria-label="Select all on this page"
      checked={ids.every((id) => selected.has(id))}
      onCheckedChange={(on) => select(ids, on)}
    />
  );
}

function SelectRow({ id, name }: { id: string; name: string }) {
  const { selected, select } = useShownList();
  return (
    <Checkbox
      aria-label={`Select ${name}`}
      checked={selected.has(id)}
      onCheckedChange={(on) => select([id], on)}
    />
  );
}
