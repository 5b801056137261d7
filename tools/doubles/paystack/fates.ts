/** What a payment or a request can meet. Everything that payments can do to a shop is in these two tables. */
import type { FateOf, SharesOf } from "../fate.ts";

export const paymentKinds = {
  /** What the customer does with the prompt on their phone. "waits" leaves it to a person or a test, until it expires. */
  customer: ["approves", "declines", "lacks funds", "waits", "approves late"],
  /**
   * What is paid. "fee on top": the amount is the requested amount plus the fee. "less" and "more" differ from the
   * requested amount; with "less, requested less" the requested amount is smaller too.
   */
  pays: ["asked", "fee on top", "less", "less, requested less", "more", "other currency"],
  /**
   * The fee that verify tells of a payment of what was asked for, until it tells the true one a minute later.
   * "above": it is larger than the payment.
   */
  fee: ["true", "negative", "above"],
  /** The answer to a charge. "at once": the customer has already acted when it comes. */
  prompt: ["later", "at once", "pending"],
  /** When charge.success is sent. "first": before the answer to the charge. */
  webhook: ["after", "first", "twice", "days late", "never"],
  /** How the body is written. Its meaning is the same, but JSON.stringify(JSON.parse(body)) has other bytes. */
  bytes: ["compact", "spaced", "escaped"],
  /** An attacker's charge.success for this payment, before the customer has paid. */
  forgery: ["none", "unsigned", "wrong key", "wrong hash", "other body signed"],
  /** Whether verify lags behind the webhooks of the payment and of its reversal. */
  verify: ["agrees", "lags"],
  /** "other": test on live, or live on test. */
  domain: ["own", "other"],
  dispute: ["none", "lost", "won"],
  /** "failed later": first it is processed, and an hour later it comes back. */
  refund: ["processed", "failed", "failed later", "out of order"],
} as const;

export const transferKinds = {
  /** "otp": it waits for a code, because the account's setting was not turned off. "pending": nobody ever says more. */
  outcome: ["success", "at once", "failed", "reversed later", "failed, paid later", "otp", "pending"],
  /** Whether verify says what the account paid for it. */
  fee: ["told", "untold"],
  /** When transfer.success and the others are sent. "first": before the answer to the request. */
  webhook: ["after", "first", "twice", "days late", "never"],
  /** An attacker's transfer.failed. */
  forgery: ["none", "unsigned", "wrong key", "wrong hash", "other body signed"],
  /** What verify says of it that is not so. */
  tells: ["truth", "other amount", "other currency", "other domain", "other reference"],
} as const;

export const requestKinds = {
  /** "before": nothing was done. "after": it was done, but nobody hears of it. */
  answer: ["normal", "error before", "error after", "hang before", "hang after", "cut after"],
  /** Which payment the answer to a charge or to verify is about. "other": another payment that was made. */
  about: ["asked", "other"],
  /** The address of the hosted page. "foreign": it is not Paystack's. */
  page: ["own", "foreign"],
} as const;

export type PaymentFate = FateOf<typeof paymentKinds>;
export type TransferFate = FateOf<typeof transferKinds>;
export type RequestFate = FateOf<typeof requestKinds>;

export interface PaystackShares {
  payment?: SharesOf<typeof paymentKinds>;
  request?: SharesOf<typeof requestKinds>;
  transfer?: SharesOf<typeof transferKinds>;
}

/** With `phonesChoose`, the last two digits of the payer's number choose what happens, as test cards do. */
export const fateByEnding: Readonly<Record<string, Partial<PaymentFate>>> = {
  "00": { customer: "approves" },
  "01": { customer: "declines" },
  "02": { customer: "lacks funds" },
  "03": { customer: "waits" },
  "04": { customer: "approves late" },
  "05": { customer: "approves", pays: "less" },
  "06": { customer: "approves", pays: "more" },
  "07": { customer: "approves", prompt: "at once" },
  "08": { customer: "approves", webhook: "never" },
  "09": { customer: "approves", dispute: "lost" },
};

/** Documented: this number always pays in test mode. */
export const alwaysPays = { phone: "0551234987", provider: "mtn" } as const;
