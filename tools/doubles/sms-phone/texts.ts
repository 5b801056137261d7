/**
 * The texts of the networks. The receipts are as seen (MTN in many copies, Telecel in one). The wording of outgoing payments,
 * of reversals and of Telecel's balance is made up, because no sample is known.
 */
import type { SmsFate } from "./fates.ts";

export type Network = "mtn" | "telecel";

export interface Receipt {
  /** In pesewas. */
  amount: number;
  fee: number;
  /** The balance after it, in pesewas. */
  balance: number;
  transactionId: string;
  name: string;
  /** 233… */
  payer: string;
  reference: string;
  at_ms: number;
}

export const senders: Record<Network, string> = { mtn: "MobileMoney", telecel: "T-CASH" };

export function receiptText(network: Network, receipt: Receipt, style: SmsFate["text"] = "usual"): string {
  const text = network === "mtn" ? mtnReceipt(receipt, style) : telecelReceipt(receipt, style);
  if (style === "spaced") return text.replaceAll(". ", " .  ").replaceAll(": ", ":  ");
  return style === "lower case"
    ? text.replaceAll(/[A-Z]{3,} [A-Z]+:/g, (words) => words.toLowerCase())
    : text;
}

export function sentText(network: Network, { amount, fee, balance, transactionId, name }: Receipt): string {
  return network === "mtn"
    ? `Payment made for GHS ${cedis(amount)} to ${name}. Current Balance: GHS ${cedis(balance)} . Available Balance: GHS ${cedis(balance)}. Reference: stock. Transaction ID: ${transactionId}. TRANSACTION FEE: ${cedis(fee)}`
    : `${transactionId} Confirmed. You have sent GHS${cedis(amount)} to ${name}. Your T-CASH balance is GHS${cedis(balance)}.`;
}

/** @param original the transaction that is taken back */
export function reversalText(
  network: Network,
  { amount, balance, transactionId, name }: Receipt,
  original: string,
): string {
  return network === "mtn"
    ? `Your payment of GHS ${cedis(amount)} from ${name} with Transaction ID: ${original} has been reversed. Current Balance: GHS ${cedis(balance)} . Available Balance: GHS ${cedis(balance)}. Transaction ID: ${transactionId}.`
    : `${transactionId} Confirmed. The transaction ${original} of GHS${cedis(amount)} has been reversed. Your T-CASH balance is GHS${cedis(balance)}.`;
}

function mtnReceipt(
  { amount, fee, balance, transactionId, name, reference }: Receipt,
  style: SmsFate["text"],
): string {
  const now = cedis(balance, style);
  return `Payment received for GHS ${cedis(amount, style)} from ${name} Current Balance: GHS ${now} . Available Balance: GHS ${now}. Reference: ${reference}. Transaction ID: ${transactionId}. TRANSACTION FEE: ${cedis(fee)}`;
}

function telecelReceipt(
  { amount, balance, transactionId, name, payer, at_ms }: Receipt,
  style: SmsFate["text"],
): string {
  const [date, time] = new Date(at_ms).toISOString().split("T");
  return `${transactionId} Confirmed. You have received GHS${cedis(amount, style)} from ${payer} - ${name} on ${date} at ${time?.slice(0, 8)}. Your T-CASH balance is GHS${cedis(balance, style)}.`;
}

function cedis(pesewas: number, style: SmsFate["text"] = "usual"): string {
  const text = (pesewas / 100).toFixed(2);
  if (style === "thousands") return text.replace(/\B(?=(\d{3})+\.)/g, ",");
  return style === "no cents" ? text.replace(/\.00$/, "") : text;
}
