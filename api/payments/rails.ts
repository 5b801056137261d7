/** The rails that a shop can have. */
import { type RailName, rails } from "#contract/terms/rails.ts";
import type { Shop } from "../shop.ts";
import { ApiError } from "../serve/errors.ts";
import { railOperations } from "#contract/rails.ts";
import { checkDue } from "./check-charges.ts";
import { refundDue } from "./refunds.ts";
import { hearReport } from "./hear-report.ts";
import { Paystack } from "../rails/paystack.ts";
import type { PaystackSettings } from "../rails/paystack-call.ts";
import { PaystackPayouts } from "../rails/paystack-payouts.ts";
import { openPhone } from "../rails/phone/phone.ts";
import type { Charges, PaymentLimits, Payouts, Rail } from "../rails/rail.ts";
import { workPayouts } from "../withdrawals/work-payouts.ts";

/** What is left out is off. A rail that asks customers for money has its settings under its own name. */
export interface RailSettings {
  paystack?: PaystackSettings | undefined;
  /** With the key that the phone's forwarder signs with. */
  sms?: { key: string } | undefined;
}

export interface PaymentSettings extends RailSettings {
  limits: PaymentLimits;
  /** The rails are doubles on this machine. The pages say so. */
  isPlayMoney?: boolean;
}

/** Whether a rail is set up that asks customers for money. */
export function hasCharges(settings: RailSettings): boolean {
  const set: Partial<Record<RailName, unknown>> = settings;
  return rails.some((rail) => set[rail] !== undefined);
}

/** Customers are asked for money on the first one that is on and can ask. */
export function openRails({ paystack, sms }: RailSettings, shop: () => Shop): Rail[] {
  return [
    chargingRail(
      "paystack",
      railOperations.hearPaystack,
      paystack && { charges: new Paystack(paystack), payouts: new PaystackPayouts(paystack) },
      shop,
    ),
    openPhone(sms?.key, shop),
  ];
}

const promptsOff = [
  "prompts_off",
  "This shop does not take payments by prompt. Please top up with the payment notice.",
] as const;

/** How a rail asks customers: the given one, or the first that can. Undefined if it is off. */
export function chargesOf({ rails }: Shop, rail?: RailName): Charges | undefined {
  return rails.map(({ charges }) => charges).find((one) => one && (rail === undefined || one.rail === rail));
}

/** @throws ApiError if the shop asks nobody */
export function requireCharges(shop: Shop): Charges {
  const charges = chargesOf(shop);
  if (charges) return charges;
  throw new ApiError(...promptsOff);
}

/** What answers tell of the rail that asks. */
export const askingOf = (shop: Shop) => ({ isOn: chargesOf(shop) !== undefined });

/** A rail that asks customers for money, and pays them. What it reports is a hint: it is asked about each of them. */
function chargingRail(
  name: RailName,
  webhook: Rail["webhook"],
  ways: { charges: Charges; payouts: Payouts } | undefined,
  shop: () => Shop,
): Rail {
  const charges = ways?.charges;
  return {
    name,
    accounts: [name],
    isOn: charges !== undefined,
    whyOff: promptsOff,
    webhook,
    pause_ms: 1000,
    charges,
    payouts: ways?.payouts,
    balance: async () => (await charges?.balance()) ?? null,
    hasSigned: (body, header) => charges?.hasSigned(body, header) === true,
    async hear(body) {
      const report = charges?.readReport(body);
      if (!ways || !report) return undefined;
      await hearReport(shop(), { rail: name, reference: report.reference }, report);
      return () =>
        report.about === "payout" ? workPayouts(shop(), ways.payouts) : checkDue(shop(), ways.charges);
    },
    async follow(round) {
      if (!ways) return;
      await Promise.all([checkDue(shop(), ways.charges, round), workPayouts(shop(), ways.payouts, round)]);
      await refundDue(shop(), ways.charges, round);
    },
  };
}
