import fc from "fast-check";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

test.each([
  ["=1+1", "'=1+1"],
  ["+233244123456", "'+233244123456"],
  ["-2+3", "'-2+3"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["\r=1", `"'\r=1"`],
  ["＝1", "'＝1"],
  ["--", "'--"],
])("the cell %j cannot run as a formula", (typed, cell) => {
  expect(csvLine([typed])).toBe(`${cell}\r\n`);
});

test("numbers stay numbers in a file, negative ones too", () => {
  expect(csvLine([-4.5, "-4.50", "4.50", 0, "0244123456", null])).toBe("-4.5,-4.50,4.50,0,0244123456,\r\n");
});

test("every written cell is read back unchanged, except for the apostrophe", () => {
  const text = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", " ", "=", "-", "1", "¢", "'") });
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 5 }), (cells) => {
      const [read] = Papa.parse<string[]>(csvLine(cells), { delimiter: ",", newline: "\r\n" }).data;
      expect(read?.map((cell, index) => (cell === `'${cells[index]}` ? cell.slice(1) : cell))).toEqual(cells);
    }),
  );
});
