import type { PackageRecord } from "#contract/products.ts";
import { limits } from "#contract/terms/limits.ts";
import { carrierOf } from "#contract/terms/networks.ts";
import { productLook } from "#contract/terms/product-types.ts";
import { isPhone, repairPhone } from "#contract/terms/phone.ts";
import Papa from "papaparse";

/** One pasted line: a number, and optionally a package. */
export interface NumberLine {
  /** The line number in the text or file, from 1. */
  line: number;
  /** As it was typed. */
  text: string;
  receiver: string;
  offer: PackageRecord | undefined;
  /** Why it cannot be bought. */
  problem: string | undefined;
  /** A warning. The line can still be bought. */
  warning: string | undefined;
  /** The first line with the same number and package, if there is an earlier one. */
  duplicate: number | undefined;
}

interface TextRow {
  text: string;
  cells: readonly string[];
}

/**
 * Reads each row as a number with an optional package, in either order: "0244123456", "024 412 3456, 5 GB",
 * "5GB 0244123456", "12. Kofi 2; +233244123456; 10". Without a package, the chosen one is used. A row that can be read in
 * two ways is a problem.
 */
export function parseNumbers(
  rows: readonly TextRow[],
  network: string,
  packages: readonly PackageRecord[],
  chosen: PackageRecord | undefined,
): NumberLine[] {
  const seen = new Map<string, number>();
  const first = (key: string, line: number) => {
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, line);
    return earlier;
  };
  const lines: NumberLine[] = [];
  rows.forEach(({ text, cells: all }, at) => {
    const cells = all.map(clean);
    // The first line of a file often has the names of its columns.
    const isHeading = lines.length === 0 && !/\d/.test(text);
    if (cells.every((cell) => cell === "") || isHeading) return;
    const line = at + 1;
    const { receiver, offer, problem } =
      text.length > line_length_max ? unread("This line is too long") : readCells(cells, packages, chosen);
    const isGood = problem === undefined && offer !== undefined;
    const same = isGood ? first(receiver, line) : undefined;
    const duplicate = isGood ? first(`${receiver} ${offer._id}`, line) : undefined;
    const warning = isGood ? warningOf(receiver, network, { same, duplicate }) : undefined;
    lines.push({ line, text, receiver, offer, problem, warning, duplicate });
  });
  return lines;
}

/** The text of the lines that were not added, by line number, in their order. */
export function textOfRest(lines: readonly NumberLine[], added: ReadonlySet<number>): string {
  return lines
    .filter(({ line }) => !added.has(line))
    .map(({ text }) => text)
    .join("\n");
}

/** Reading a longer one in every way would freeze the phone. */
const line_length_max = 300;

interface Read {
  receiver: string;
  offer: PackageRecord | undefined;
  problem: string | undefined;
}

/** Each way to read the cells. Only one of them may be something to buy. */
function readCells(
  cells: readonly string[],
  packages: readonly PackageRecord[],
  chosen: PackageRecord | undefined,
): Read {
  const ways = cells.flatMap((cell, at) =>
    numbersIn(cell).map((number): Read => {
      const before = [...cells.slice(0, at), clean(cell.slice(0, number.start))];
      const after = [clean(cell.slice(number.end)), ...cells.slice(at + 1)];
      const own = new Set([before.length - 1, before.length]);
      const parts = [...before, ...after].map((text, place) => ({
        text,
        isOwnCell: own.has(place),
        isAfter: place >= before.length,
      }));
      return { receiver: number.receiver, ...readSize(parts, packages, chosen) };
    }),
  );
  const good = ways.filter(({ problem }) => problem === undefined);
  const [only, ...others] = good.length > 0 ? good : ways;
  if (only === undefined) return unread(`Not a ${limits.phone_digits}-digit phone number`);
  return good.length > 0 && others.length > 0
    ? unread("This line can be read in two ways. Please write the number without spaces.")
    : only;
}

function unread(problem: string): Read {
  return { receiver: "", offer: undefined, problem };
}

interface FoundNumber {
  start: number;
  end: number;
  receiver: string;
}

/** How people group a number, in digits: with its leading 0, and without it or behind +233. */
const withZero = [
  "10",
  "3 3 4",
  "3 4 3",
  "3 7",
  "4 3 3",
  "4 6",
  "2 4 4",
  "2 2 2 2 2",
  "3 2 2 3",
  "5 5",
  "6 4",
];
const withoutZero = ["9", "2 3 4", "3 3 3", "2 7", "3 6", "2 2 2 3"];

/**
 * Every part of a cell that can be one number. A number in other groups is none: the 5 of "024412345 5" may be its last
 * digit or the size.
 */
function numbersIn(cell: string): FoundNumber[] {
  const found: FoundNumber[] = [];
  for (const { index: start } of cell.matchAll(/\+?\d+/g)) {
    // "1.0244123456" may be a list's number or a price.
    if (/\d\.$/.test(cell.slice(Math.max(0, start - 2), start))) continue;
    const run = /^\+?[\d\s().-]*/.exec(cell.slice(start))?.[0] ?? "";
    for (const { index, 0: group } of run.matchAll(/\d+/g)) {
      const end = start + index + group.length;
      const typed = cell.slice(start, end);
      const receiver = repairPhone(typed);
      const isWhole = !/^[\p{L}\d]/u.test(cell.slice(end));
      if (isWhole && isPhone(receiver) && isGrouped(typed)) found.push({ start, end, receiver });
    }
  }
  return found;
}

function isGrouped(typed: string): boolean {
  const groups = typed.match(/\d+/g) ?? [];
  const hasCode = groups.join("").length > limits.phone_digits;
  // +233 (0)24 412 3456
  const own = groups.flatMap((group, at) => {
    const rest = hasCode && at === 0 ? group.replace(/^(?:00)?233/, "") : group;
    return rest === "" || (hasCode && rest === "0") ? [] : rest.length;
  });
  return [...withZero, ...withoutZero].includes(own.join(" "));
}

/** What stands beside the number. */
interface Part {
  text: string;
  isOwnCell: boolean;
  isAfter: boolean;
}

type Size = Omit<Read, "receiver">;

/** The package that the text beside a number names: one size, and words that are none. */
function readSize(
  parts: readonly Part[],
  packages: readonly PackageRecord[],
  chosen: PackageRecord | undefined,
): Size {
  const texts = parts.filter(({ text }) => text !== "");
  const isSize = ({ text }: Part) => looksLikeSize(text) || offersOf(text, packages).length > 0;
  const sizes = texts.filter(isSize);
  const words = texts.filter((part) => !isSize(part));
  const unclear = words.find((part) => /\d/.test(part.text) && !(isName(part) && sizes.length > 0));
  if (unclear !== undefined) return { offer: undefined, problem: unclearText(unclear.text) };
  if (sizes.length === 0) {
    const behind = words.find(({ isAfter }) => isAfter)?.text;
    return behind === undefined ? chosenSize(chosen) : namedSize(behind, packages);
  }
  const read = sizes.map(({ text }) => namedSize(text, packages));
  const isOne = read.length === 1 || new Set(read.map(({ offer }) => offer?._id)).size === 1;
  return isOne && read[0] !== undefined
    ? read[0]
    : { offer: undefined, problem: `More than one size: ${sizes.map(({ text }) => text).join(", ")}` };
}

function unclearText(text: string): string {
  return numbersIn(text).length > 0
    ? "More than one number in this line"
    : `Not clear what '${text.slice(0, 20)}' means`;
}

/** "Kofi 2": a name with a digit, in a cell of its own. "Kofi 5GB" may be a name and a size. */
function isName({ text, isOwnCell }: Part): boolean {
  return !isOwnCell && /\p{L}/u.test(text) && !/\d{4}/.test(text) && !/\d\s*[gm]b?(?!\p{L})/iu.test(text);
}

function looksLikeSize(text: string): boolean {
  return /^(?:¢\s*)?(?:0|[1-9]\d{0,4})?(?:\.\d+)?\s*(?:[gm]b?)?$/i.test(text) && /\d/.test(text);
}

function chosenSize(chosen: PackageRecord | undefined): Size {
  return { offer: chosen, problem: chosen === undefined ? "No package chosen" : undefined };
}

function namedSize(size: string, packages: readonly PackageRecord[]): Size {
  const [offer, ...more] = offersOf(size, packages);
  if (offer === undefined) return { offer, problem: `There is no package '${size.slice(0, 20)}'` };
  if (more.length > 0)
    return { offer: undefined, problem: `More than one package is meant by '${size.slice(0, 20)}'` };
  return { offer, problem: undefined };
}

/** "5", "5gb" and "5 GB" all mean the offer "5 GB". */
function offersOf(size: string, packages: readonly PackageRecord[]): PackageRecord[] {
  const plain = (text: string) => text.toLowerCase().replace(/[\s¢]+/g, "");
  const wanted = plain(size);
  const names = /^[\d.]+$/.test(wanted) ? [wanted, `${wanted}gb`, `${wanted}mb`] : [wanted];
  return packages.filter(({ offer }) => names.includes(plain(offer)));
}

function warningOf(
  receiver: string,
  network: string,
  { same, duplicate }: { same: number | undefined; duplicate: number | undefined },
): string | undefined {
  if (duplicate !== undefined) return `The same number and package as in line ${duplicate}`;
  if (same !== undefined) return `The same number as in line ${same}`;
  const carrier = carrierOf(receiver);
  const wanted = productLook(network).carrier;
  return wanted !== undefined && carrier !== undefined && carrier !== wanted
    ? `${receiver.slice(0, 3)} is a number of ${carrier}`
    : undefined;
}

/** Without what separates a number, a name and a size: "- 5GB" is "5GB". */
function clean(cell: string): string {
  return cell.replace(/[‐-―]/g, "-").replace(/^[\s,;:|=>"'()-]+|[\s,;:|=>"'(.-]+$/g, "");
}

/** Larger than any list of numbers. A wrong file must not freeze the phone. */
const file_bytes_max = 1_000_000;

/** "12." or "12)" before the first cell: the number of a list. */
const listNumber = /^\s*[1-9]\d{0,3}(?:\.(?=[\s;,|])|\)(?=[\s;,|+(\d]))[\s;,|]*/;

/** Splits each line into cells, with any usual separator except the space: 024 412 3456 is one number. */
export function rowsOfText(text: string): TextRow[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => ({ text: line, cells: split(line.replace(listNumber, "").trim())[0] ?? [] }));
}

/** @throws Error if the file is too large to be a list of numbers. */
export async function rowsOfFile(file: File): Promise<string[][]> {
  if (file.size > file_bytes_max) throw new Error("too large");
  const rows = split(await file.text()).map((cells) =>
    cells.map((cell) => cell.replace(/\s*[\r\n]\s*/g, " ")),
  );
  return rows.filter((cells) => cells.some(Boolean));
}

function split(text: string): string[][] {
  const delimiter = [";", "\t", "|"].find((each) => text.includes(each)) ?? ",";
  return Papa.parse<string[]>(text, { delimiter }).data;
}
