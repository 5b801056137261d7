/** A chosen file or pasted text as a table, or why it is not one. */
import { officeLimits } from "#contract/terms/office-limits.ts";
import { decodeFile } from "../../../office/decode-file.ts";
import { describeTable, type StatementTable } from "./read-statement.ts";
import { readTable } from "#contract/read-table.ts";

const { momo_statement_bytes_max, momo_statement_lines_max } = officeLimits;

/** @throws Error with a text for people. */
export async function openFile(file: File): Promise<StatementTable> {
  if (file.size > momo_statement_bytes_max)
    throw new Error(
      `The file has more than ${momo_statement_bytes_max / 1024 / 1024} MB. Please choose fewer days.`,
    );
  return openText(decodeFile(new Uint8Array(await file.arrayBuffer())));
}

/** @throws Error with a text for people. */
export function openText(text: string): StatementTable {
  const rows = readTable(text);
  if (rows.length === 0) throw new Error("There are no lines. Please choose a file or paste a statement.");
  if (rows.length > momo_statement_lines_max)
    throw new Error(
      `The statement has ${rows.length.toLocaleString("en")} lines. ${momo_statement_lines_max.toLocaleString("en")} at most: please choose fewer days.`,
    );
  const table = describeTable(rows);
  if (table.width < 3)
    throw new Error("This is no table: a line needs at least a date, a transaction ID and an amount.");
  return table;
}
