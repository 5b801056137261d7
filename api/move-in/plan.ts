/**
 * What files of another shop would add to this one: a dry run. It reads the whole text of a file, because every line has to
 * be known before the first is added: the same phone may be in the last one again.
 */
import { createHash } from "node:crypto";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { readTable } from "#contract/read-table.ts";
import { limits } from "#contract/terms/limits.ts";
import {
  type Column,
  type Columns,
  type FileKind,
  findColumns,
  kindOfFile,
  missingColumns,
} from "#contract/move-in.ts";
import {
  cellsOf,
  isProblem,
  type NewPackage,
  type NewUser,
  type Problem,
  readPackage,
  readUser,
} from "./read-line.ts";
import { setImmediate } from "node:timers/promises";

export interface MoveInFile {
  name: string;
  text: string;
  /** What an admin chose in the page. Without it, the headings say. */
  chosen?: { kind: FileKind; columns: Columns };
}

/** Headings by column, in the place of the known ones. */
export type ChosenColumns = Partial<Record<Column, string>>;

interface Place {
  file: string;
  /** In the file; the first is 1. */
  line: number;
}

export type RefusedLine = Place & Problem;
export type PlannedUser = Place & NewUser;

export interface PlannedProduct extends Place {
  network: string;
  status: NewPackage["status"];
  note: string | undefined;
  packages: Pick<NewPackage, "offer" | "customer" | "agent" | "superAgent">[];
}

export interface Plan {
  /** SHA-256 of the files and the chosen columns, hex. */
  digest: string;
  users: PlannedUser[];
  products: PlannedProduct[];
  /** In the order of the files. */
  refused: RefusedLine[];
}

/** A file that cannot be read at all. */
export class UnreadableFile extends Error {
  override name = "UnreadableFile";
}

/** @throws UnreadableFile */
export async function planMoveIn(files: readonly MoveInFile[], chosen: ChosenColumns = {}): Promise<Plan> {
  const refused: RefusedLine[] = [];
  const users: PlannedUser[] = [];
  const packages: (Place & NewPackage)[] = [];
  for (const file of files) await readFile(file, chosen, { users, packages, refused });
  const unique = await withoutRepeated(users, refused);
  const products = productsOf(packages, refused);
  const order = new Map(files.map(({ name }, index) => [name, index]));
  refused.sort((a, b) => (order.get(a.file) ?? 0) - (order.get(b.file) ?? 0) || a.line - b.line);
  return { digest: digestOf(files, chosen), users: unique, products, refused };
}

interface Found {
  users: PlannedUser[];
  packages: (Place & NewPackage)[];
  refused: RefusedLine[];
}

async function readFile(given: MoveInFile, chosen: ChosenColumns, found: Found): Promise<void> {
  const { name: file, text } = given;
  const [head, ...rows] = readTable(text);
  const headings = head?.cells ?? [];
  const { kind, columns } = given.chosen ?? columnsIn(file, headings, chosen);
  const missing = missingColumns(kind, columns);
  if (missing.length > 0) throw new UnreadableFile(`${file}: no column is ${missing.join(" or ")}`);
  if (rows.length > officeLimits.move_in_lines_max)
    throw new UnreadableFile(
      `${file} has more than ${officeLimits.move_in_lines_max} lines: cut it into parts`,
    );
  for await (const { line, cells } of takingTurns(rows)) {
    const place = { file, line };
    if (cells.slice(headings.length).some((cell) => cell !== "")) {
      const reason = `${cells.length} cells, but the headings are ${headings.length}: is a comma in an amount?`;
      found.refused.push({ ...place, column: undefined, reason });
      continue;
    }
    const read = kind === "users" ? readUser(cellsOf(cells, columns)) : readPackage(cellsOf(cells, columns));
    if (isProblem(read)) found.refused.push({ ...place, ...read });
    else if ("phone" in read) found.users.push({ ...place, ...read });
    else found.packages.push({ ...place, ...read });
  }
}

function columnsIn(file: string, headings: readonly string[], chosen: ChosenColumns) {
  const kind = kindOfFile(headings, chosen);
  if (kind === undefined)
    throw new UnreadableFile(
      `${file}: its first line has no heading for a phone number, and none for an offer and its price. Found: ${headings.join(", ")}`,
    );
  return { kind, columns: findColumns(headings, kind, chosen) };
}

/** Nobody can tell which of two lines is right, so none of them moves in. */
async function withoutRepeated(users: PlannedUser[], refused: RefusedLine[]): Promise<PlannedUser[]> {
  const lists = [];
  for (const field of uniqueFields) lists.push({ ...field, lines: await groupedBy(users, field.keyOf) });
  const unique: PlannedUser[] = [];
  for await (const user of takingTurns(users)) {
    const found = lists
      .map(({ column, what, keyOf, lines }) => ({
        column,
        what,
        other: lines.get(keyOf(user))?.find((one) => one !== user),
      }))
      .find(({ other }) => other !== undefined);
    if (found?.other === undefined) {
      unique.push(user);
      continue;
    }
    const { column, what, other } = found;
    const { file, line } = user;
    const where = other.file === file ? `line ${other.line}` : `line ${other.line} of ${other.file}`;
    refused.push({ file, line, column, reason: `${what} is also in ${where}` });
  }
  return unique;
}

const uniqueFields = [
  { column: "phone", what: "This phone number", keyOf: ({ phone }: PlannedUser) => phone },
  { column: "email", what: "This email", keyOf: ({ email }: PlannedUser) => email },
  {
    column: "username",
    what: "This username, or one that looks like it,",
    keyOf: ({ username }: PlannedUser) => lookOf(username),
  },
] as const;

/** The same for names that a reader could take for each other: without accents and signs, 0 as o, 1 and i as l. */
export function lookOf(username: string): string {
  return username
    .normalize("NFD")
    .replace(/[\u0300-\u036f._' -]/g, "")
    .replaceAll("0", "o")
    .replace(/[1i]/g, "l");
}

async function groupedBy(
  users: PlannedUser[],
  keyOf: (user: PlannedUser) => string,
): Promise<Map<string, PlannedUser[]>> {
  const groups = new Map<string, PlannedUser[]>();
  for await (const user of takingTurns(users)) {
    const key = keyOf(user);
    const group = groups.get(key);
    if (group) group.push(user);
    else groups.set(key, [user]);
  }
  return groups;
}

/** If an offer has two prices, nobody can tell which one is right, and the product does not move in. */
function productsOf(packages: (Place & NewPackage)[], refused: RefusedLine[]): PlannedProduct[] {
  const products = new Map<string, PlannedProduct>();
  const broken = new Set<string>();
  for (const { file, line, network, status, note, ...item } of packages) {
    const product = products.get(network) ?? { file, line, network, status, note, packages: [] };
    const isRepeated = product.packages.some(({ offer }) => offer.toLowerCase() === item.offer.toLowerCase());
    const isTooLong = product.packages.length >= limits.packages_max;
    if (isRepeated || isTooLong) {
      const reason = isRepeated
        ? "Two packages of the network have this offer"
        : `At most ${limits.packages_max} packages`;
      refused.push({ file, line, column: "offer", reason });
      broken.add(network);
    } else product.packages.push(item);
    products.set(network, product);
  }
  return [...products.values()].filter(({ network }) => !broken.has(network));
}

function digestOf(files: readonly MoveInFile[], chosen: ChosenColumns): string {
  const hash = createHash("sha256");
  hash.update(JSON.stringify(Object.entries(chosen).toSorted(([a], [b]) => (a < b ? -1 : 1))));
  for (const { text } of files) hash.update(createHash("sha256").update(text).digest());
  return hash.digest("hex");
}

/** A few milliseconds of work. */
const turn_items = 500;

/** The items, with a pause after some of them, so that a shop that is selling answers meanwhile. */
export async function* takingTurns<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const [index, item] of items.entries()) {
    if (index % turn_items === turn_items - 1) await setImmediate();
    yield item;
  }
}
