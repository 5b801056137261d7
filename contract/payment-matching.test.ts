import fc from "fast-check";
import { expect, test } from "vitest";
import {
  countAmounts,
  coveredDays,
  leftOutKinds,
  matchKinds,
  matchPayments,
  type PaidTopup,
  type PaymentLine,
  sumMatches,
} from "./payment-matching.ts";

interface Line extends PaymentLine {
  name: string;
}
interface Topup extends PaidTopup {
  name: string;
}

const span = { from: "2026-11-02", to: "2026-11-28" };

function line(change: Partial<Line> = {}): Line {
  return { name: "line", transactionId: "A1", day: "2026-11-10", amount: 50_00, hasFailed: false, ...change };
}
function topup(change: Partial<Topup> = {}): Topup {
  return { name: "topup", momoTransactionId: "A1", amount: 50_00, ...change };
}

// Few IDs and amounts, so that they meet often; in several spellings of the same ID.
const id = fc.constantFrom("A1", "a1", " A1 ", "B2", "b2", "C3", "87425747421", "");
const amount = fc.constantFrom(50_00, 50_01, 100_00, 1);
const lines = fc
  .array(
    fc.record({
      transactionId: id,
      amount: fc.oneof({ weight: 5, arbitrary: amount }, fc.constantFrom(0, -50_00, -1)),
      day: fc.constantFrom("2026-11-01", "2026-11-02", "2026-11-15", "2026-11-28", "2026-11-29"),
      hasFailed: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map((all) => all.map((each, at) => ({ ...each, name: `line ${at}` })));
const topups = fc
  .array(fc.record({ momoTransactionId: fc.option(id), amount }), { maxLength: 12 })
  .map((all) => all.map((each, at) => ({ ...each, name: `topup ${at}` })));

/** Where each line and each top-up is: "same: line 1, topup 2". */
function places(of: ReturnType<typeof matchPayments<Line, Topup>>): string[] {
  const matched = matchKinds.flatMap((kind) =>
    of.matches[kind].map(
      (match) =>
        `${kind}: ${[...match.lines, ...match.topups]
          .map(({ name }) => name)
          .sort()
          .join(", ")}`,
    ),
  );
  return [
    ...matched,
    ...leftOutKinds.flatMap((kind) => of.leftOut[kind].map(({ name }) => `${kind}: ${name}`)),
  ].sort();
}

test("every line and every top-up is in exactly one group", () => {
  fc.assert(
    fc.property(lines, topups, (someLines, someTopups) => {
      const { matches, leftOut } = matchPayments(someLines, someTopups, span);
      const all = matchKinds.flatMap((kind) => matches[kind]);
      const names = [
        ...all.flatMap((match) => [...match.lines, ...match.topups]),
        ...leftOutKinds.flatMap((kind) => leftOut[kind]),
      ].map(({ name }) => name);
      expect(names.toSorted()).toEqual([...someLines, ...someTopups].map(({ name }) => name).toSorted());
    }),
  );
});

test("the sums of the groups are those of the statement and of the top-ups, and explain the difference", () => {
  fc.assert(
    fc.property(lines, topups, (someLines, someTopups) => {
      const { matches, leftOut } = matchPayments(someLines, someTopups, span);
      const sums = matchKinds.map((kind) => sumMatches(matches[kind]));
      const left = leftOutKinds.map((kind) => countAmounts(leftOut[kind]));
      const add = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
      const statement = countAmounts(someLines);
      const credited = countAmounts(someTopups);
      const matchedSum = add(sums.map((each) => each.lines.sum));
      expect(matchedSum + add(left.map(({ sum }) => sum))).toBe(statement.sum);
      expect(add(sums.map((each) => each.lines.count)) + add(left.map(({ count }) => count))).toBe(
        statement.count,
      );
      expect(add(sums.map((each) => each.topups.sum))).toBe(credited.sum);
      expect(add(sums.map(({ difference }) => difference))).toBe(matchedSum - credited.sum);
      expect(sumMatches(matches.same).difference).toBe(0);
    }),
  );
});

test("the order of lines and of top-ups does not matter", () => {
  const shuffled = fc.tuple(lines, topups).chain(([someLines, someTopups]) =>
    fc.record({
      given: fc.constant({ someLines, someTopups }),
      otherLines: fc.shuffledSubarray(someLines, { minLength: someLines.length }),
      otherTopups: fc.shuffledSubarray(someTopups, { minLength: someTopups.length }),
    }),
  );
  fc.assert(
    fc.property(shuffled, ({ given: { someLines, someTopups }, otherLines, otherTopups }) => {
      const first = places(matchPayments(someLines, someTopups, span));
      expect(places(matchPayments(otherLines, otherTopups, span))).toEqual(first);
    }),
  );
});

test("only a line and a top-up with the same transaction ID are ever together, whatever their amounts", () => {
  fc.assert(
    fc.property(lines, topups, (someLines, someTopups) => {
      const { matches } = matchPayments(someLines, someTopups, span);
      const mixed = matchKinds
        .flatMap((kind) => matches[kind])
        .filter((match) => {
          const ids = [
            ...match.lines.map(({ transactionId }) => transactionId),
            ...match.topups.map(({ momoTransactionId }) => momoTransactionId ?? ""),
          ].map((each) => each.trim().toLowerCase());
          return ids.length > 1 && (ids.includes("") || new Set(ids).size > 1);
        });
      expect(mixed).toEqual([]);
    }),
  );
});

test.each([
  ["the same amount", [line()], [topup()], "same"],
  [
    "the ID in another case and with spaces",
    [line({ transactionId: " mp-1x " })],
    [topup({ momoTransactionId: "MP-1X" })],
    "same",
  ],
  ["a pesewa more in the statement", [line({ amount: 50_01 })], [topup()], "different"],
  ["two top-ups that name one line", [line()], [topup({ name: "a" }), topup({ name: "b" })], "shared"],
  ["two lines with one ID", [line({ name: "a" }), line({ name: "b" })], [topup()], "repeated"],
  ["two lines with one ID that nobody names", [line({ name: "a" }), line({ name: "b" })], [], "repeated"],
  ["a line without a top-up", [line()], [], "lineOnly"],
  ["a top-up without a line", [], [topup()], "topupOnly"],
  [
    "two top-ups with an ID that is not in the statement",
    [],
    [topup({ name: "a" }), topup({ name: "b" })],
    "topupOnly",
  ],
] as const)("%s: %#", (_, someLines, someTopups, kind) => {
  const comparison = matchPayments([...someLines], [...someTopups], span);
  const names = [...someLines, ...someTopups]
    .map(({ name }) => name)
    .sort()
    .join(", ");
  expect(places(comparison)).toEqual([`${kind}: ${names}`]);
});

test("a line and a top-up without an ID are never matched, however equal their amounts are", () => {
  const comparison = matchPayments([line({ transactionId: "" })], [topup({ momoTransactionId: null })], span);
  expect(places(comparison)).toEqual(["lineOnly: line", "topupOnly: topup"]);
});

test.each([
  ["money out", { amount: -50_00 }, "outgoing"],
  [
    "a failed payment, also if it is money out on another day",
    { amount: -1, day: "2026-01-01", hasFailed: true },
    "failed",
  ],
  ["the day before", { day: "2026-11-01" }, "otherDay"],
  ["the day after", { day: "2026-11-29" }, "otherDay"],
] as const)("%s is left out and proves no top-up", (_, change, kind) => {
  const comparison = matchPayments([line(change)], [topup()], span);
  expect(places(comparison)).toEqual([`${kind}: line`, "topupOnly: topup"].sort());
});

test("a statement covers the days from its first to its last line, in any order", () => {
  expect(coveredDays([])).toBeUndefined();
  expect(coveredDays(["2026-11-05", "2026-10-31", "2026-11-21"].map((day) => line({ day })))).toEqual({
    from: "2026-10-31",
    to: "2026-11-21",
  });
});
