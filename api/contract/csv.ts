/** Tables as text for a spreadsheet (RFC 4180), by one rule for the page and the server. */

export type Cell = string | number | null;

/** Excel reads UTF-8 only behind a byte order mark. */
export const csvStart = "\uFEFF";

/** One row with its line's end. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  const text = neutral(String(cell));
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * What a spreadsheet would take for a formula is read as text behind an apostrophe (OWASP). A plain number is none,
 * negative or not.
 */
function neutral(text: string): string {
  return /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text)
    ? `'${text}`
    : text;
}
