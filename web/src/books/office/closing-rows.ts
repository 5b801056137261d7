/** How the closing names accounts and amounts, on the page and in its file. */
import type { Cell } from "#contract/csv.ts";
import type { Closing } from "#contract/reports.ts";
import type { RailStatement } from "#contract/rail-statements.ts";
import { railNames } from "#contract/rails.ts";
import { closingKinds } from "#contract/terms/payments.ts";
import { profitOf } from "#contract/profit.ts";
import { handRail } from "#contract/terms/rails.ts";
import { money, pesewas, plainMoney } from "../../lib/money.ts";
import { statementMoment } from "../../payments/office/statement-moment.ts";
import { spanText } from "../../office/period-picker.tsx";

type Account = Closing["accounts"][number];

export const accountNames: Record<Account["account"], string> = {
  ...railNames,
  [handRail]: "Mobile money",
  wallets: "Wallets, all together",
  suspense: "Payments not matched yet",
  fees: "Fees of payments",
  owner: "Owner",
  sales: "Sales",
  corrections: "Corrections",
  opening: "Moved in from another shop",
  cost: "Cost of goods",
  held: "Agents' margins, until delivered",
  payouts: "Withdrawals not paid yet",
  "float:datamart": "Money at DataMart",
  "float:hubnet": "Money at Hubnet",
  "float:reloadly": "Money at Reloadly",
  "float:stock": "Stock of vouchers",
};

export const movedNames = {
  topup: "Top-ups",
  purchase: "Sales",
  refund: "Refunds",
  correction: "Corrections",
  opening: "Moved in",
  margin: "Margins",
  withdrawal: "Withdrawals",
  payment: "Payments",
  fee: "Fees",
  return: "Returned",
  reversal: "Taken back",
  transfer: "Transfers",
  float: "Paid to suppliers",
  cost: "Cost",
  hold: "Held margins",
  payout: "Paid out",
} as const;

/** The others are only used by payments of rails. */
const always = new Set<Account["account"]>(["wallets", handRail, "sales", "corrections", "opening"]);

/** Those of a shop: the accounts of payments only if they have ever moved. */
export function usedAccounts(accounts: readonly Account[]): Account[] {
  return accounts.filter(
    ({ account, opening, closing, moved }) =>
      always.has(account) ||
      opening !== 0 ||
      closing !== 0 ||
      Object.values(moved).some(({ count }) => count > 0),
  );
}

/** Rails with an account in the closing, or with a statement. */
export function usedRails({ accounts, rails }: Closing): Closing["rails"] {
  const used = new Set<string>(usedAccounts(accounts).map(({ account }) => account));
  return rails.filter(({ rail, statement }) => used.has(rail) || statement !== null);
}

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

/** The rail's own statement, and how much more the books of the same moment have. */
function statementCells(statement: RailStatement | null | undefined): Record<string, Cell> {
  return {
    "Its statement of": statement ? statementMoment(statement.at) : "",
    "Statement (GHS)": plainMoney(statement?.balance),
    "Books then (GHS)": plainMoney(statement?.books),
    "Difference (GHS)": statement ? plainMoney(statement.books - statement.balance) : "",
  };
}

/** The closing as a file: one row for each account, then the trial balance's sums. */
export function closingRows(closing: Closing): Record<string, Cell>[] {
  const { debit, credit } = trialBalance(closing.accounts);
  const profit = profitOf(closing.accounts);
  const rows = usedAccounts(closing.accounts).map(({ account, opening, moved, closing: end }) => ({
    Period: spanText(closing),
    Account: accountNames[account],
    "Opening (GHS)": plainMoney(opening),
    ...Object.fromEntries(
      closingKinds.flatMap((kind) => [
        [`${movedNames[kind]}, number`, moved[kind].count],
        [`${movedNames[kind]} (GHS)`, plainMoney(moved[kind].value)],
      ]),
    ),
    "Closing (GHS)": plainMoney(end),
    "Debit (GHS)": end < 0 ? plainMoney(-end) : "",
    "Credit (GHS)": end > 0 ? plainMoney(end) : "",
    ...statementCells(closing.rails.find(({ rail }) => rail === account)?.statement),
  }));
  const blank = Object.fromEntries(Object.keys(rows[0] ?? {}).map((name) => [name, ""]));
  return [
    ...rows,
    ...(profit === undefined
      ? []
      : [{ ...blank, Account: "Profit", "Closing (GHS)": plainMoney(profit.total) }]),
    { ...blank, Account: "Sum", "Debit (GHS)": plainMoney(debit), "Credit (GHS)": plainMoney(credit) },
  ];
}
