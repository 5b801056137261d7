/** Lines with a column for each cell. The first column is a name, the others are figures. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(...rows.map(({ length }) => length));
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  return rows
    .map((row) => row.map((cell, at) => (at === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[at]!))))
    .map((cells) => cells.join("  ").trimEnd())
    .join("\n");
}
