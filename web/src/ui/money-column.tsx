import { money, plainMoney } from "../lib/money.ts";
import type { ColumnMeta, Columns } from "./data-columns.tsx";

/** A column of amounts in cedis. The title names the currency, so the cells do not repeat it. */
export function moneyColumn<Row extends object>(
  title: string,
  read: (row: Row) => number,
  meta: ColumnMeta<Row> = {},
): Columns<Row>[number] {
  return {
    header: `${title} (¢)`,
    accessorFn: read,
    cell: ({ row }) => money(read(row.original)).replace("¢", ""),
    meta: {
      isNumber: true,
      className: "font-semibold",
      card: { end: (row) => <b>{money(read(row))}</b> },
      file: { title: `${title} (GHS)`, value: (row) => plainMoney(read(row)) },
      ...meta,
    },
  };
}
