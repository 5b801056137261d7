/** A file of another shop as the admin chose it, and what its columns are. */
import { type FileKind, findColumns, kindOfFile, missingColumns, type Column } from "#contract/move-in.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { readTable } from "#contract/read-table.ts";
import { decodeFile } from "../../office/decode-file.ts";

export type ChosenFile = Awaited<ReturnType<typeof openFile>>;

/** Its first lines are enough to see what the columns are. */
const sample_characters = 20_000;

/** @throws Error with a text for people. */
export async function openFile(file: File) {
  const text = decodeFile(new Uint8Array(await file.arrayBuffer()));
  const [head, ...rows] = readTable(text.slice(0, sample_characters));
  if (head === undefined || rows.length === 0)
    throw new Error(`${file.name} has no lines below its first one, which must be the headings.`);
  const headings = head.cells;
  if (headings.length > officeLimits.move_in_cells_max)
    throw new Error(`${file.name} has more than ${officeLimits.move_in_cells_max} columns.`);
  const kind = kindOfFile(headings) ?? "users";
  const columns = findColumns(headings, kind);
  return {
    name: file.name,
    text,
    kind,
    columns,
    /** Whether the headings say all that is needed. */
    isRecognized: missingColumns(kind, columns).length === 0,
    sample: { headings, rows, width: headings.length },
  };
}

/** The same file as the other kind, with the columns that its headings name. */
export function asKind(file: ChosenFile, kind: FileKind): ChosenFile {
  return { ...file, kind, columns: findColumns(file.sample.headings, kind) };
}

export const columnNames: Record<Column, string> = {
  phone: "Phone number",
  username: "Username",
  email: "Email",
  level: "Level",
  firstName: "First name",
  lastName: "Last name",
  passwordHash: "Password hash",
  balance: "Balance (¢)",
  network: "Network",
  offer: "Offer",
  priceCustomer: "Price for customers (¢)",
  priceAgent: "Price for agents (¢)",
  priceSuperAgent: "Price for super agents (¢)",
  status: "Status",
  note: "Note",
};
