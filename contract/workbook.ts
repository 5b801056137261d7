/** Tables as workbooks (.xlsx). The page and the server share these rules. */
import { readMoment } from "#contract/terms/dates.ts";
import type { Cell } from "./csv.ts";

/** What a workbook should take a column's texts for, if not for texts. */
export type ColumnKind = "cedis" | "moment";

const numberFormats = { cedis: "#,##0.00", moment: "dd/mm/yyyy hh:mm" } as const;
const widths = { cedis: 14, moment: 17 } as const;
const width_otherwise = 18;

/** The heading stays in sight. */
export const sheetStart = { name: "List", freezePane: { rows: 1 } };

export function workbookColumn(header: string, kind: ColumnKind | undefined) {
  return {
    header,
    width: kind === undefined ? width_otherwise : widths[kind],
    ...(kind !== undefined && { numFmt: numberFormats[kind] }),
  };
}

/**
 * Every other text is written as a text: a number that starts with a zero keeps it, and what looks like a formula is
 * none.
 */
export function workbookCell(cell: Cell, kind: ColumnKind | undefined): Cell | Date {
  if (kind === undefined || cell === null || cell === "") return cell;
  if (kind === "cedis") return Number(cell);
  const moment = readMoment(String(cell));
  return moment === undefined ? cell : new Date(`${moment}Z`);
}
