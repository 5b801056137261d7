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

export const marginUnits = ["percent", "cedis"] as const;

/** How prices follow from what a package costs: a margin for each level, and then up to the next step. */
export interface PriceRule extends Record<PriceKind, number> {
  /** Margins are in hundredths of it: of a percent, or of a cedi. */
  unit: (typeof marginUnits)[number];
  step: Pesewas;
}

export const usualPriceRule: PriceRule = {
  unit: "percent",
  customer: 10_00,
  agent: 6_00,
  superAgent: 4_00,
  step: 10,
};

/** `margin`: as in a rule of this unit. */
export function priceByRule(
  cost: Pesewas,
  margin: number,
  { unit, step }: Pick<PriceRule, "unit" | "step">,
): Pesewas {
  // Divided once: a binary fraction on the way would lift some prices by a step.
  const steps = unit === "percent" ? (cost * (100_00 + margin)) / (100_00 * step) : (cost + margin) / step;
  return Math.max(Math.ceil(steps), 1) * step;
}
