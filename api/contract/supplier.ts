/** What a supplier needs to deliver an order, and the reference to ask about it. Neither the buyer nor the price. */
import type { OrderRecord } from "./orders.ts";

export const supplierCells = ["Beneficiary", "Package", "Network", "Reference"] as const;

export function supplierCell(order: OrderRecord, name: (typeof supplierCells)[number]): string {
  switch (name) {
    case "Beneficiary":
      return order.receiver;
    case "Package":
      return order.offer;
    case "Network":
      return order.network;
    case "Reference":
      return order.reference;
  }
}
