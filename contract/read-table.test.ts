import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine } from "#contract/csv.ts";
import { readTable } from "./read-table.ts";

const cells = (text: string) => readTable(text).map((row) => row.cells);

test.each([
  ["commas", "a,b,c\n1,2,3\n"],
  ["semicolons", "a;b;c\r\n1;2;3\r\n"],
  ["tabs", "a\tb\tc\r1\t2\t3"],
  ["bars", "a | b | c\n1|2|3"],
  ["quotes and a byte order mark", '\uFEFF"a","b",c\n"1",2,"3"'],
])("reads a table with %s", (_, text) => {
  expect(cells(text)).toEqual([
    ["a", "b", "c"],
    ["1", "2", "3"],
  ]);
});

test("keeps delimiters, quotes and line breaks that are inside quotes", () => {
  expect(cells('a,b\n"1,200.00","say ""hi""\nthere"\n')).toEqual([
    ["a", "b"],
    ["1,200.00", 'say "hi"\nthere'],
  ]);
});

test("prefers semicolons where commas are only in some amounts", () => {
  expect(cells("a;b;c\n1;1,200.00;x\n2;50.00;y")).toEqual([
    ["a", "b", "c"],
    ["1", "1,200.00", "x"],
    ["2", "50.00", "y"],
  ]);
});

test("a quote that is never closed loses no row after it", () => {
  expect(cells('a,b\n"Ama,1\nKofi "the first",2\nEsi,3')).toEqual([
    ["a", "b"],
    ['"Ama', "1"],
    ['Kofi "the first"', "2"],
    ["Esi", "3"],
  ]);
});

test("names the line where each row begins, past blank lines and quoted breaks", () => {
  const text = 'a,b\r\n\r\n"1\r\n2",x\r\n,\r\ny,z';
  expect(readTable(text).map(({ line }) => line)).toEqual([1, 3, 6]);
});

test("reads back every table that our own files can hold", () => {
  const cell = fc
    .string({ unit: fc.constantFrom("a", "1", ",", '"', "\n", ";", " ", "\r\n") })
    .map((rest) => `x${rest}`);
  const row = fc.tuple(cell, cell, fc.constant("end"));
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
      const text = [["one", "two", "three"], ...rows].map(csvLine).join("");
      const trimmed = rows.map((each) => each.map((value) => value.trim()));
      // Cells with semicolons could make another table of the same text, with no more rows of one width.
      fc.pre(!text.includes(";"));
      expect(cells(text)).toEqual([["one", "two", "three"], ...trimmed]);
    }),
  );
});
