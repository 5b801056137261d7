import type { OrderRecord } from "#api/contract/orders.ts";

/** What a supplier needs to deliver an order, and the reference to speak of it by; neither buyer nor price. */
export function supplierCsv(order: OrderRecord): Record<string, string> {
  return {
    Beneficiary: order.receiver,
    Package: order.offer,
    Network: order.network,
    Reference: order.reference,
  };
}
