/**
 * The text of a chosen file. Spreadsheets save it as UTF-8, UTF-16 or in the old Windows code page.
 * @throws Error with a text for people
 */
export function decodeFile(bytes: Uint8Array): string {
  const start = String.fromCodePoint(...bytes.slice(0, 4));
  if (isWorkbook(bytes)) throw new Error("This is a workbook. Please save it as CSV and choose that file.");
  if (start === "%PDF") throw new Error("This is a PDF. Please get it as CSV and choose that file.");
  if (start.startsWith("\xFF\xFE")) return new TextDecoder("utf-16le").decode(bytes);
  if (start.startsWith("\xFE\xFF")) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The same of any file. Of a workbook, it is the first sheet, with tabs between the cells. */
export async function textOfFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!isWorkbook(bytes)) return decodeFile(bytes);
  // The reader is large, and few people need it.
  const { readXlsx } = await import("hucre/xlsx");
  const { sheets } = await readXlsx(bytes);
  const lines = sheets[0]?.rows ?? [];
  return lines
    .map((cells) => cells.map((cell) => String(cell ?? "").replace(/\s+/g, " ")).join("\t"))
    .join("\n");
}

function isWorkbook(bytes: Uint8Array): boolean {
  return String.fromCodePoint(...bytes.slice(0, 2)) === "PK";
}
