import { limits } from "#ledger/terms/limits.ts";
import type { Pesewas } from "#ledger/terms/money.ts";
import type { RailSettings } from "../rails/registry.ts";

export interface PaymentLimits {
  /** The least of one payment by prompt. No request can be less than the shop's smallest top-up. */
  amount_min: Pesewas;
  /** The most of one payment by prompt. */
  amount_max: Pesewas;
  /** The most that one user pays by prompt within 24 hours. */
  day_max: Pesewas;
}

export interface PaymentSettings extends RailSettings {
  limits: PaymentLimits;
  /** The rails are doubles on this machine. The pages say so. */
  isPlayMoney?: boolean;
}

export const usualPaymentLimits: PaymentLimits = {
  amount_min: limits.topup_amount_min,
  amount_max: 2_000_00,
  day_max: 5_000_00,
};
