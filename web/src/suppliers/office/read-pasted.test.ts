import { expect, test } from "vitest";
import { readPrices, readVouchers } from "./read-pasted.ts";

const mtn5 = { code: "mtn_5gb", name: "MTN 5 GB", network: "MTN", cost: 20.5 };

test.each([
  ["code, name and cost", "mtn_5gb, MTN 5 GB, 20.50\ntel_1gb, Telecel 1 GB, 4.10"],
  [
    "headings in another order",
    "Price (GHS)\tPlan\tPackage ID\n20.50\tMTN 5 GB\tmtn_5gb\n4.10\tTelecel 1 GB\ttel_1gb",
  ],
  [
    "a column for the network",
    "Operator;SKU;Bundle;Cost\nMTN;mtn_5gb;MTN 5 GB;¢20.50\nVodafone Ghana;tel_1gb;Telecel 1 GB;GHS 4.10",
  ],
])("reads a list with %s", (_, text) => {
  expect(readPrices(text)).toEqual({
    prices: [mtn5, { code: "tel_1gb", name: "Telecel 1 GB", network: "Telecel", cost: 4.1 }],
    unread: [],
  });
});

test("without codes, the names take their place", () => {
  expect(readPrices("AT Bigtime 5GB,18").prices).toEqual([
    { code: "AT Bigtime 5GB", name: "AT Bigtime 5GB", network: "AT", cost: 18 },
  ]);
});

test("a line without a network or an amount is named, and no other network is guessed", () => {
  const { prices, unread } = readPrices(
    "mtn_5gb,MTN 5 GB,20.50\nx,5 GB,20\nmtn_1gb,MTN 1 GB,ask\n1 GB at night,Data,3",
  );
  expect(prices).toEqual([mtn5]);
  expect(unread).toHaveLength(3);
});

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
