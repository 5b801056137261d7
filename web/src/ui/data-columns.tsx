import { type ColumnDef, type Table, tableFeatures } from "@tanstack/react-table";
import type { ReactNode } from "react";
import type { CardSlot } from "#contract/list.ts";

/** What a card shows of a row. `open` opens the row, if the list can do that. */
type CardCell<Row> = (row: Row, open: () => void) => ReactNode;

/** What a column says beyond its title and its cells. */
export interface ColumnMeta<Row> {
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

/** The title of a column of controls, which only screen readers need. */
export function actionsHeader() {
  return <span className="sr-only">Actions</span>;
}
