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
