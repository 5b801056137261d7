import { describe, expect, test } from "vitest";
import { readAmount, readDate } from "./read-cells.ts";
import { openText, describeTable, isComplete, lastBalance, readStatement } from "./read-statement.ts";
import { readTable } from "#contract/read-table.ts";

function parsed(text: string) {
  const table = describeTable(readTable(text));
  const { lines, unread } = readStatement(table, table.columns);
  return { lines: lines.map(({ after: _, ...rest }) => rest), unread };
}

describe("dates", () => {
  test.each([
    ["21/11/2026", "2026-11-21", ""],
    ["1/2/2026 9:05", "2026-02-01", "09:05"],
    ["21-11-26", "2026-11-21", ""],
    ["21.11.2026, 23:59:59", "2026-11-21", "23:59"],
    ["2026-11-21", "2026-11-21", ""],
    ["2026-11-21T10:42:05.123Z", "2026-11-21", "10:42"],
    ["2026/11/21 10:42:05", "2026-11-21", "10:42"],
    ["21 Nov 2026 1:05 PM", "2026-11-21", "13:05"],
    ["21-November-2026 12:30 am", "2026-11-21", "00:30"],
  ])("%s", (text, day, time) => {
    expect(readDate(text)).toEqual({ day, time });
  });

  test.each(["11/21/2026", "30/02/2026", "Total", "", "87425747421", "2026-11-211", "1/1/1"])(
    "%j is none",
    (text) => {
      expect(readDate(text)).toBeUndefined();
    },
  );
});

describe("amounts", () => {
  test.each([
    ["50", 50_00],
    ["50.5", 50_50],
    ["GHS 1,200.50", 1_200_50],
    ["¢50.00", 50_00],
    ["GH₵ 2,000", 2_000_00],
    ["+50.00", 50_00],
    ["-50.00", -50_00],
    ["−50.00", -50_00],
    ["GHS -50.00", -50_00],
    ["-GHS 50.00", -50_00],
    ["(1,050.00)", -1_050_00],
    ["50.00 DR", -50_00],
    ["50.00CR", 50_00],
    ["0.00", 0],
  ])("%s", (text, pesewas) => {
    expect(readAmount(text)).toBe(pesewas);
  });

  test.each(["50,00", "1.200,50", "1e3", "abc", "", "12.345", "--5"])("%j is none", (text) => {
    expect(readAmount(text)).toBeUndefined();
  });
});

const line = { time: "", sender: "", reference: "", hasFailed: false };

test.each([
  [
    "one signed amount",
    "Date,Transaction ID,Amount (GHS),Sender,Reference\n21/11/2026,A1,50.00,Ama,T-1\n21/11/2026,A2,-20.00,,",
  ],
  [
    "credit and debit columns",
    "DATE;TRANSACTION ID;DEBIT;CREDIT;SENDER NAME;REFERENCE\n21-11-26;A1;;50.00;Ama;T-1\n21-11-26;A2;20.00;0.00;;",
  ],
  [
    "the balance before and after, as MTN MoMo",
    "TRANSACTION DATE\tFROM NAME\tFROM NO.\tAMOUNT\tFEES\tBAL BEFORE\tBAL AFTER\tF_ID\tREF\n2026-11-21\tAma\t0241234567\t50\t0\t100.00\t150.00\tA1\tT-1\n2026-11-21\t\t\t20\t0\t150.00\t130.00\tA2\t",
  ],
  [
    "paid in and withdrawn, as Telecel Cash",
    'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Opposite Party\nA1,2026-11-21,T-1,Completed,"50.00",,150.00,Ama\nA2,2026-11-21,,Completed,,-20.00,130.00,',
  ],
  [
    "a column for the direction",
    "Date,Transaction ID,Amount,DR/CR,From,Ref\n21/11/2026,A1,50,CR,Ama,T-1\n21/11/2026,A2,20,DR,,",
  ],
])("reads a statement with %s", (_, text) => {
  expect(parsed(text)).toEqual({
    lines: [
      {
        ...line,
        line: 2,
        day: "2026-11-21",
        transactionId: "A1",
        amount: 50_00,
        sender: "Ama",
        reference: "T-1",
      },
      { ...line, line: 3, day: "2026-11-21", transactionId: "A2", amount: -20_00 },
    ],
    unread: [],
  });
});

const balances = (text: string) => {
  const table = describeTable(readTable(text));
  return lastBalance(readStatement(table, table.columns).lines);
};

test.each([
  ["oldest first", "21/11/2026 08:00,A1,50.00,150.00\n21/11/2026 08:05,A2,1.00,151.00"],
  ["newest first", "21/11/2026 08:05,A2,1.00,151.00\n21/11/2026 08:00,A1,50.00,150.00"],
  ["in one minute", "21/11/2026 08:05,A1,50.00,150.00\n21/11/2026 08:05,A2,1.00,151.00"],
  [
    "newest first, the last two in one minute",
    "21/11/2026 08:05,A2,1.00,151.00\n21/11/2026 08:05,A1,50.00,150.00\n20/11/2026 07:00,A0,1.00,100.00",
  ],
  ["without a balance in the last line", "21/11/2026 08:05,A1,50.00,151.00\n21/11/2026 09:00,A2,1.00,"],
])("finds the last balance of lines %s", (_, lines) => {
  expect(balances(`Date,Transaction ID,Amount,Balance\n${lines}`)).toMatchObject({
    day: "2026-11-21",
    time: "08:05",
    after: 151_00,
  });
});

test("finds no balance without a column for it, and none of a payment that failed", () => {
  expect(balances("Date,Transaction ID,Amount\n21/11/2026,A1,50.00")).toBeUndefined();
  expect(
    balances("Date,Transaction ID,Amount,Balance,Status\n21/11/2026,A1,50.00,9.00,Failed"),
  ).toBeUndefined();
});

test("names each row that it can't read, with its line and the reason", () => {
  const text = `MTN statement,,
Date,Transaction ID,Amount

21/11/2026,A1,50.00
,,1050.00
Total,,50.00
31/02/2026,A2,50.00
21/11/2026,A3,"50,00"
21/11/2026,A4,1,200.00
21/11/2026,8.74E+10,50.00
21/11/2026,A5,`;
  const { lines, unread } = parsed(text);
  expect(lines.map((each) => each.line)).toEqual([4]);
  expect(unread.map((each) => [each.line, each.reason])).toEqual([
    [1, "Above the headings"],
    [5, "No date"],
    [6, "“Total” is no date"],
    [7, "“31/02/2026” is no date"],
    [8, "“50,00” is no amount"],
    [9, "4 cells, but the table has 3: is a comma in an amount?"],
    [10, "A spreadsheet has cut the transaction ID to 8.74E+10: format the column as text"],
    [11, "No amount"],
  ]);
  expect(unread[6]?.text).toBe("21/11/2026 · 8.74E+10 · 50.00");
});

test("a payment that failed or was reversed says so, and an ID that was kept as text is plain", () => {
  const text =
    'Date,Transaction ID,Amount,Status\n21/11/2026,\'0874,50,Successful\n21/11/2026,"=""0875""",50,FAILED\n21/11/2026,,50,Reversed';
  expect(parsed(text).lines.map(({ transactionId, hasFailed }) => [transactionId, hasFailed])).toEqual([
    ["0874", false],
    ["0875", true],
    ["", true],
  ]);
});

test("money in and out in one line, and an unknown direction, are not guessed", () => {
  expect(parsed("Date,Transaction ID,Paid In,Withdrawn\n21/11/2026,A1,50,20").unread[0]?.reason).toBe(
    "Money in and money out in one line",
  );
  expect(parsed("Date,Transaction ID,Amount,Direction\n21/11/2026,A1,50,sideways").unread[0]?.reason).toBe(
    "“sideways” says neither in nor out",
  );
});

test("unknown headings, or none, are left to the admin, and no row is lost", () => {
  const unknown = describeTable(readTable("Wann,Was,Wieviel\n21/11/2026,A1,50.00"));
  expect(isComplete(unknown.columns)).toBe(false);
  expect(unknown.headings).toEqual(["Wann", "Was", "Wieviel"]);
  const columns = { date: 0, transactionId: 1, amount: 2 };
  expect(readStatement(unknown, columns).lines).toHaveLength(1);
  const none = describeTable(readTable("21/11/2026,A1,50.00\n22/11/2026,A2,50.00"));
  expect(none.headings).toEqual([]);
  expect(readStatement(none, columns).lines.map((each) => each.line)).toEqual([1, 2]);
});

test.each([
  ["nothing", " \n\n", /no lines/],
  ["a text", "Payment received for GHS 303.00", /no table/],
  ["too many lines", "Date,ID,Amount\n".concat("21/11/2026,A1,50\n".repeat(50_000)), /50,000 at most/],
])("refuses %s with a reason", (_, text, reason) => {
  expect(() => openText(text)).toThrow(reason);
});
