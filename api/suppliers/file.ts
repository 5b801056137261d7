/** The file that goes to a supplier. */
import { internationalPhone } from "#contract/terms/phone.ts";
import { fieldOfCell, type SupplierCell, type SupplierLayout } from "#contract/terms/supplier.ts";
import type { OrderRecord } from "#contract/order-list.ts";
import type { Column } from "../serve/file-answer.ts";

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
    default: {
      const field = fieldOfCell(order.network, cell);
      const value = (field && order.items?.[field.name]) ?? "";
      return field?.kind === "phone" && value !== "" ? written(value) : value;
    }
  }
}
