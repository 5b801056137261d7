import { limits } from "#contract/terms/limits.ts";
import type { PaymentLimits } from "../rails/rail.ts";
import type { RailSettings } from "./rails.ts";

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
