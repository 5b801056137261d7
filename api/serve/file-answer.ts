/** All filtered rows of a table as a file for a spreadsheet, in constant memory. */
import type { Context } from "hono";
import { type CellValue, writeXlsxStream } from "hucre/xlsx";
import type { Env } from "./env.ts";
import type { Door } from "./door.ts";
import { type Cell, csvLine, csvStart } from "#contract/csv.ts";
import { type FileFormat, fileName, workbookMedia } from "#contract/files.ts";
import { fileColumns, type ListDeclaration } from "#contract/list.ts";
import { type ColumnKind, sheetStart, workbookCell, workbookColumn } from "#contract/workbook.ts";
import { logCut, portion_rows, portionsOf, type Rows, streamRows } from "./row-stream.ts";

/** The heading of a column, its cell for a record, and what a workbook should take its text for. */
export type Column<Item> = readonly [heading: string, cell: (record: Item) => Cell, kind?: ColumnKind];

interface Table<Row, Cursor, Item> extends Rows<Row, Cursor> {
  toRecord: (row: Row) => Item;
  /** For files that programs read. */
  withoutHeading?: boolean;
}

interface Asked {
  from?: string | undefined;
  to?: string | undefined;
  format?: FileFormat | undefined;
}

/** `list`: what the file's name says, such as "orders". The operation needs `download: true`, so that a ticket opens it. */
export function answerFile<Row, Cursor, Item>(
  shop: Door,
  c: Context<Env>,
  { list, asked: { format = "csv", ...days } }: { list: string; asked: Asked },
  columns: readonly Column<Item>[],
  table: Table<Row, Cursor, Item>,
): Promise<Response> {
  const answer = format === "csv" ? answerCsv : answerWorkbook;
  return answer(shop, c, fileName(shop.name, list, days, format), columns, table);
}

/** All rows of a declared list that match. */
export function answerListFile<Row, Cursor, Item>(
  shop: Door,
  c: Context<Env>,
  list: Pick<ListDeclaration<Item>, "name" | "fields" | "key">,
  asked: Asked,
  rows: Table<Row, Cursor, Item>,
): Promise<Response> {
  return answerFile(shop, c, { list: list.name, asked }, fileColumns(list), rows);
}

/** `name` is the file's name, such as "orders.csv". */
export async function answerCsv<Row, Cursor, Item>(
  shop: Door,
  c: Context<Env>,
  name: string,
  columns: readonly Column<Item>[],
  list: Table<Row, Cursor, Item>,
): Promise<Response> {
  const first = await list.read({ limit: portion_rows });
  attach(c, name, "text/csv; charset=utf-8");
  const head = csvStart + (list.withoutHeading ? "" : csvLine(columns.map(([heading]) => heading)));
  return c.body(
    streamRows(shop, c.get("requestId"), list, first, async (rows, { isFirst }) => {
      const lines = rows.map(list.toRecord).map((record) => csvLine(columns.map(([, cell]) => cell(record))));
      return Buffer.from((isFirst ? head : "") + lines.join(""));
    }),
  );
}

function attach(c: Context<Env>, name: string, media: string): void {
  c.header("content-type", media);
  c.header("content-disposition", `attachment; filename="${name}"`);
}

/**
 * A list with more rows than a sheet can have goes on in the next sheet. 1,000,000 rows take 20 s and 104 MiB.
 * write-excel-file, which is better known, first makes all of them in memory: 62 s and 3.1 GB.
 */
async function answerWorkbook<Row, Cursor, Item>(
  shop: Door,
  c: Context<Env>,
  name: string,
  columns: readonly Column<Item>[],
  list: Table<Row, Cursor, Item>,
): Promise<Response> {
  const first = await list.read({ limit: portion_rows });
  attach(c, name, workbookMedia);
  const options = {
    ...sheetStart,
    columns: columns.map(([header, , kind]) => workbookColumn(header, kind)),
  };
  return c.body(writeXlsxStream(workbookRows(shop, c.get("requestId"), columns, list, first), options));
}

/** As streamRows: reads more only when the client has taken the rows, and an error halfway closes the connection. */
async function* workbookRows<Row, Cursor, Item>(
  shop: Door,
  requestId: string,
  columns: readonly Column<Item>[],
  list: Table<Row, Cursor, Item>,
  first: Row[],
): AsyncGenerator<CellValue[]> {
  try {
    for await (const { rows } of portionsOf(list, first))
      for (const record of rows.map(list.toRecord))
        yield columns.map(([, cell, kind]) => workbookCell(cell(record), kind));
  } catch (error) {
    logCut(shop, requestId, error);
    throw error;
  }
}
