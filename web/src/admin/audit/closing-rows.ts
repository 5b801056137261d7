/** How the closing names accounts and amounts, on the page and in its file. */
import type { Cell } from "#api/contract/csv.ts";
import type { Closing } from "#api/contract/closing.ts";
import { movementKinds } from "#ledger/terms/statuses.ts";
import { money, pesewas, plainMoney } from "../../lib/money.ts";
import { spanText } from "../shared/span-text.ts";

type Account = Closing["accounts"][number];

export const accountNames: Record<Account["account"], string> = {
  wallets: "Wallets, all together",
  momo: "Mobile money",
  sales: "Sales",
  corrections: "Corrections",
  opening: "Moved in from another shop",
};

export const movedNames = {
  topup: "Top-ups",
  purchase: "Sales",
  refund: "Refunds",
  correction: "Corrections",
  opening: "Moved in",
} as const;

/** What a debit or a credit of a house account is, as accountants write it: the log has credits as positive. */
export function sided(cedis: number): string {
  return cedis === 0 ? money(0) : `${money(Math.abs(cedis))} ${cedis < 0 ? "Dr" : "Cr"}`;
}

/** Debits and credits of the closing balances, and both sums, in cedis. */
export function trialBalance(accounts: readonly Account[]) {
  const rows = accounts.map(({ account, closing }) => ({
    account,
    debit: Math.max(0, 0 - closing),
    credit: Math.max(0, closing),
  }));
  const sumOf = (side: "debit" | "credit") => rows.reduce((sum, row) => sum + pesewas(row[side]), 0) / 100;
  const [debit, credit] = [sumOf("debit"), sumOf("credit")];
  return { rows, debit, credit, difference: (pesewas(debit) - pesewas(credit)) / 100 };
}

/** The closing as a file: one row for each account, then the trial balance's sums. */
export function closingRows(closing: Closing): Record<string, Cell>[] {
  const { debit, credit } = trialBalance(closing.accounts);
  const rows = closing.accounts.map(({ account, opening, moved, closing: end }) => ({
    Period: spanText(closing),
    Account: accountNames[account],
    "Opening (GHS)": plainMoney(opening),
    ...Object.fromEntries(
      movementKinds.flatMap((kind) => [
        [`${movedNames[kind]}, number`, moved[kind].count],
        [`${movedNames[kind]} (GHS)`, plainMoney(moved[kind].value)],
      ]),
    ),
    "Closing (GHS)": plainMoney(end),
    "Debit (GHS)": end < 0 ? plainMoney(-end) : "",
    "Credit (GHS)": end > 0 ? plainMoney(end) : "",
  }));
  const blank = Object.fromEntries(Object.keys(rows[0] ?? {}).map((name) => [name, ""]));
  return [
    ...rows,
    { ...blank, Account: "Sum", "Debit (GHS)": plainMoney(debit), "Credit (GHS)": plainMoney(credit) },
  ];
}
