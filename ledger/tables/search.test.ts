import fc from "fast-check";
import { expect, test } from "vitest";
import { numbersWith, searchFor } from "./search.ts";

test("the ranges contain each number with these digits once, and no other", () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^\d{0,5}$/),
      fc.integer({ min: 1, max: 12_000 }),
      fc.integer({ min: 0, max: 4000 }),
      fc.boolean(),
      (digits, low, length, anchored) => {
        const high = low + length;
        const numbers = numbersWith(digits, { low, high }, anchored).flatMap((range) =>
          Array.from({ length: range.high - range.low + 1 }, (_, n) => range.low + n),
        );
        const all = Array.from({ length: length + 1 }, (_, n) => low + n);
        const holds = (text: string) => (anchored ? text.startsWith(digits) : text.includes(digits));
        expect(numbers).toEqual(all.filter((number) => holds(String(number))));
      },
    ),
    { numRuns: 2000 },
  );
});

test.each([
  ["024 412-3456", "%0244123456%", undefined],
  ["+233 24 412 3456", "%0244123456%", undefined],
  ["233244123456", "%0244123456%", "233244123456"],
  ["+23324", "%024%", undefined],
  ["23324", "%23324%", "23324"],
  ["(024)", "%024%", undefined],
  ["kofi 2", undefined, undefined],
  ["-10", undefined, undefined],
  ["- -", undefined, undefined],
])("typed %j, the number looked for is %s and the reference %s", (typed, number, digits) => {
  expect(searchFor(typed)).toMatchObject({ number, digits });
});

test("LIKE's wildcards are searched for literally", () => {
  expect(searchFor(" 100%_\\ ").pattern).toBe("%100\\%\\_\\\\%");
});
