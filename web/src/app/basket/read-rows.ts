import Papa from "papaparse";

/** More than any list of numbers; keeps a wrong file from freezing the phone. */
const file_bytes_max = 1_000_000;

/** The rows of a CSV or of plain lines, whatever separates their cells. A space does not: 024 412 3456 is one number. */
export function rowsOfText(text: string): string[][] {
  const delimiter = [";", "\t", "|"].find((each) => text.includes(each)) ?? ",";
  return Papa.parse<string[]>(text, { delimiter }).data;
}

/** @throws Error where the file is too large to be a list of numbers. */
export async function rowsOfFile(file: File): Promise<string[][]> {
  if (file.size > file_bytes_max) throw new Error("too large");
  return rowsOfText(await file.text()).filter((cells) => cells.some(Boolean));
}
