/**
 * Reads the SMS that mobile money networks send to the shop's phone. The receipts are as seen (MTN in many copies, Telecel in
 * one); the wording of outgoing payments and reversals is a guess. What does not fit a pattern as a whole is not read: the
 * payer writes the reference, so nothing is searched for in the middle of a text.
 */
import type { PhoneRail } from "#contract/terms/rails.ts";
import type { Pesewas } from "#contract/terms/money.ts";

export interface Movement {
  rail: PhoneRail;
  kind: "received" | "sent" | "reversed";
  /** The rail's own id. */
  transaction: string;
  amount: Pesewas;
  fee: Pesewas;
  /** What the wallet holds after it; null if the message does not say so. */
  balance: Pesewas | null;
  /** The number of our reference, if the payer has typed one. */
  topup: number | null;
  /** The transaction that a reversal takes back. */
  reverses: string | null;
}

/** Undefined if it tells of no movement that can be read. */
export function readMessage(message: string): Movement | undefined {
  const text = message.replace(/\s+/g, " ").trim();
  for (const { rail, kind, pattern } of patterns) {
    const found = pattern.exec(text)?.groups;
    const amount = found && pesewas(found["amount"]);
    if (amount === undefined || amount === 0) continue;
    return {
      rail,
      kind,
      transaction: found?.["id"] ?? "",
      amount,
      fee: pesewas(found?.["fee"]) ?? 0,
      balance: pesewas(found?.["balance"]) ?? null,
      topup: topupTyped(found?.["reference"] ?? ""),
      reverses: found?.["original"] ?? null,
    };
  }
  return undefined;
}

/** The networks' names as senders. Anybody else who sends such a text is an impostor. */
export function isSenderOf(rail: PhoneRail, sender: string): boolean {
  return senders[rail].includes(sender.replace(/[\s-]/g, "").toLowerCase());
}

/** What a movement adds to the wallet. */
export function changeOf({ kind, amount, fee }: Pick<Movement, "kind" | "amount" | "fee">): Pesewas {
  return (kind === "received" ? amount : -amount) - fee;
}

const senders: Record<PhoneRail, string[]> = {
  momo: ["mobilemoney"],
  telecel: ["tcash", "vodacash", "telecelcash"],
};

const money = (name: string) =>
  String.raw`GHS ?(?<${name}>(?:\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.\d{1,2})?)(?!\d)`;
const end = String.raw` ?\. ?`;
const balances = String.raw`Current Balance: ${money("balance")}${end}Available Balance: GHS ?[\d,]+(?:\.\d{1,2})?${end}`;
// A reference may contain anything, also these words: the last ones are the network's.
const reference = String.raw`Reference: ?(?<reference>.*)${end}Transaction ID: ?(?<id>\d{6,20})${end}TRANSACTION FEE: ?(?:GHS ?)?(?<fee>[\d,]+(?:\.\d{1,2})?)(?!.*Transaction ID:).*`;
const name = String.raw`(?:(?!Current Balance:).)*?`;
const confirmed = String.raw`(?<id>[A-Z0-9]{6,20}) Confirmed${end}`;
const newBalance = String.raw`(?:${end}Your T-CASH balance is ${money("balance")})? ?\.?`;

const patterns: { rail: PhoneRail; kind: Movement["kind"]; pattern: RegExp }[] = [
  ["momo", "received", `Payment received for ${money("amount")} from ${name} ?\\.? ?${balances}${reference}`],
  ["momo", "sent", `Payment made for ${money("amount")} to ${name} ?\\.? ?${balances}${reference}`],
  [
    "momo",
    "reversed",
    String.raw`Your payment of ${money("amount")} from ${name} with Transaction ID: ?(?<original>\d{6,20}) has been reversed${end}${balances}Transaction ID: ?(?<id>\d{6,20})${end}`,
  ],
  [
    "telecel",
    "received",
    String.raw`${confirmed}You have received ${money("amount")} from \d{6,15} - .* on \d{4}-\d\d-\d\d at \d\d:\d\d:\d\d${newBalance}`,
  ],
  ["telecel", "sent", String.raw`${confirmed}You have sent ${money("amount")} to .*?${newBalance}`],
  [
    "telecel",
    "reversed",
    String.raw`${confirmed}The transaction (?<original>[A-Z0-9]{6,20}) of ${money("amount")} has been reversed${newBalance}`,
  ],
].map(([rail, kind, source]) => ({
  rail: rail as PhoneRail,
  kind: kind as Movement["kind"],
  pattern: new RegExp(`^${source}$`, "i"),
}));

/** Undefined also for what is no amount of money. */
function pesewas(text: string | undefined): Pesewas | undefined {
  if (text === undefined) return undefined;
  const amount = Math.round(Number(text.replaceAll(",", "")) * 100);
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/** "T-10201", "t10201". A number alone could be anything. */
function topupTyped(text: string): number | null {
  const digits = /^t[- ]?([1-9]\d{0,14})$/i.exec(text.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}
