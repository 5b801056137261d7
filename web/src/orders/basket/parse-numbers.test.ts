import fc from "fast-check";
import { expect, test } from "vitest";
import type { PackageRecord } from "#contract/products.ts";
import { parseNumbers, rowsOfFile, rowsOfText, textOfRest } from "./parse-numbers.ts";

const packagesOf = (offers: readonly string[]): PackageRecord[] =>
  offers.map((offer) => ({ _id: offer, offer, priceCustomer: 1, priceAgent: 1, priceSAg: 1 }));
const packages = packagesOf(["1 GB", "5 GB", "10 GB"]);

function parsed(text: string, chosen?: string) {
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
  ["Kofi 2; 0241234567; 10GB", "0241234567 10 GB"],
  ["Kofi Mensah; 5GB; 024 123 4567", "0241234567 5 GB"],
  ["0244123456; Kofi 2; 5", "0244123456 5 GB"],
  ["5GB 0244123456", "0244123456 5 GB"],
  ["10 024 412 3456", "0244123456 10 GB"],
  ["5 - +233 24 412 3456", "0244123456 5 GB"],
  ["5 GB, 0244123456", "0244123456 5 GB"],
  ["0244123456 - 5GB", "0244123456 5 GB"],
  ["0244123456 – 5GB", "0244123456 5 GB"],
  ["0244123456: 5", "0244123456 5 GB"],
  ["  0244123456     5   GB ", "0244123456 5 GB"],
  ["\t0244123456\t5GB\t", "0244123456 5 GB"],
  ["0244123456|5", "0244123456 5 GB"],
  ["12. 0244123456 5GB", "0244123456 5 GB"],
  ["12) 0244123456 5GB", "0244123456 5 GB"],
  ["12)0244123456 5GB", "0244123456 5 GB"],
  ["5. 0244123456", "0244123456 1 GB"],
  ["3.\tKofi 2\t0244123456\t10", "0244123456 10 GB"],
  ["10. 5 0244123456", "0244123456 5 GB"],
  ["+233 (0)24 412 3456", "0244123456 1 GB"],
  ["00233 24 412 3456 5", "0244123456 5 GB"],
  ["02 44 12 34 56 5", "0244123456 5 GB"],
  ["5GB 0244123456 5", "0244123456 5 GB"],
])("%s", (text, expected) => {
  expect(parsed(text, "1 GB")).toEqual([[1, expected]]);
});

const twoWays = "This line can be read in two ways. Please write the number without spaces.";

test.each([
  // The last digits may be the number's or the size.
  ["024412345 5", "Not a 10-digit phone number"],
  ["024412345 5GB", "Not a 10-digit phone number"],
  ["02441234 56", "Not a 10-digit phone number"],
  ["24412345 5", "Not a 10-digit phone number"],
  ["024 412 345 6 5", "Not a 10-digit phone number"],
  ["5 24412345", "Not a 10-digit phone number"],
  ["5.0244123456", "Not a 10-digit phone number"],
  ["0244123456GB", "Not a 10-digit phone number"],
  ["0244123456 5 10", "Not clear what '5 10' means"],
  ["10 0244123456 5", "More than one size: 10, 5"],
  ["5; 0244123456; 10GB", "More than one size: 5, 10GB"],
  ["0244123456; 5GB; 22.50", "More than one size: 5GB, 22.50"],
  ["0244123456 1,5GB", "More than one size: 1, 5GB"],
  ["0244123456 0201234567", "More than one number in this line"],
  ["0244123456; 0201234567; 5GB", "More than one number in this line"],
  ["Kofi 0201234567; 0244123456; 5GB", "More than one number in this line"],
  ["Kofi 2; 0244123456", "Not clear what 'Kofi 2' means"],
  ["Kofi 2 0244123456 10GB", "Not clear what 'Kofi 2' means"],
  ["Kofi 5GB; 0244123456", "Not clear what 'Kofi 5GB' means"],
  ["Kofi 5GB; 0244123456; 10GB", "Not clear what 'Kofi 5GB' means"],
  ["21/11/2026; 0244123456; 5GB", "Not clear what '21/11/2026' means"],
  ["0244123456 five", "There is no package 'five'"],
  ["0244123456, five", "There is no package 'five'"],
  ["50GB 0244123456", "There is no package '50GB'"],
  [`0244123456 ${"x".repeat(300)}`, "This line is too long"],
])("%s is a problem: %s", (text, problem) => {
  expect(parsed(`0201234567 1\n${text}`, "1 GB").at(-1)).toEqual([2, problem]);
});

test("a line that fits two packages or two numbers is a problem", () => {
  const problemOf = (text: string, offers: readonly string[]) =>
    parseNumbers(rowsOfText(text), "MTNup2u", packagesOf(offers), undefined)[0]?.problem;
  expect(problemOf("0244123456 5", ["5 GB", "5 MB"])).toBe("More than one package is meant by '5'");
  expect(problemOf("0244123456 5GB", ["5 GB", "5 MB"])).toBeUndefined();
  expect(problemOf("0244123456 5GB", ["5 GB", "5GB"])).toBe("More than one package is meant by '5GB'");
  expect(problemOf("250 244 512 345", ["250 GB", "345 GB"])).toBe(twoWays);
});

test("lines keep their original text, and the rest goes back into the box in its order", () => {
  const text = ' 1. 0244123456 -  5GB \n\n"Kofi 2";0201234567;10GB\r\n0244\n0551234567\t7';
  const lines = parseNumbers(rowsOfText(text), "MTNup2u", packages, packages[0]);
  expect(lines.map((line) => line.text)).toEqual([
    " 1. 0244123456 -  5GB ",
    '"Kofi 2";0201234567;10GB',
    "0244",
    "0551234567\t7",
  ]);
  const added = new Set(lines.filter(({ problem }) => problem === undefined).map(({ line }) => line));
  expect([...added]).toEqual([1, 3]);
  expect(textOfRest(lines, added)).toBe("0244\n0551234567\t7");
  expect(textOfRest(lines, new Set([4]))).toBe(
    ' 1. 0244123456 -  5GB \n"Kofi 2";0201234567;10GB\n0551234567\t7',
  );
  expect(textOfRest(lines, new Set(lines.map(({ line }) => line)))).toBe("");
});

test("the same number and package again is a duplicate of the first such line, and another package is a warning", () => {
  const text = "0244123456 5\n0244123456 10\n5GB +233244123456\n0244123456 10\n0244123456 7\n0201234567 5";
  const lines = parseNumbers(rowsOfText(text), "Airtime", packages, undefined);
  expect(lines.map(({ duplicate, warning }) => [duplicate, warning])).toEqual([
    [undefined, undefined],
    [undefined, "The same number as in line 1"],
    [1, "The same number and package as in line 1"],
    [2, "The same number and package as in line 2"],
    [undefined, undefined],
    [undefined, undefined],
  ]);
});

test("a file's cells become lines that are read like typed ones", async () => {
  const csv = 'Name,Number,Size\n"Kofi 2",0201234567,10GB\n"Ama\nB",024 412 3456,5\n,,\n';
  const rows = await rowsOfFile(new File([csv], "numbers.csv"));
  const text = rows.map((cells) => cells.join(", ")).join("\n");
  expect(parsed(text)).toEqual([
    [2, "0201234567 10 GB", "020 is a number of Telecel"],
    [3, "0244123456 5 GB"],
  ]);
});

const groupsOf = (digits: string, lengths: readonly number[], separator: string) => {
  let at = 0;
  return lengths.map((length) => digits.slice(at, (at += length))).join(separator);
};
const separator = fc.constantFrom(" ", "-", ".", "  ");
/** A number as people write it: with the leading 0, behind the country code, or without both. */
const writtenNumber = fc.oneof(
  fc.tuple(fc.constantFrom([10], [3, 3, 4], [4, 3, 3], [3, 7], [4, 6], [2, 2, 2, 2, 2]), separator).map(
    ([lengths, between]) =>
      (local: string) =>
        groupsOf(local, lengths, between),
  ),
  fc
    .tuple(
      fc.constantFrom("+233", "233", "00233", "+233 ", "233 ", "+233 (0)"),
      fc.constantFrom([9], [2, 3, 4], [3, 3, 3], [2, 7]),
      separator,
    )
    .map(
      ([code, lengths, between]) =>
        (local: string) =>
          code + groupsOf(local.slice(1), lengths, between),
    ),
  // Without the 0, what begins with 233 may be the country code.
  fc.constant((local: string) => (local.startsWith("0233") ? local : local.slice(1))),
);
const writtenSize = fc.constantFrom("5", "5GB", "5 GB", "5gb", "5 gb", "5  Gb");
const layouts: ((number: string, size: string) => string)[] = [
  (number, size) => `${number} ${size}`,
  (number, size) => `${number}   ${size}`,
  (number, size) => `${number} - ${size}`,
  (number, size) => `${number} = ${size}`,
  (number, size) => `${number},${size}`,
  (number, size) => `${number}; ${size}`,
  (number, size) => `${number}\t${size}`,
  (number, size) => `${number} | ${size}`,
  (number, size) => `"${number}","${size}"`,
  (number, size) => `${size} ${number}`,
  (number, size) => `${size} - ${number}`,
  (number, size) => `${size}, ${number}`,
  (number, size) => `Ama ${number} ${size}`,
  (number, size) => `Kofi 2; ${number}; ${size}`,
  (number, size) => `Kofi 2\t${size}\t${number}`,
];

test("a number and a size, written in any supported way, are always read as the same", () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^0[25]\d{8}$/),
      writtenNumber,
      writtenSize,
      fc.constantFrom(...layouts),
      fc.constantFrom("", "12. ", "3) ", " ", "7.\t"),
      fc.constantFrom("", " ", "\t"),
      (local, write, size, layout, before, after) => {
        const text = before + layout(write(local), size) + after;
        const [line] = parseNumbers(rowsOfText(text), "Airtime", packages, packages[0]);
        expect(line).toMatchObject({ text, receiver: local, offer: { offer: "5 GB" }, problem: undefined });
      },
    ),
    { numRuns: 5000 },
  );
});

test("whatever is typed, a number that can be bought has its ten digits in the line, in their order", () => {
  const piece = fc.oneof(
    fc.stringMatching(/^\d{1,10}$/),
    fc.constantFrom(" ", "-", ";", ",", "5GB", "Ama", "+233", "(0)", ".", "\t", "0244123456"),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join("");
      const [line] = parseNumbers(rowsOfText(text), "Airtime", packages, packages[0]);
      if (line === undefined || line.problem !== undefined) return;
      expect(text.replace(/\D/g, "")).toContain(line.receiver.slice(1));
      expect(line.receiver).toMatch(/^0\d{9}$/);
    }),
    { numRuns: 5000 },
  );
});

test("lines keep their numbers, headings and blank lines are passed over, a number twice is a warning", () => {
  expect(parsed("Number,Size\n0244123456,5\n\n0244123456,10\n0201234567,5")).toEqual([
    [2, "0244123456 5 GB"],
    [4, "0244123456 10 GB", "The same number as in line 2"],
    [5, "0201234567 5 GB", "020 is a number of Telecel"],
  ]);
  expect(parsed("0244123456")).toEqual([[1, "No package chosen"]]);
});
