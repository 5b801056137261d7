import type { Pesewas } from "./money.ts";
import type { Level } from "./statuses.ts";

export interface Prices {
  customer: Pesewas;
  agent: Pesewas;
  superAgent: Pesewas;
}

/** Which price a level pays. Admin pays Super Agent's; a level nobody named pays Customer's, never the cheapest. */
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
