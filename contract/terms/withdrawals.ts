/** Money that users take out of their wallets, to their own mobile money. */
import { hoursBefore } from "./dates.ts";
import type { Pesewas } from "./money.ts";
import { type RailName, rails } from "./rails.ts";
import type { Level } from "./statuses.ts";

/**
 * Requested: it has left the wallet and waits for an admin. Sent: a rail may have paid it, or an admin pays it by hand, and
 * nobody knows yet. Failed and rejected: it is back in the wallet.
 */
export const withdrawalStatuses = ["requested", "sent", "paid", "failed", "rejected"] as const;
export type WithdrawalStatus = (typeof withdrawalStatuses)[number];

/** Who may withdraw, and what: what a shop of their own has earned them, or all that is in the wallet. */
export const withdrawers = ["agents", "everyone"] as const;
export const withdrawable = ["earnings", "everything"] as const;

/** The reason where a user has taken their own withdrawal back. */
export const takenBack = "Taken back by the user";

/** What the owner allows. */
export interface WithdrawalRules {
  isOn: boolean;
  who: (typeof withdrawers)[number];
  what: (typeof withdrawable)[number];
  /** The least of one withdrawal. The fee is taken from it. */
  min: Pesewas;
  fee: Pesewas;
  /** The most of one user within 24 hours. */
  day_max: Pesewas;
}

export const usualWithdrawalRules: WithdrawalRules = {
  isOn: false,
  who: "agents",
  what: "earnings",
  min: 10_00,
  fee: 0,
  day_max: 500_00,
};

export const withdrawalLimits = {
  day_h: 24,
  /** After the number, the password or the second factor has changed. */
  cool_down_h: 24,
  /** How long a rail is told to pay the same withdrawal. After that it is only asked what became of it. */
  sending_h: 1,
  /** So long nobody but the rail says what became of it. */
  settling_h: 24,
} as const;

/** Rails that pay withdrawals by themselves. On the others an admin pays by hand. */
export const payingRails = ["paystack"] as const satisfies readonly RailName[];
export type PayingRail = (typeof payingRails)[number];
export const handRails = rails.filter((rail) => !isPayingRail(rail));

export function isPayingRail(rail: RailName | null): rail is PayingRail {
  return payingRails.some((one) => one === rail);
}

export function mayWithdraw({ who }: Pick<WithdrawalRules, "who">, level: Level): boolean {
  return level !== "Admin" && (who === "everyone" || level !== "Customer");
}

/** The rail is asked about it, and nobody else may say what became of it. */
export function isRailAsked(rail: RailName | null, sent_at: string | null, now: string): boolean {
  return isPayingRail(rail) && sent_at !== null && sent_at > hoursBefore(now, withdrawalLimits.settling_h);
}

/**
 * By which rails know it: the same for each attempt, so that it is paid once. A rail's rules: 16 to 50 of a-z, 0-9, _ and -.
 */
export function payoutReference(withdrawal: string): string {
  return `w${withdrawal.replaceAll("-", "")}`;
}

/** The withdrawal with this reference, if there can be one. */
export function withdrawalOfReference(reference: string): string | undefined {
  const found = /^w([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(reference);
  return found?.slice(1).join("-");
}
