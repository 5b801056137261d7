import { expect, test } from "vitest";
import { readVouchers } from "./read-vouchers.ts";

const pairs = (text: string) => readVouchers(text).map(({ pin, serial }) => [pin, serial]);

test.each([
  ["tabs", "111\tS1\n222\tS2"],
  ["commas", "111, S1\n222,S2,"],
  ["spaces", "111 S1\n\n  222   S2  "],
])("reads PINs and serial numbers with %s between them", (_, text) => {
  expect(pairs(text)).toEqual([
    ["111", "S1"],
    ["222", "S2"],
  ]);
});

test("a PIN may be written in groups if no spaces are between it and the serial number", () => {
  expect(pairs("4918 2736,WRC1\n1111 2222")).toEqual([
    ["4918 2736", "WRC1"],
    ["1111 2222", ""],
  ]);
  expect(pairs("4918 2736 WRC1")).toEqual([["4918", ""]]);
});

test("a first line with titles says which column is which", () => {
  expect(pairs("No,Serial No.,PIN\n1,S1,111\n,S2,222")).toEqual([
    ["111", "S1"],
    ["222", "S2"],
  ]);
});

test("a line with too few or too many cells gets no serial number, and keeps its line", () => {
  expect(readVouchers("111\tS1\n222\n3\t333\tS3")).toEqual([
    { line: 1, pin: "111", serial: "S1" },
    { line: 2, pin: "222", serial: "" },
    { line: 3, pin: "3", serial: "" },
  ]);
});
