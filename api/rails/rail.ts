/**
 * What the shop asks of a rail and hears from it. What follows for requests, wallets and books is the same for all rails.
 */
import type { GenericSchema } from "valibot";
import type { Operation } from "#contract/operation.ts";
import type { Door } from "../serve/door.ts";
import type { AskingRail } from "#contract/rails.ts";
import type { RefusalCode } from "#contract/errors.ts";
import { limits } from "#contract/terms/limits.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import type { RailName } from "#contract/terms/rails.ts";
import type { PayingRail } from "#contract/terms/withdrawals.ts";
import { createHmac } from "node:crypto";
import { isSame } from "../serve/secrets.ts";

export interface Rail {
  /** As security events name it. */
  readonly name: string;
  /** Its accounts in the books. */
  readonly accounts: readonly RailName[];
  /** Whether the shop's settings turn it on. */
  readonly isOn: boolean;
  readonly whyOff: readonly [RefusalCode, string];
  readonly webhook: Operation & { answer: GenericSchema<object> };
  /** Between two rounds. */
  readonly pause_ms: number;
  /** Undefined if it is off, or if customers pay without being asked. */
  readonly charges?: Charges | undefined;
  /** Undefined if it is off, or if an admin pays by hand. */
  readonly payouts?: Payouts | undefined;
  /** What the rail itself says that it has for the shop; null if nobody knows. */
  balance(account: RailName): Promise<Pesewas | null>;
  /** Whether these bytes were signed with the key that it shares with the shop. */
  hasSigned(body: Uint8Array, header: (name: string) => string | undefined): boolean;
  /**
   * Stores what a signed report says. Returns when it may be answered: a rail sends anything else again, for days. What
   * follows from it is left to the caller; undefined: nothing.
   */
  hear(body: string): Promise<(() => Promise<void>) | undefined>;
  /**
   * Does what follows from reports. Safe to repeat, and by several processes at once. `round`: also what is due by itself and
   * what a process that died has left, until this signal.
   */
  follow(round?: AbortSignal): Promise<void>;
}

/** What it takes to be paid. */
export interface Paying extends Door {
  /** All that there are, also those that are off. */
  rails: readonly Rail[];
  paymentLimits: PaymentLimits;
}

export const usualPaymentLimits: PaymentLimits = {
  amount_min: limits.topup_amount_min,
  amount_max: 2_000_00,
  day_max: 5_000_00,
};

export interface PaymentLimits {
  /** The least of one payment by prompt. No request can be less than the shop's smallest top-up. */
  amount_min: Pesewas;
  /** The most of one payment by prompt. */
  amount_max: Pesewas;
  /** The most that one user pays by prompt within 24 hours. */
  day_max: Pesewas;
}

/** The rail with this account. */
export function railOf(rails: readonly Rail[], account: RailName): Rail {
  const rail = rails.find(({ accounts }) => accounts.includes(account));
  if (!rail) throw new Error(`no rail with the account ${account}`);
  return rail;
}

/** How a rail asks customers for money. Undefined: nobody knows what became of it, and nothing may be concluded. */
export interface Charges {
  readonly rail: AskingRail;
  /** "live" or "test": a payment of the other one is no money. */
  readonly domain: string;
  charge(charge: Charge): Promise<ChargeAnswer | undefined>;
  /** Whether a browser may be sent there. Any other address could be somebody's who wants the customer's PIN. */
  isPage(address: string): boolean;
  submitOtp(reference: string, otp: string): Promise<ChargeAnswer | undefined>;
  /** Null: the rail has no such reference. */
  verify(reference: string): Promise<Transaction | null | undefined>;
  /** Of the whole payment, by the rail's own id of it. The rail returns nothing beyond that, however often it is asked. */
  refund(transaction: string): Promise<RefundAnswer | undefined>;
  /** What became of each refund of a payment that the rail knows. */
  refunds(transaction: string): Promise<RefundState[] | undefined>;
  balance(): Promise<Pesewas | null | undefined>;
  /** Whether the rail takes the shop's key. */
  keyState(): Promise<"accepted" | "refused" | undefined>;
  hasSigned: Rail["hasSigned"];
  /** Undefined for what does not matter. */
  readReport(body: string): Report | undefined;
}

export interface Charge {
  reference: string;
  amount: Pesewas;
  /** Made up, for rails that demand one of each customer. */
  email: string;
  /** Whom to prompt. Undefined: the customer pays on the rail's own page, of which `said` is the address. */
  phone: string | undefined;
  /** Where that page sends the customer afterwards. Whoever comes from there has proved nothing. */
  callback_url: string;
}

/** What to tell the customer next. */
export interface ChargeAnswer {
  /** "refused": there is no such charge, and there will be none. */
  step: "otp" | "waiting" | "paid" | "failed" | "refused";
  said: string;
}

export type RefundState = "open" | "done" | "failed";

/** Refused: nothing goes back, and nothing will because of this question. */
export interface RefundAnswer {
  isRefused: boolean;
  said: string;
}

export interface Transaction {
  id: string;
  status: "success" | "failed" | "reversed" | "pending";
  /** What the customer paid, and what they were asked for. */
  amount: Pesewas;
  requested: Pesewas;
  fees: Pesewas;
  currency: string;
  domain: string;
}

/** What a rail reports without being asked, and leads to a verification. */
export type News =
  | { about: "payment" | "reversal" }
  | { about: "failed refund"; id: string; amount: Pesewas | null };

/** Of which charge it is. */
export type Report = { reference: string } & (
  | News
  | { about: "dispute" | "end of dispute"; transaction: string }
  | { about: "payout" }
);

/** How a rail pays users. Undefined: nobody knows what became of it, and nothing may be concluded. */
export interface Payouts {
  readonly rail: PayingRail;
  /** "live" or "test": a payment of the other one is no money. */
  readonly domain: string;
  /** Makes a number known to the rail, which then calls it what it has `said`. Safe to repeat. */
  register(payee: Payee): Promise<PayoutAnswer | undefined>;
  /** Whatever it answers, the rail is asked what became of it. Under the same reference it pays once. */
  pay(payout: { recipient: string; amount: Pesewas; reference: string }): Promise<PayoutAnswer | undefined>;
  /** Null: the rail has no such reference. */
  find(reference: string): Promise<Transfer | null | undefined>;
}

export interface Payee {
  phone: string;
  name: string;
}

export interface PayoutAnswer {
  step: "taken" | "refused";
  said: string;
}

/** What a rail has paid to a user, or is about to pay. */
export interface Transfer {
  id: string;
  reference: string;
  /** Open: it may still be paid. */
  status: "paid" | "failed" | "reversed" | "open";
  amount: Pesewas;
  /** What the rail took for it; null if it does not say so. */
  fee: Pesewas | null;
  currency: string;
  domain: string;
  /** For admins. */
  said: string;
}

/** @param signature in hex @param parts what was signed, one after the other */
export function isSigned(
  { algorithm, key }: { algorithm: "sha256" | "sha512"; key: string },
  signature: string | undefined,
  parts: (Uint8Array | string)[],
): boolean {
  const expected = createHmac(algorithm, key);
  for (const part of parts) expected.update(part);
  return isSame(expected.digest(), Buffer.from(signature ?? "", "hex"));
}
