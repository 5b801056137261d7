/** A table as the lines of a statement: which column is what, and what each row says. */
import type { PaymentLine } from "#contract/payment-matching.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import { readAmount, readDate } from "./read-cells.ts";
import { commonWidth, type TableRow, readTable } from "#contract/read-table.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { decodeFile } from "../../../office/decode-file.ts";

export type ColumnKind = keyof typeof known;

/** The number of the column of each kind, from 0. */
export type Columns = { [Kind in ColumnKind]?: number };

export interface StatementTable {
  /** Empty if no row looks like headings. */
  headings: string[];
  above: TableRow[];
  rows: TableRow[];
  /** How many cells a row has. */
  width: number;
  columns: Columns;
}

export interface StatementLine extends PaymentLine {
  /** In the text. */
  line: number;
  /** "10:42", or empty. */
  time: string;
  sender: string;
  reference: string;
  /** What the rail had after it, if the statement says so. */
  after?: Pesewas | undefined;
}

export interface UnreadLine {
  line: number;
  reason: string;
  text: string;
}

export interface Statement {
  lines: StatementLine[];
  /** Rows that are no payment, or that nobody could be sure about. */
  unread: UnreadLine[];
}

/**
 * Headings by kind, without spaces and signs. The first one found is taken. Nobody publishes the headings of MTN MoMo and
 * Telecel Cash, so these are the usual words; for others, the admin picks the columns.
 */
const known = {
  date: `transactiondate completiontime datetime dateandtime date timestamp paidat transactiontime
    initiationtime valuedate time`,
  transactionId: `transactionid financialtransactionid fid receiptno receiptnumber receipt momotransactionid momoid
    externaltransactionid transid txnid transactionno transactionnumber id`,
  amount: "amount transactionamount transamount value",
  moneyIn: "paidin moneyin credit creditamount amountin in deposit",
  moneyOut: "withdrawn moneyout debit debitamount amountout out withdrawal paidout",
  sender: `fromname sendername payername sender payer from oppositeparty counterparty fromno payernumber
    sendernumber msisdn name`,
  reference: "reference ref payermessage message narration details description note",
  status: "transactionstatus status",
  direction: "drcr crdr creditdebit debitcredit direction",
  before: "balbefore balancebefore",
  after: "balafter balanceafter balance runningbalance closingbalance",
};
export const columnKinds = Object.keys(known) as ColumnKind[];

/** The headings are among the first rows: above them are at most a name, a number and the days. */
const heading_rows_max = 30;

/** Finds the headings and what each column is, as far as the headings say it. */
export function describeTable(all: readonly TableRow[]): StatementTable {
  const at = all.slice(0, heading_rows_max).findIndex(({ cells }) => isComplete(columnsOf(cells)));
  const common = commonWidth(all).width;
  const first = all.findIndex(({ cells }) => cells.length === common);
  // Unknown headings are still headings: they say neither a day nor an amount.
  const isHeading = (all[first]?.cells ?? []).every(
    (cell) => readDate(cell) === undefined && (cell === "" || readAmount(cell) === undefined),
  );
  const headingAt = at >= 0 ? at : isHeading ? first : -1;
  const headings = all[headingAt]?.cells ?? [];
  return {
    headings,
    above: headingAt < 0 ? [] : all.slice(0, headingAt),
    rows: all.slice(headingAt + 1),
    width: headings.length || common,
    columns: columnsOf(headings),
  };
}

function columnsOf(cells: readonly string[]): Columns {
  const names = cells.map((cell) =>
    cell
      .toLowerCase()
      .replace(/[^a-z]/g, "")
      .replace(/(?<=.)(ghs|ghc|gh)$/, ""),
  );
  const found = Object.entries(known).flatMap(([kind, titles]) => {
    const title = titles.split(/\s+/).find((each) => names.includes(each));
    return title === undefined ? [] : [[kind, names.indexOf(title)]];
  });
  return Object.fromEntries(found) as Columns;
}

/** Whether the columns say when, which payment and how much. */
export function isComplete({ date, transactionId, amount, moneyIn }: Columns): boolean {
  return date !== undefined && transactionId !== undefined && (amount ?? moneyIn) !== undefined;
}

/** Each row of the table is a line or is named with a reason. */
export function readStatement({ above, rows, width }: StatementTable, columns: Columns): Statement {
  const statement: Statement = { lines: [], unread: above.map((row) => unread(row, "Above the headings")) };
  for (const row of rows) {
    const read = readLine(row, width, columns);
    if (typeof read === "string") statement.unread.push(unread(row, read));
    else statement.lines.push(read);
  }
  return statement;
}

const text_length_max = 120;

function unread({ line, cells }: TableRow, reason: string): UnreadLine {
  const text = cells.filter((cell) => cell !== "").join(" · ");
  return { line, reason, text: text.length > text_length_max ? `${text.slice(0, text_length_max)}…` : text };
}

/** The line, or why it can't be read. */
function readLine({ line, cells }: TableRow, width: number, columns: Columns): StatementLine | string {
  // A thousands separator outside quotes moves all that follows, and 1,200.00 would be one cedi.
  const extra = cells.slice(width).some((cell) => cell !== "");
  if (extra) return `${cells.length} cells, but the table has ${width}: is a comma in an amount?`;
  const cell = (kind: ColumnKind) => {
    const at = columns[kind];
    return at === undefined ? "" : (cells[at] ?? "");
  };
  const date = readDate(cell("date"));
  if (date === undefined) return cell("date") === "" ? "No date" : `“${cell("date")}” is no date`;
  const transactionId = plainId(cell("transactionId"));
  if (/^\d(\.\d+)?E\+\d+$/i.test(transactionId))
    return `A spreadsheet has cut the transaction ID to ${transactionId}: format the column as text`;
  const amount = amountOf(columns, cell);
  if (typeof amount === "string") return amount;
  return {
    line,
    ...date,
    transactionId,
    amount,
    hasFailed: /fail|reject|declin|cancel|revers|pending|expired|timed?.?out/i.test(cell("status")),
    sender: cell("sender"),
    reference: cell("reference"),
    after: readAmount(cell("after")),
  };
}

/**
 * The last line by its day and time that says what the rail had after it. Lines of one minute are in the order of the
 * statement, which may have its newest line first.
 */
export function lastBalance(lines: readonly StatementLine[]): StatementLine | undefined {
  const told = lines.filter(({ after, hasFailed }) => after !== undefined && !hasFailed);
  const momentOf = ({ day, time }: StatementLine) => `${day} ${time}`;
  const [first, last] = [told[0], told.at(-1)];
  const inOrder =
    first === undefined || last === undefined || momentOf(first) <= momentOf(last) ? told : told.toReversed();
  const latest = inOrder.map(momentOf).reduce((a, b) => (a > b ? a : b), "");
  return inOrder.findLast((line) => momentOf(line) === latest);
}

/** Files that keep long numbers as texts write '87425747421 or ="87425747421". */
function plainId(text: string): string {
  return text.replace(/^'|^="(.*)"$/, "$1").trim();
}

type CellOf = (kind: ColumnKind) => string;

/** Pesewas, negative for money out; or why it can't be read. */
function amountOf(columns: Columns, cell: CellOf): number | string {
  if (columns.moneyIn !== undefined || columns.moneyOut !== undefined) {
    const [moneyIn, moneyOut] = [sideOf(cell("moneyIn")), sideOf(cell("moneyOut"))];
    if (moneyIn === undefined) return notAmount(cell("moneyIn"));
    if (moneyOut === undefined) return notAmount(cell("moneyOut"));
    if (moneyIn > 0 && moneyOut > 0) return "Money in and money out in one line";
    if (moneyIn + moneyOut > 0) return moneyIn - moneyOut;
    if (columns.amount === undefined) return "No amount";
  }
  const amount = readAmount(cell("amount"));
  if (amount === undefined) return notAmount(cell("amount"));
  const isOut = goesOut(columns, cell);
  return typeof isOut === "string" ? isOut : isOut ? -Math.abs(amount) : amount;
}

function notAmount(text: string): string {
  return text === "" ? "No amount" : `“${text}” is no amount`;
}

/** The amount of a column for one direction, which may be blank and may have a sign. */
function sideOf(text: string): number | undefined {
  if (/^[-–]?$/.test(text)) return 0;
  const amount = readAmount(text);
  return amount === undefined ? undefined : Math.abs(amount);
}

/** Whether an amount without a sign is money out, as another column says; or why that can't be read. */
function goesOut(columns: Columns, cell: CellOf): boolean | string {
  if (columns.direction !== undefined) {
    const word = cell("direction").toLowerCase();
    if (/^(dr|d|debit|out|outgoing|sent|withdraw\w*|paid out)$/.test(word)) return true;
    if (/^(cr|c|credit|in|incoming|received|deposit|paid in)$/.test(word)) return false;
    return `“${cell("direction")}” says neither in nor out`;
  }
  const [before, after] = [readAmount(cell("before")), readAmount(cell("after"))];
  return before !== undefined && after !== undefined && after < before;
}

const { momo_statement_bytes_max, momo_statement_lines_max } = officeLimits;

/** @throws Error with a text for people. */
export async function openFile(file: File): Promise<StatementTable> {
  if (file.size > momo_statement_bytes_max)
    throw new Error(
      `The file has more than ${momo_statement_bytes_max / 1024 / 1024} MB. Please choose fewer days.`,
    );
  return openText(decodeFile(new Uint8Array(await file.arrayBuffer())));
}

/** @throws Error with a text for people. */
export function openText(text: string): StatementTable {
  const rows = readTable(text);
  if (rows.length === 0) throw new Error("There are no lines. Please choose a file or paste a statement.");
  if (rows.length > momo_statement_lines_max)
    throw new Error(
      `The statement has ${rows.length.toLocaleString("en")} lines. ${momo_statement_lines_max.toLocaleString("en")} at most: please choose fewer days.`,
    );
  const table = describeTable(rows);
  if (table.width < 3)
    throw new Error("This is no table: a line needs at least a date, a transaction ID and an amount.");
  return table;
}
