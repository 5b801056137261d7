/** The files that go to suppliers: which columns they have, and how numbers are written. */
import { type FormField, productForms, productTypeOf } from "./product-types.ts";

/** What a column of such a file can hold of every order. */
const orderCells = ["beneficiary", "package", "network", "reference"] as const;
/** "date of birth": a field of an order's form. */
const cellOf = ({ title, cell }: FormField) => cell ?? title.toLowerCase();

/** The last ones are of the forms. */
export const supplierCells: readonly string[] = [
  ...new Set([...orderCells, ...productForms.flatMap(({ fields }) => fields.map(cellOf))]),
];
export type SupplierCell = string;

/** The field of a form that is in this column. */
export function fieldOfCell(network: string, cell: SupplierCell): FormField | undefined {
  return productTypeOf(network).form?.fields.find((field) => cellOf(field) === cell);
}

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
  const cells = [...orderCells, ...(productTypeOf(network).form?.fields ?? []).map(cellOf)];
  return { columns: cells.map((cell) => ({ cell, title: titleOf(cell) })), header: true, phones: "local" };
}

/** "Date of birth" */
export function titleOf(cell: SupplierCell): string {
  return cell.charAt(0).toUpperCase() + cell.slice(1);
}
