/** The agents' own shops: who may have one, and what may be asked there. */
import type { Pesewas } from "./money.ts";
import type { Level } from "./statuses.ts";

/** Who bears what the rail keeps of a guest's payment. */
export const feeBearers = ["guest", "agent", "shop"] as const;
export type FeeBearer = (typeof feeBearers)[number];

/** What the owner decides about all agents' shops. */
export interface ShopRules {
  isOn: boolean;
  /** An agent's price is at most so many hundredths of what the agent pays: 200 is twice as much. */
  highest: number;
  fee_by: FeeBearer;
}

/** An agent's shop is at this path and its name. */
export const shopRoute = "/s";
/** Where a guest sees an order, also from the link in the SMS. */
export const guestOrderRoute = "/o";

export const usualShopRules: ShopRules = { isOn: false, highest: 200, fee_by: "shop" };

export const shopLimits = {
  /** Hundredths. At 100, agents sell at what they pay. */
  highest_min: 100,
  highest_max: 1000,
  /** So many shop names can an agent have in all: a name that was given up stays theirs. */
  names_max: 5,
  greeting_length_max: 200,
  title_length_max: 40,
  report_length_max: 300,
} as const;

/** An admin has the agent's prices too, but sells in the shop itself. */
export function mayHaveShop(level: Level): boolean {
  return level === "Agent" || level === "Super Agent";
}

/** The highest price that an agent who pays `cost` may ask. Whole pesewas, and never below the cost. */
export function highestPrice(cost: Pesewas, { highest }: Pick<ShopRules, "highest">): Pesewas {
  return Math.max(cost, Math.floor((cost * highest) / 100));
}

/**
 * What a guest pays. Undefined if the agent asks less than they now pay themselves: nothing is sold at a loss, and the agent sets a
 * new price first. If the agent pays less than before, the highest price falls too, and nobody asks more than that.
 */
export function guestPrice(own: Pesewas, cost: Pesewas, rules: ShopRules): Pesewas | undefined {
  return own < cost ? undefined : Math.min(own, highestPrice(cost, rules));
}

/** Each is readable in light and dark (web/src/shops/shop-colours.ts). */
export const shopColours = ["green", "blue", "purple", "orange", "pink", "grey"] as const;
export type ShopColour = (typeof shopColours)[number];

export const reportKinds = ["not delivered", "pretends", "offensive", "other"] as const;
export type ReportKind = (typeof reportKinds)[number];

/** What Paystack keeps of a payment in Ghana: 1.95 %, in hundredths of a percent. */
const rail_fee = 195;
const whole = 100_00;

/**
 * What is added to the price if the guest bears the fee: so much that the price is left after the rail has kept its share of
 * all of it. Whole pesewas, rounded up.
 */
export function surchargeOf(price: Pesewas, fee_by: FeeBearer): Pesewas {
  return fee_by === "guest" ? Math.ceil((price * whole) / (whole - rail_fee)) - price : 0;
}
