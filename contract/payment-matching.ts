/**
 * Compares the lines of a payment statement with the top-ups that were approved in its days, by transaction ID alone. Two
 * payments of the same amount are not the same payment, so amounts never match anything.
 */
import type { Pesewas } from "./terms/money.ts";
import type { DaySpan } from "./terms/periods.ts";

/** One line of a statement. */
export interface PaymentLine {
  /** As it is written; empty if the line has none. */
  transactionId: string;
  /** "2026-11-21" */
  day: string;
  /** Positive: money in. Negative: money out. */
  amount: Pesewas;
  /** The statement says that the payment did not happen. */
  hasFailed: boolean;
}

/** A top-up that was approved, with the transaction ID that the customer typed. */
export interface PaidTopup {
  momoTransactionId: string | null;
  /** What was credited. */
  amount: Pesewas;
}

/** What the lines and top-ups of one transaction ID are to each other. */
export const matchKinds = [
  /** One line and one top-up, with the same amount. */
  "same",
  /** One line and one top-up, with other amounts. */
  "different",
  /** One line, which several top-ups name. */
  "shared",
  /** Several lines with the same ID. */
  "repeated",
  /** A line that no top-up names. */
  "lineOnly",
  /** A top-up that names no line, or no ID at all. */
  "topupOnly",
] as const;
export type MatchKind = (typeof matchKinds)[number];

/** Why a line is not compared; the first that holds. */
export const leftOutKinds = ["failed", "outgoing", "otherDay"] as const;
export type LeftOutKind = (typeof leftOutKinds)[number];

/** The lines and the top-ups of one transaction ID. Without an ID, each line and each top-up is alone. */
export interface Match<Line, Topup> {
  lines: Line[];
  topups: Topup[];
}

export interface Comparison<Line, Topup> {
  matches: Record<MatchKind, Match<Line, Topup>[]>;
  leftOut: Record<LeftOutKind, Line[]>;
}

/** What two transaction IDs are compared by: the database compares lower(momo_transaction_id). */
export function paymentKey(transactionId: string | null): string {
  return (transactionId ?? "").trim().toLowerCase();
}

/**
 * Each line and each top-up is in exactly one place of the result, and which one does not depend on their order.
 * @param span The days whose lines are compared, both included.
 */
export function matchPayments<Line extends PaymentLine, Topup extends PaidTopup>(
  lines: readonly Line[],
  topups: readonly Topup[],
  span: DaySpan,
): Comparison<Line, Topup> {
  const leftOut: Record<LeftOutKind, Line[]> = { failed: [], outgoing: [], otherDay: [] };
  const byKey = new Map<string, Match<Line, Topup>>();
  const alone: Match<Line, Topup>[] = [];
  const place = (key: string): Match<Line, Topup> => {
    const found = key === "" ? undefined : byKey.get(key);
    if (found !== undefined) return found;
    const match: Match<Line, Topup> = { lines: [], topups: [] };
    if (key === "") alone.push(match);
    else byKey.set(key, match);
    return match;
  };
  for (const line of lines) {
    const reason = leftOutBecause(line, span);
    (reason === undefined ? place(paymentKey(line.transactionId)).lines : leftOut[reason]).push(line);
  }
  for (const topup of topups) place(paymentKey(topup.momoTransactionId)).topups.push(topup);
  const grouped = Object.groupBy([...byKey.values(), ...alone], kindOf);
  const matches = Object.fromEntries(matchKinds.map((kind) => [kind, grouped[kind] ?? []])) as unknown;
  return { matches: matches as Record<MatchKind, Match<Line, Topup>[]>, leftOut };
}

function leftOutBecause(
  { hasFailed, amount, day }: PaymentLine,
  { from, to }: DaySpan,
): LeftOutKind | undefined {
  if (hasFailed) return "failed";
  if (amount <= 0) return "outgoing";
  return day < from || day > to ? "otherDay" : undefined;
}

function kindOf({ lines, topups }: Match<PaymentLine, PaidTopup>): MatchKind {
  const [line, secondLine] = lines;
  const [topup, secondTopup] = topups;
  if (secondLine !== undefined) return "repeated";
  if (line === undefined) return "topupOnly";
  if (topup === undefined) return "lineOnly";
  if (secondTopup !== undefined) return "shared";
  return line.amount === topup.amount ? "same" : "different";
}

/** How many, and their sum in pesewas. */
export interface Counted {
  count: number;
  sum: Pesewas;
}

/** Both sides of some matches, and by how much the statement has more. */
export interface MatchSums {
  lines: Counted;
  topups: Counted;
  difference: Pesewas;
}

export function countAmounts(all: readonly { amount: Pesewas }[]): Counted {
  return { count: all.length, sum: all.reduce((sum, { amount }) => sum + amount, 0) };
}

export function sumMatches(matches: readonly Match<PaymentLine, PaidTopup>[]): MatchSums {
  const lines = countAmounts(matches.flatMap((match) => match.lines));
  const topups = countAmounts(matches.flatMap((match) => match.topups));
  return { lines, topups, difference: lines.sum - topups.sum };
}

/** The first and the last day of a statement; undefined if it has no lines. */
export function coveredDays(lines: readonly PaymentLine[]): DaySpan | undefined {
  let [from, to] = [lines[0]?.day, lines[0]?.day];
  if (from === undefined || to === undefined) return undefined;
  for (const { day } of lines) {
    if (day < from) from = day;
    if (day > to) to = day;
  }
  return { from, to };
}
