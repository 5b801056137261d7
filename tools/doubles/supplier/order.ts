/** The truth about an order at a supplier, and the state that its API reports. They can differ. */
import type { SupplierOrderFate } from "./fates.ts";

/** What the API says of an order, each supplier in its own words. "on_hold" is a word that nobody has documented. */
export type State =
  | "pending"
  | "waiting"
  | "processing"
  | "completed"
  | "failed"
  | "refunded"
  | "partial"
  | "on_hold";

export interface SupplierOrder {
  id: number;
  /** By which the API finds it. */
  reference: string;
  /** By which the shop tells that it is the same order. */
  key: string | undefined;
  /** Who receives it: 0 and nine digits. */
  phone: string;
  /** What was bought, for people. */
  goods: string;
  /** What was charged, in hundredths of the account's currency. */
  price: number;
  /** What the number really got. */
  delivered: "nothing" | "part" | "all";
  /** Whether the money is back in the shop's balance. */
  isRefunded: boolean;
  state: State;
  created_ms: number;
  updated_ms: number;
  /** A person has decided, so the fate decides nothing any more. */
  isByHand: boolean;
  fate: SupplierOrderFate;
}

/** What is the same for each new order. */
export function newOrder(now_ms: number) {
  return {
    delivered: "nothing",
    isRefunded: false,
    state: "pending",
    created_ms: now_ms,
    updated_ms: now_ms,
    isByHand: false,
  } as const;
}

export function otherNumber(phone: string): string {
  return phone.slice(0, -1) + ((Number(phone.at(-1)) + 1) % 10);
}

/** @param price in hundredths */
export function changedPrice(price: number, change: SupplierOrderFate["price"]): number {
  if (change === "raised") return Math.ceil((price * 110) / 100);
  return change === "lowered" ? Math.floor((price * 90) / 100) : price;
}
