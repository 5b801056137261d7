import type { PackageRecord } from "#api/contract/products.ts";
import { limits } from "#ledger/terms/limits.ts";
import { carrierOf, networkLook } from "#ledger/terms/networks.ts";
import { isPhone, phoneDigits } from "#ledger/terms/phone.ts";

/** One line of what was pasted: a number, and perhaps a package. */
export interface NumberLine {
  /** 1, 2, 3 … as in the text or file. */
  line: number;
  text: string;
  receiver: string;
  offer: PackageRecord | undefined;
  /** Why it cannot be bought. */
  problem: string | undefined;
  /** What is worth a second look; it can be bought all the same. */
  warning: string | undefined;
}

/**
 * Reads rows of cells (a pasted text is a file with one) as numbers with an optional package each: "0244123456",
 * "024 412 3456, 5 GB", "+233244123456 10". Without a package a line takes the chosen one.
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

/** The first line of a file often names its columns. */
function isHeading(text: string, before: readonly NumberLine[]): boolean {
  return before.length === 0 && !/\d{3}/.test(text);
}

interface Read {
  receiver: string;
  size: string;
}

/** The first ten digits (twelve with 233) are the number, whatever stands between them; the rest is the size. */
function readLine(text: string): Read {
  const match = /^\D*?((?:\+?\s*233|0)(?:[\s().-]*\d){9})(?!\d)[\s,;:=-]*(.*)$/.exec(text);
  // A spreadsheet takes the leading zero for arithmetic.
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
  if (!isPhone(receiver)) return `No ${limits.phone_digits}-digit phone number`;
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
