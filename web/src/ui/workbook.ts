import { type CellValue, writeXlsxStream } from "hucre/xlsx";
import type { Cell } from "#api/contract/csv.ts";
import { workbookMedia } from "#api/contract/files.ts";
import { readMoment } from "#ledger/terms/dates.ts";

/** Loaded when the first workbook is made: the writer is 10 kB, and few people need it. */
export async function workbookOf(rows: readonly Record<string, Cell>[]): Promise<Blob> {
  const titles = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => titles.map((title) => cellOf(title, row[title] ?? null)));
  const options = {
    name: "List",
    freezePane: { rows: 1 },
    columns: titles.map((header, at) => ({
      header,
      width: 18,
      ...(isMoney(header) && { numFmt: "#,##0.00" }),
      ...(lines[0]?.[at] instanceof Date && { numFmt: "dd/mm/yyyy hh:mm" }),
    })),
  };
  const bytes = await new Response(writeXlsxStream(lines, options)).arrayBuffer();
  return new Blob([bytes], { type: workbookMedia });
}

function isMoney(title: string): boolean {
  return title.endsWith("(GHS)");
}

/** Amounts are numbers and dates are dates. Every other text stays one: a phone number keeps its zero. */
function cellOf(title: string, cell: Cell): CellValue {
  if (typeof cell !== "string" || cell === "") return cell;
  if (isMoney(title)) return Number(cell);
  const moment = readMoment(cell);
  return moment === undefined ? cell : new Date(`${moment}Z`);
}
