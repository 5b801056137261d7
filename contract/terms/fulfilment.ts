/** Who delivers what was sold, and what became of an order at a supplier. An order by hand or by batch file has no attempt. */

import type { Pesewas } from "./money.ts";

/** Each has an account of its own: the money that the shop has with it. `stock`: vouchers that the shop bought in advance. */
export const suppliers = ["datamart", "hubnet", "reloadly", "stock"] as const;
export type SupplierName = (typeof suppliers)[number];

/** As people call them. */
export const supplierNames: Record<SupplierName, string> = {
  datamart: "DataMart",
  hubnet: "Hubnet",
  reloadly: "Reloadly",
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

/** Refusals that say something about the number: every supplier would refuse it. Any other refusal has no kind. */
export const refusalKinds = ["wrong number", "barred number"] as const;
export type RefusalKind = (typeof refusalKinds)[number];

/** What the buyer reads who is refunded. */
export const refusalTexts: Record<RefusalKind, string> = {
  "wrong number": "the network does not know this number",
  "barred number": "the network does not deliver to this number",
};

/** What the shop does by itself about orders at suppliers, and when it warns its admins. */
export interface FulfilmentRules {
  /** After such a refusal the order is refunded. After any other one it waits for an admin. */
  refunds: RefusalKind[];
  /** Warns if a supplier holds less than this, in pesewas, or less than is spent in so many hours at the present speed. */
  float_min: Pesewas;
  hours_min: number;
  /** Warns if fewer vouchers of a package are left. */
  vouchers_min: number;
}

export const usualRules: FulfilmentRules = { refunds: [], float_min: 50_00, hours_min: 3, vouchers_min: 5 };

/** How often one order may be sent, each time to another supplier. */
export const attempts_max = 4;

/** Where a package can be had, the best supplier first. `code`: what the supplier calls it. */
export interface Route {
  supplier: SupplierName;
  code: string;
}
