import { type Cell, csvLine, csvStart } from "#api/contract/csv.ts";
import { saveBlob } from "./save-blob.ts";

/** A CSV file of rows that the page has anyway. What only the server has whole, it streams: lib/download.ts. */
export function downloadCsv(name: string, rows: readonly Record<string, Cell>[]): void {
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
  saveBlob(name, new Blob([csvStart, ...lines.map(csvLine)], { type: "text/csv;charset=utf-8" }));
}
