import type { ReactNode } from "react";
import { type Field, valueOf } from "#api/contract/list.ts";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { groupPhone } from "#ledger/terms/phone.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { actionsHeader, type ColumnMeta, type Columns } from "../../ui/data-columns.tsx";
import { moneyColumn } from "../../ui/money-column.tsx";
import { useShownList } from "./shown-list.ts";

/** How a column looks beyond its declaration: its cell, and what the table and the cards are told of it. */
interface Look<Row> extends ColumnMeta<Row> {
  cell?: (row: Row) => ReactNode;
}

/** The columns of a declared list, in the order of the declaration. */
export function listColumns<Row extends object, Name extends string>(
  { fields }: { fields: Readonly<Record<Name, Field<Row>>>; key: (row: Row) => string },
  looks: { [Of in NoInfer<Name>]?: Look<Row> } = {},
): Columns<Row> {
  return (Object.keys(fields) as Name[])
    .filter((name) => fields[name].only !== "file")
    .map((name) => columnOf(name, fields[name], looks[name]));
}

function columnOf<Row extends object>(
  name: string,
  field: Field<Row>,
  { cell, ...look }: Look<Row> = {},
): Columns<Row>[number] {
  const meta: ColumnMeta<Row> = { ...(field.card && { card: field.card }), ...look };
  const value = (row: Row) => valueOf(name, field, row);
  if (field.kind === "cedis") {
    const { card: _, ...rest } = meta;
    const column = moneyColumn<Row>(
      field.title,
      (row) => Number(value(row)),
      look.card === undefined ? rest : meta,
    );
    return cell === undefined ? column : { ...column, cell: ({ row: { original } }) => cell(original) };
  }
  return {
    id: name,
    header: field.title,
    accessorFn: value,
    cell: ({ row: { original } }) =>
      cell === undefined ? written(value(original), field.kind) : cell(original),
    meta,
  };
}

function written(value: string | number | null, kind: Field<never>["kind"]): ReactNode {
  if (value === null) return null;
  if (kind === "moment") return formatDateTime(String(value));
  if (kind === "phone") return <span className="whitespace-nowrap">{groupPhone(String(value))}</span>;
  return value;
}

/** A box to select each row, and all of the page. `name`: "order 12". */
export function selectColumn<Row extends { _id: string }>(name: (row: Row) => string): Columns<Row>[number] {
  return {
    id: "select",
    header: () => <SelectAll />,
    cell: ({ row: { original } }) => <SelectRow id={original._id} name={name(original)} />,
    meta: { className: "w-10 py-0 pr-0", card: "lead" },
  };
}

/** What can be done with a row, at the end of its line and, unless `card` says more, at the foot of its card. */
export function actsColumn<Row extends object>(
  acts: (row: Row) => ReactNode,
  { card = { foot: acts } }: Pick<ColumnMeta<Row>, "card"> = {},
): Columns<Row>[number] {
  return {
    id: "actions",
    header: actionsHeader,
    cell: ({ row: { original } }) => acts(original),
    meta: { className: "py-0 text-right", card },
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
