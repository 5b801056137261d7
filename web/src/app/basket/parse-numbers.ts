import type { PackageRecord } from "#api/contract/products.ts";
import { limits } from "#ledger/terms/limits.ts";
import { carrierOf, networkLook } from "#ledger/terms/networks.ts";
import { isPhone, phoneDigits } from "#ledger/terms/phone.ts";
import Papa from "papaparse";

/** One pasted line: a number, and optionally a package. */
export interface NumberLine {
  /** The line number in the text or file, from 1. */
  line: number;
  text: string;
  receiver: string;
  offer: PackageRecord | undefined;
  /** Why it cannot be bought. */
  problem: string | undefined;
  /** A warning. The line can still be bought. */
  warning: string | undefined;
}

/**
 * Reads rows of cells as numbers with an optional package each: "0244123456", "024 412 3456, 5 GB", "+233244123456 10".
 * Without a package, the chosen one is used.
 */
export function parseNumbers(
  rows: readonly string[][],
  network: string,
  packages: readonly PackageRecord[],
  chosen: PackageRecord | undefined,
): NumberLine[] {
  const seen = new Map<string, number>();
  const lines: NumberLine[] = [];
  rows.forEach((cells, at) => {
    const text = cells
      .map((cell) => cell.trim())
      .filter(Boolean)
      .join(" ");
    if (text === "" || isHeading(text, lines)) return;
    const read = readLine(text);
    const offer = read.size === "" ? chosen : packages.find((row) => isSize(row.offer, read.size));
    const problem = problemOf(read, offer);
    const line = at + 1;
    const warning =
      problem === undefined ? warningOf(read.receiver, network, seen.get(read.receiver)) : undefined;
    if (problem === undefined && !seen.has(read.receiver)) seen.set(read.receiver, line);
    lines.push({ line, text, receiver: read.receiver, offer, problem, warning });
  });
  return lines;
}

/** Whether a line holds column names, as the first line of a file often does. */
function isHeading(text: string, before: readonly NumberLine[]): boolean {
  return before.length === 0 && !/\d{3}/.test(text);
}

interface Read {
  receiver: string;
  size: string;
}

/** The first ten digits (twelve with 233) are the number, whatever is between them. The rest is the size. */
function readLine(text: string): Read {
  const match = /^\D*?((?:\+?\s*233|0)(?:[\s().-]*\d){9})(?!\d)[\s,;:=-]*(.*)$/.exec(text);
  // Spreadsheets drop the leading zero.
  const bare = match ?? /^\D*?([2-5](?:[\s().-]*\d){8})(?!\d)[\s,;:=-]*(.*)$/.exec(text);
  if (bare === null) return { receiver: "", size: "" };
  const digits = (bare[1] ?? "").replace(/\D/g, "");
  return { receiver: phoneDigits(digits.length === 9 ? `0${digits}` : digits), size: (bare[2] ?? "").trim() };
}

/** "5", "5gb" and "5 GB" all mean the offer "5 GB". */
function isSize(offer: string, size: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[\s¢]+/g, "");
  return (
    plain(offer) === plain(size) || (/^[\d.]+$/.test(plain(size)) && plain(offer) === `${plain(size)}gb`)
  );
}

function problemOf({ receiver, size }: Read, offer: PackageRecord | undefined): string | undefined {
  if (!isPhone(receiver)) return `Not a ${limits.phone_digits}-digit phone number`;
  if (offer === undefined)
    return size === "" ? "No package chosen" : `There is no package '${size.slice(0, 20)}'`;
  return undefined;
}

function warningOf(receiver: string, network: string, before: number | undefined): string | undefined {
  if (before !== undefined) return `The same number as in line ${before}`;
  const carrier = carrierOf(receiver);
  const wanted = networkLook(network).carrier;
  return wanted !== undefined && carrier !== undefined && carrier !== wanted
    ? `${receiver.slice(0, 3)} is a number of ${carrier}`
    : undefined;
}

/** Larger than any list of numbers. A wrong file must not freeze the phone. */
const file_bytes_max = 1_000_000;

/** Splits CSV or plain lines into cells, with any usual separator except the space: 024 412 3456 is one number. */
export function rowsOfText(text: string): string[][] {
  const delimiter = [";", "\t", "|"].find((each) => text.includes(each)) ?? ",";
  return Papa.parse<string[]>(text, { delimiter }).data;
}

/** @throws Error if the file is too large to be a list of numbers. */
export async function rowsOfFile(file: File): Promise<string[][]> {
  if (file.size > file_bytes_max) throw new Error("too large");
  return rowsOfText(await file.text()).filter((cells) => cells.some(Boolean));
}
