/** What an order or a request can meet. Everything that this supplier can do to a shop is in these two tables. */
import type { FateOf, SharesOf } from "../fate.ts";

export const orderKinds = {
  /**
   * Whether the purchase is accepted. "lacks money": refused, as if another buyer of the same account had just spent it.
   */
  accepts: ["yes", "wrong number", "barred number", "lacks money"],
  /** "slow": the purchase takes half a minute. Requests with the same key get 409 during this time. */
  work: ["at once", "slow"],
  /** Whether the catalogue's price changes in the moment of the purchase. */
  price: ["listed", "raised", "lowered"],
  /** What a key remembers. The page does not say whether a refusal is repeated too. */
  memory: ["orders", "refusals too"],
  /** "waiting": it says "waiting" for ten minutes before it says "processing". */
  queue: ["short", "waiting"],
  /**
   * What the API says in the end, and whether the number got the data. "stuck": "processing" for ever, until a person
   * acts. "unknown word": a state that is not documented.
   */
  ends: [
    "completed",
    "failed",
    "delivered, says failed",
    "completed, later failed",
    "failed, later completed",
    "stuck",
    "stuck, delivered",
    "partial",
    "unknown word",
  ],
  /**
   * The money of a failed order. "at once": it is back in the same moment, and the state is "refunded". "silent": it is
   * back in the same moment, and the state stays "failed". "later": an hour later, if it still says "failed". An order that
   * is completed after its refund is not charged again.
   */
  refund: ["at once", "silent", "later", "never"],
  /** Whether order-status finds the order. "late": 404 for the first ten minutes. "never": 404 for ever. */
  lookup: ["known", "late", "never"],
  /** "first": before the answer. "late": three days. "out of order": created and processing come hours later. */
  webhook: ["after", "first", "twice", "late", "out of order", "never"],
  /**
   * An attacker's order.completed, sent while the order is processed. "other reference": the signature is right, but the
   * reference is that of another order.
   */
  forgery: ["none", "unsigned", "wrong key", "other body signed", "other reference"],
} as const;

export const requestKinds = {
  /** Refuses a request that has the right key, or is below the limit. */
  door: ["open", "wrong key", "too many"],
  /** "before": nothing was done. "after": it was done, but the shop gets no answer, or not all of it. */
  answer: ["normal", "error before", "error after", "hang before", "hang after", "cut after", "drip"],
  /** What the answer to a purchase or to order-status is about. A purchase's answer does not contain the number. */
  about: ["asked", "other reference", "other number", "other package"],
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

/** With `phonesChoose`, the last two digits of the receiver's number choose what happens. */
export const fateByEnding: Readonly<Record<string, Partial<OrderFate>>> = {
  "00": { ends: "completed" },
  "01": { ends: "failed" },
  "02": { ends: "failed", refund: "never" },
  "03": { ends: "stuck" },
  "04": { ends: "failed", refund: "later" },
  "05": { ends: "partial" },
  "06": { ends: "completed, later failed" },
  "07": { ends: "failed, later completed" },
  "08": { ends: "completed", webhook: "never" },
  "09": { accepts: "barred number" },
  "10": { ends: "delivered, says failed" },
  "11": { ends: "completed", price: "raised" },
  "12": { accepts: "lacks money" },
  "13": { ends: "unknown word" },
  "14": { ends: "completed", lookup: "never" },
  "15": { ends: "completed", work: "slow" },
};
