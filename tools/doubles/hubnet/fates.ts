/** What an order or a request can meet. Everything that this supplier can do to a shop is here and in the table of all. */
import type { FateOf, SharesOf } from "../fate.ts";
import { supplierOrderKinds, supplierRequestKinds } from "../supplier/fates.ts";

export const orderKinds = {
  ...supplierOrderKinds,
  /**
   * An attacker's report that the order was delivered, sent while it is processed. No webhook is signed, so it looks like a
   * genuine one. "other reference": that another order was.
   */
  forgery: ["none", "own reference", "other reference"],
} as const;

export const requestKinds = {
  ...supplierRequestKinds,
  /**
   * Where an answer says "0000". Samples differ: in `message`, in `code`, in `data.code`; newer ones have words in their
   * place.
   */
  success: ["message", "code", "data code", "words"],
  /** How an answer writes the volume. "of 1024": as if a GB had 1,024 MB. */
  volume: ["text", "number", "of 1024"],
} as const;

export type OrderFate = FateOf<typeof orderKinds>;
export type RequestFate = FateOf<typeof requestKinds>;

export interface HubnetShares {
  order?: SharesOf<typeof orderKinds>;
  request?: SharesOf<typeof requestKinds>;
}
