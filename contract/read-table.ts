/** Text of a file or of the clipboard as rows of cells. It knows nothing of what the cells mean. */

export interface TableRow {
  /** The line of the text where the row begins; the first is 1. */
  line: number;
  cells: string[];
}

const delimiters = ["\t", ";", ",", "|"];
/** Enough to tell the delimiter. */
const sample_rows = 50;

/** All rows that are not blank. The delimiter is the one that cuts most of the first rows into as many cells. */
export function readTable(text: string): TableRow[] {
  const plain = text.replace(/^\uFEFF/, "");
  const scored = delimiters.map((delimiter) => ({
    delimiter,
    ...commonWidth(cutRows(plain, delimiter, sample_rows)),
  }));
  const best = scored
    .filter(({ width }) => width > 1)
    .toSorted((a, b) => b.rows - a.rows || b.width - a.width)[0];
  return cutRows(plain, best?.delimiter ?? ",", Infinity);
}

/** The most frequent number of cells, and how many rows have it. */
export function commonWidth(rows: readonly TableRow[]): { width: number; rows: number } {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [[width, count] = [0, 0]] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0]);
  return { width, rows: count };
}

function cutRows(text: string, delimiter: string, rows_max: number): TableRow[] {
  const rows: TableRow[] = [];
  const lineOf = lineCounter(text);
  let at = 0;
  while (at < text.length && rows.length < rows_max) {
    const row: TableRow = { line: lineOf(at), cells: [] };
    for (let isOpen = true; isOpen;) {
      const cell = text[at] === '"' ? quotedCell(text, at, delimiter) : undefined;
      const { value, end } = cell ?? plainCell(text, at, delimiter);
      row.cells.push(value.trim());
      isOpen = text[end] === delimiter;
      at = end + 1;
      if (text[end] === "\r" && text[end + 1] === "\n") at += 1;
    }
    if (row.cells.some((cell) => cell !== "")) rows.push(row);
  }
  return rows;
}

interface Cell {
  value: string;
  /** Where the delimiter or the line break after it is, or the end of the text. */
  end: number;
}

function plainCell(text: string, start: number, delimiter: string): Cell {
  let end = start;
  while (end < text.length && text[end] !== delimiter && !isBreak(text[end])) end += 1;
  return { value: text.slice(start, end), end };
}

/** Undefined if the quote is never closed, or not before a delimiter: then it is an ordinary character. */
function quotedCell(text: string, start: number, delimiter: string): Cell | undefined {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return undefined;
    if (text[quote + 1] !== '"') {
      const next = text[quote + 1];
      const isEnd = next === undefined || next === delimiter || isBreak(next);
      return isEnd
        ? { value: text.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 }
        : undefined;
    }
    at = quote + 2;
  }
}

function isBreak(character: string | undefined): boolean {
  return character === "\n" || character === "\r";
}

/** For positions that only grow. */
function lineCounter(text: string): (at: number) => number {
  let [line, seen] = [1, 0];
  return (at) => {
    for (; seen < at; seen++)
      if (text[seen] === "\n" || (text[seen] === "\r" && text[seen + 1] !== "\n")) line += 1;
    return line;
  };
}
