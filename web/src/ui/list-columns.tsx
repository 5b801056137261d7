import type { ReactNode } from "react";
import { type Field, valueOf, type CardSlot } from "#contract/list.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { money } from "../lib/money.ts";
import { type ColumnDef, type Table, tableFeatures } from "@tanstack/react-table";

/** How a column looks beyond its declaration: its cell, and what the table and the cards are told of it. */
interface Look<Row> extends ColumnMeta<Row> {
  cell?: (row: Row) => ReactNode;
}

/** Columns by name, each with its look. Files are made from the same (ui/file-buttons.tsx). */
export type Fields<Row> = Readonly<Record<string, Omit<Field<Row>, "card"> & Look<Row>>>;

export function columnsOf<Row extends object>(fields: Fields<Row>): Columns<Row> {
  return Object.entries(fields)
    .filter(([, { only }]) => only !== "file")
    .map(([name, field]) => columnOf(name, field));
}

/** The columns of a declared list, in the order of the declaration. */
export function listColumns<Row extends object, Name extends string>(
  { fields }: { fields: Readonly<Record<Name, Field<Row>>>; key: (row: Row) => string },
  looks: { [Of in NoInfer<Name>]?: Look<Row> } = {},
): Columns<Row> {
  const names = Object.keys(fields) as Name[];
  return columnsOf<Row>(Object.fromEntries(names.map((name) => [name, { ...fields[name], ...looks[name] }])));
}

function columnOf<Row extends object>(
  name: string,
  { title, value, kind, only: _, fileTitle: __, cell, ...meta }: Fields<Row>[string],
): Columns<Row>[number] {
  const readCell = (row: Row) => valueOf(name, value === undefined ? {} : { value }, row);
  const show = cell ?? ((row: Row) => written(readCell(row), kind));
  const column = { id: name, cell: ({ row }: { row: { original: Row } }) => show(row.original) };
  if (kind !== "cedis") return { ...column, header: title, meta };
  const isPlain = meta.card === undefined || (meta.card === "end" && cell === undefined);
  return {
    ...column,
    header: `${title} (¢)`,
    meta: {
      isNumber: true,
      className: "font-semibold",
      ...meta,
      ...(isPlain && { card: { end: (row: Row) => <b>{money(Number(readCell(row)))}</b> } }),
    },
  };
}

function written(value: string | number | null, kind: Field<never>["kind"]): ReactNode {
  // The title names the currency, so the cells do not repeat it.
  if (kind === "cedis") return money(Number(value)).replace("¢", "");
  if (value === null) return null;
  if (kind === "moment") return formatDateTime(String(value));
  if (kind === "phone") return <span className="whitespace-nowrap">{groupPhone(String(value))}</span>;
  return value;
}

/** What can be done with a row, at the end of its line and, unless `card` says more, at the foot of its card. */
export function actsColumn<Row extends object>(
  acts: (row: Row) => ReactNode,
  { card = { foot: acts } }: Pick<ColumnMeta<Row>, "card"> = {},
): Columns<Row>[number] {
  return {
    id: "actions",
    // Only screen readers need it.
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row: { original } }) => acts(original),
    meta: { className: "py-0 text-right", card },
  };
}

/** What a card shows of a row. `open` opens the row, if the list can do that. */
type CardCell<Row> = (row: Row, open: () => void) => ReactNode;

/** What a column says beyond its title and its cells. */
interface ColumnMeta<Row> {
  isNumber?: boolean;
  className?: string;
  /** The full text of a cell that may be cut off. */
  fullText?: (row: Row) => string;
  /** Makes the cell a button that opens the row. This is its accessible name. */
  opens?: (row: Row) => string;
  /** Where a card shows the cell, or what it shows instead. Without it, cards leave the column out. */
  card?: CardSlot | Partial<Record<CardSlot, CardCell<Row>>>;
}

/** The lists sort, search and page on the server or before the table, so they need none of the library's features. */
export interface ListFeatures<Row> {
  columnMeta: ColumnMeta<Row>;
}

/** The columns of a list, each declared once for the table and the cards. */
// The library keeps each column's type of value. A list of columns has to allow all of them.
// oxlint-disable-next-line typescript/no-explicit-any
export type Columns<Row extends object> = readonly ColumnDef<ListFeatures<Row>, Row, any>[];
export type ListTable<Row extends object> = Pick<
  Table<ListFeatures<Row>, Row>,
  "getHeaderGroups" | "getRowModel"
>;

/** What the table and the cards of a list are told beyond columns and rows. */
export interface ListProps<Row> {
  /** The list's accessible name. */
  label: string;
  /** Opens a row, at a click anywhere on it. A column's `opens` makes the button for the keyboard. */
  onOpen?: ((row: Row) => void) | undefined;
  /** Called at a tap on a card, outside its controls. */
  onTap?: (row: Row) => void;
  /** Attributes of the row or card. A row that has left the list is faded. */
  rowProps?: (row: Row) => {
    [name: `data-${string}`]: string | undefined;
    "data-state"?: "selected" | "left" | undefined;
  };
  /** A heading above the first of the cards that share it. */
  cardHeading?: (row: Row) => string;
}

export const listFeatures = tableFeatures({});

/** Reaches over the whole card, so that a tap anywhere opens the receipt. */
export function CardButton({ children, onOpen }: { children: ReactNode; onOpen: () => void }) {
  return (
    <button type="button" className="after:absolute after:inset-0 after:rounded-lg" onClick={onOpen}>
      {children}
      <span className="sr-only">: receipt</span>
    </button>
  );
}
