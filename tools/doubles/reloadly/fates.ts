/** What an order or a request can meet. Everything that this supplier can do to a shop is here and in the table of all. */
import type { FateOf, SharesOf } from "../fate.ts";
import { supplierOrderKinds, supplierRequestKinds } from "../supplier/fates.ts";

export const orderKinds = {
  ...supplierOrderKinds,
  /** Documented: a customIdentifier is never accepted again. "one day": it is, after 24 hours. */
  identifier: ["for ever", "one day"],
  /**
   * An attacker's webhook that says SUCCESSFUL, sent while the order is processed. "other reference": the signature is
   * right, but the order is another one.
   */
  forgery: ["none", "unsigned", "wrong key", "other body signed", "other reference"],
} as const;

export const requestKinds = {
  ...supplierRequestKinds,
  /** Documented is flat. "nested": the order is in `transaction`, as newer answers have it. */
  status: ["flat", "nested"],
  /** How amounts and ids are written. */
  numbers: ["documented", "text"],
} as const;

export type OrderFate = FateOf<typeof orderKinds>;
export type RequestFate = FateOf<typeof requestKinds>;

export interface ReloadlyShares {
  order?: SharesOf<typeof orderKinds>;
  request?: SharesOf<typeof requestKinds>;
}
