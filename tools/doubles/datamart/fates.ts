/** What an order or a request can meet. Everything that this supplier can do to a shop is here and in the table of all. */
import type { FateOf, SharesOf } from "../fate.ts";
import { supplierOrderKinds, supplierRequestKinds } from "../supplier/fates.ts";

export const orderKinds = {
  ...supplierOrderKinds,
  /**
   * An attacker's order.completed, sent while the order is processed. "other reference": the signature is right, but the
   * reference is that of another order.
   */
  forgery: ["none", "unsigned", "wrong key", "other body signed", "other reference"],
} as const;

export const requestKinds = {
  ...supplierRequestKinds,
  /** How prices and balances are written. */
  money: ["documented", "text", "number"],
  capacity: ["documented", "text", "number"],
} as const;

export type OrderFate = FateOf<typeof orderKinds>;
export type RequestFate = FateOf<typeof requestKinds>;

export interface DataMartShares {
  order?: SharesOf<typeof orderKinds>;
  request?: SharesOf<typeof requestKinds>;
}
