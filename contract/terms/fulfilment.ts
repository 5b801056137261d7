/** Who delivers what was sold, and what became of an order at a supplier. An order by hand or by batch file has no attempt. */

/** Each has an account of its own: the money that the shop has with it. `stock`: vouchers that the shop bought in advance. */
export const suppliers = ["datamart", "stock"] as const;
export type SupplierName = (typeof suppliers)[number];

/** As people call them. */
export const supplierNames: Record<SupplierName, string> = {
  datamart: "DataMart",
  stock: "the stock of vouchers",
};

export type FloatAccount = `float:${SupplierName}`;

export function floatOf(supplier: SupplierName): FloatAccount {
  return `float:${supplier}`;
}

/**
 * Sent: the supplier may have it, and nobody knows. Accepted: it has said so. Both are open: the order is neither refunded nor
 * sent again. Delivered and refused are the end of an attempt.
 */
export const fulfilmentStates = ["sent", "accepted", "delivered", "refused"] as const;
export type FulfilmentState = (typeof fulfilmentStates)[number];

/** How often one order may be sent, each time to another supplier. */
export const attempts_max = 4;

/** Where a package can be had, the best supplier first. `code`: what the supplier calls it. */
export interface Route {
  supplier: SupplierName;
  code: string;
}
