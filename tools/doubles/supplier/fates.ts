/** What an order or a request can meet at any supplier. Each double adds what only its own supplier can do. */
import type { FateOf } from "../fate.ts";

export const supplierOrderKinds = {
  /**
   * Whether the purchase is accepted. "lacks money": refused, as if another buyer of the same account had just spent it.
   */
  accepts: ["yes", "wrong number", "barred number", "lacks money"],
  /** "slow": the purchase takes half a minute, and what is sent meanwhile with the same key is refused. */
  work: ["at once", "slow"],
  /** What a key remembers. Nothing says whether a refusal is repeated, or uses it up. */
  memory: ["orders", "refusals too"],
  /** Whether the price changes in the moment of the purchase. */
  price: ["listed", "raised", "lowered"],
  /** "waiting": it says that it waits for ten minutes before it says that it works. */
  queue: ["short", "waiting"],
  /**
   * What the API says in the end, and whether the number got what was bought. "stuck": in progress for ever, until a person
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
   * The money of a failed order. "at once": it is back in the same moment, and the state says so. "silent": it is back in
   * the same moment, and the state stays "failed". "later": an hour later, if it still says "failed". An order that is
   * completed after its refund is not charged again.
   */
  refund: ["at once", "silent", "later", "never"],
  /** Whether an order is found when it is asked for. "late": not in the first ten minutes. */
  lookup: ["known", "late", "never"],
  /** "first": before the answer. "late": three days. "out of order": what is said before the end comes hours later. */
  webhook: ["after", "first", "twice", "late", "out of order", "never"],
} as const;

export const supplierRequestKinds = {
  /** Refuses a request that has the right key, or is below the limit. */
  door: ["open", "wrong key", "too many"],
  /** "before": nothing was done. "after": it was done, but the shop gets no answer, or not all of it. */
  answer: ["normal", "error before", "error after", "hang before", "hang after", "cut after", "drip"],
  /** What an answer is about, as far as it says so. */
  about: ["asked", "other reference", "other number", "other package"],
} as const;

export type SupplierOrderFate = FateOf<typeof supplierOrderKinds>;
export type SupplierRequestFate = FateOf<typeof supplierRequestKinds>;

/** With `phonesChoose`, the last two digits of the receiver's number choose what happens. */
export const fateByEnding: Readonly<Record<string, Partial<SupplierOrderFate>>> = {
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
