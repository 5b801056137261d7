/** Tables as text for a spreadsheet (RFC 4180). The page and the server share these rules. */

export type Cell = string | number | null;

/** Excel reads a file as UTF-8 only if it starts with a byte order mark. */
export const csvStart = "\uFEFF";

/** One row with its line break. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  const text = neutral(String(cell));
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * An apostrophe makes a spreadsheet read a text that looks like a formula as text (OWASP). A plain number, also a
 * negative one, is no formula.
 */
function neutral(text: string): string {
  return /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text)
    ? `'${text}`
    : text;
}
