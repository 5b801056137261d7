/** The file that goes to a supplier. */
import { internationalPhone } from "#ledger/terms/phone.ts";
import type { SupplierCell, SupplierLayout } from "#ledger/terms/supplier.ts";
import type { OrderRecord } from "../contract/order-list.ts";
import type { Column } from "../http/file-answer.ts";

export function supplierColumns({ columns, phones }: SupplierLayout): Column<OrderRecord>[] {
  const written = (phone: string) => (phones === "international" ? internationalPhone(phone) : phone);
  return columns.map(({ cell, title }) => [title, (order) => cellOf(order, cell, written)]);
}

function cellOf(order: OrderRecord, cell: SupplierCell, written: (phone: string) => string): string {
  switch (cell) {
    case "beneficiary":
      return written(order.receiver);
    case "package":
      return order.offer;
    case "network":
      return order.network;
    case "reference":
      return order.reference;
    case "phone":
      return order.items ? written(order.items.phone) : "";
    case "date of birth":
      return order.items?.dob ?? "";
    case "name":
    case "card":
    case "location":
      return order.items?.[cell] ?? "";
  }
}
