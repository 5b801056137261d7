import { officeLimits } from "./office-limits.ts";
import type { Pesewas } from "./money.ts";
import type { Level } from "./statuses.ts";

export interface Prices {
  customer: Pesewas;
  agent: Pesewas;
  superAgent: Pesewas;
}

export const priceKinds = ["customer", "agent", "superAgent"] as const;
export type PriceKind = (typeof priceKinds)[number];

/** The price that a level pays. Admins pay the Super Agent price; an unknown level pays the Customer price. */
export function priceKindOf(level: Level): PriceKind {
  switch (level) {
    case "Agent":
      return "agent";
    case "Super Agent":
    case "Admin":
      return "superAgent";
    default:
      return "customer";
  }
}

export function priceFor(level: Level, prices: Prices): Pesewas {
  return prices[priceKindOf(level)];
}

/** Whether a price falls to far below what it was. */
export function isFarBelow(price: Pesewas, was: Pesewas): boolean {
  return price < was * (1 - officeLimits.price_cut_share_max);
}

/** Whether a change of a price goes far, in either direction. */
export function isFarFrom(price: Pesewas, was: Pesewas): boolean {
  return isFarBelow(price, was) || price > was * (1 + officeLimits.price_cut_share_max);
}
