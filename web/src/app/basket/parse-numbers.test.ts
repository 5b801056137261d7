import { expect, test } from "vitest";
import type { PackageRecord } from "#api/contract/products.ts";
import { parseNumbers, rowsOfText } from "./parse-numbers.ts";

const packages: PackageRecord[] = ["1 GB", "5 GB", "10 GB"].map((offer) => ({
  _id: offer,
  offer,
  priceCustomer: 1,
  priceAgent: 1,
  priceSAg: 1,
}));

function read(text: string, chosen?: string) {
  const offer = packages.find((row) => row.offer === chosen);
  return parseNumbers(rowsOfText(text), "MTNup2u", packages, offer).map(
    ({ line, receiver, offer: found, problem, warning }) =>
      [
        line,
        problem ?? `${receiver} ${found?.offer ?? ""}`,
        ...(warning === undefined ? [] : [warning]),
      ] as const,
  );
}

test.each([
  ["0244123456", "0244123456 1 GB"],
  ["024 412 3456", "0244123456 1 GB"],
  ["024-412-3456 5", "0244123456 5 GB"],
  ["0244123456,10GB", "0244123456 10 GB"],
  ["0244123456\t10 gb", "0244123456 10 GB"],
  ["+233 24 412 3456; 5 GB", "0244123456 5 GB"],
  ["233244123456 5", "0244123456 5 GB"],
  ["244123456 5", "0244123456 5 GB"],
  ['"024 412 3456","5 GB"', "0244123456 5 GB"],
  ["(024) 412.3456 = 5", "0244123456 5 GB"],
  ["024412345", "Not a 10-digit phone number"],
  ["02441234567", "Not a 10-digit phone number"],
  ["0244123456 7", "There is no package '7'"],
  ["Ama 0244123456", "0244123456 1 GB"],
])("%s", (text, expected) => {
  expect(read(text, "1 GB")).toEqual([[1, expected]]);
});

test("lines keep their numbers, headings and blank lines are passed over, a number twice is a warning", () => {
  expect(read("Number,Size\n0244123456,5\n\n0244123456,10\n0201234567,5")).toEqual([
    [2, "0244123456 5 GB"],
    [4, "0244123456 10 GB", "The same number as in line 2"],
    [5, "0201234567 5 GB", "020 is a number of Telecel"],
  ]);
  expect(read("0244123456")).toEqual([[1, "No package chosen"]]);
});
