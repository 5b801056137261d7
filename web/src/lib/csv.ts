/** A CSV file for a spreadsheet, made on the phone. The library is fetched when somebody asks for a file. */
export async function downloadCsv(
  name: string,
  rows: readonly Record<string, string | number>[],
): Promise<void> {
  const { default: Papa } = await import("papaparse");
  // Cells that would be taken for a formula are neutralised (OWASP); Excel reads UTF-8 only behind a BOM.
  const text = `\uFEFF${Papa.unparse([...rows], { escapeFormulae: true })}`;
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun with the click; the browser keeps what it needs.
  setTimeout(() => URL.revokeObjectURL(url));
}
