import type { Pesewas } from "./money.ts";
import type { Level } from "./statuses.ts";

export interface Prices {
  customer: Pesewas;
  agent: Pesewas;
  superAgent: Pesewas;
}

/** The price that a level pays. Admins pay the Super Agent price; an unknown level pays the Customer price. */
export function priceFor(level: Level, prices: Prices): Pesewas {
  switch (level) {
    case "Agent":
      return prices.agent;
    case "Super Agent":
    case "Admin":
      return prices.superAgent;
    default:
      return prices.customer;
  }
}
