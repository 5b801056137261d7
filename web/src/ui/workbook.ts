import { writeXlsxStream } from "hucre/xlsx";
import type { Cell } from "#contract/csv.ts";
import { workbookMedia } from "#contract/files.ts";
import { type ColumnKind, sheetStart, workbookCell, workbookColumn } from "#contract/workbook.ts";
import { readMoment } from "#contract/terms/dates.ts";

/** Loaded when the first workbook is made: the writer is 10 kB, and few people need it. */
export async function workbookOf(rows: readonly Record<string, Cell>[]): Promise<Blob> {
  const [first = {}] = rows;
  const columns = Object.keys(first).map((title) => ({ title, kind: kindOf(title, first[title] ?? null) }));
  const lines = rows.map((row) => columns.map(({ title, kind }) => workbookCell(row[title] ?? null, kind)));
  const options = { ...sheetStart, columns: columns.map(({ title, kind }) => workbookColumn(title, kind)) };
  const bytes = await new Response(writeXlsxStream(lines, options)).arrayBuffer();
  return new Blob([bytes], { type: workbookMedia });
}

/** Titles of amounts end in (GHS). A column of moments begins with one. */
function kindOf(title: string, cell: Cell): ColumnKind | undefined {
  if (title.endsWith("(GHS)")) return "cedis";
  return typeof cell === "string" && readMoment(cell) !== undefined ? "moment" : undefined;
}
