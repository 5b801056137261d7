/** The files that go to suppliers: which columns they have, and how numbers are written. */
import { needsAfaForm } from "./networks.ts";

/** What a column of such a file can hold. The last five are of the AFA registration form. */
export const supplierCells = [
  "beneficiary",
  "package",
  "network",
  "reference",
  "name",
  "phone",
  "card",
  "date of birth",
  "location",
] as const;
export type SupplierCell = (typeof supplierCells)[number];

export const formCells: readonly SupplierCell[] = ["name", "phone", "card", "date of birth", "location"];

/** 0244123456 or 233244123456 */
export const phoneForms = ["local", "international"] as const;
export type PhoneForm = (typeof phoneForms)[number];

export interface SupplierLayout {
  columns: { cell: SupplierCell; title: string }[];
  /** Whether the first line has the titles. */
  header: boolean;
  phones: PhoneForm;
}

/** What a supplier needs to deliver an order, and the reference to ask about it. Neither the buyer nor the price. */
export function defaultLayout(network: string): SupplierLayout {
  const cells = supplierCells.filter((cell) => needsAfaForm(network) || !formCells.includes(cell));
  return { columns: cells.map((cell) => ({ cell, title: titleOf(cell) })), header: true, phones: "local" };
}

/** "Date of birth" */
export function titleOf(cell: SupplierCell): string {
  return cell.charAt(0).toUpperCase() + cell.slice(1);
}
