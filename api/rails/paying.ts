/** What it takes to be paid. */
import type { Pesewas } from "#ledger/terms/money.ts";
import type { Door } from "../serve/door.ts";
import type { Rail } from "./rail.ts";

export interface Paying extends Door {
  /** All that there are, also those that are off. */
  rails: readonly Rail[];
  paymentLimits: PaymentLimits;
}

export interface PaymentLimits {
  /** The least of one payment by prompt. No request can be less than the shop's smallest top-up. */
  amount_min: Pesewas;
  /** The most of one payment by prompt. */
  amount_max: Pesewas;
  /** The most that one user pays by prompt within 24 hours. */
  day_max: Pesewas;
}
