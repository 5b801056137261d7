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
  /**
   * What the answer to a bulk does not have. The page does not say how it shows an order that was not bought.
   * "nothing": an order that has failed is in results, and one that is not valid in validationErrors, each with its ref
   * and a message. "refs": no order has its ref. "failed": the failed ones are not there, and the invalid ones have no ref.
   */
  leavesOut: ["nothing", "refs", "summary", "failed"],
} as const;

export type OrderFate = FateOf<typeof orderKinds>;
export type RequestFate = FateOf<typeof requestKinds>;

export interface DataMartShares {
  order?: SharesOf<typeof orderKinds>;
  request?: SharesOf<typeof requestKinds>;
}
