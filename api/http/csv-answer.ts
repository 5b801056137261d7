/** All filtered rows of a table as a file for a spreadsheet, in constant memory. */
import type { Context } from "hono";
import type { Env, Shop } from "../context.ts";
import { type Cell, csvLine, csvStart } from "../contract/csv.ts";
import { portion_rows, type Rows, streamRows } from "./row-stream.ts";

/** The heading of a column, and its cell for a record. */
export type Column<Item> = readonly [heading: string, cell: (record: Item) => Cell];

interface Table<Row, Cursor, Item> extends Rows<Row, Cursor> {
  toRecord: (row: Row) => Item;
  /** For files that programs read. */
  withoutHeading?: boolean;
}

/** `name` is the file's name, such as "orders.csv". The operation needs `download: true`, so that a ticket opens it. */
export async function answerCsv<Row, Cursor, Item>(
  shop: Shop,
  c: Context<Env>,
  name: string,
  columns: readonly Column<Item>[],
  list: Table<Row, Cursor, Item>,
): Promise<Response> {
  const first = await list.read({ limit: portion_rows });
  c.header("content-type", "text/csv; charset=utf-8");
  c.header("content-disposition", `attachment; filename="${name}"`);
  const head = csvStart + (list.withoutHeading ? "" : csvLine(columns.map(([heading]) => heading)));
  return c.body(
    streamRows(shop, c.get("requestId"), list, first, async (rows, { isFirst }) => {
      const lines = rows.map(list.toRecord).map((record) => csvLine(columns.map(([, cell]) => cell(record))));
      return Buffer.from((isFirst ? head : "") + lines.join(""));
    }),
  );
}
