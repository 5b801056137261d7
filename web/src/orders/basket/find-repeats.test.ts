import { expect, test } from "vitest";
import type { OrderRecord } from "#contract/order-list.ts";
import { findRepeats, repeatText } from "./find-repeats.ts";

const today = "2026-11-21";
const ama = "0244123456";
const kofi = "0201234567";
const sale = (receiver: string, packageId = "5gb") => ({ receiver, packageId });
const order = (
  reference: string,
  receiver: string,
  { at = "10:42", packageId = "5gb", status = "pending" as OrderRecord["status"], day = today } = {},
) => ({ reference, receiver, packageId, status, createdAt: `${day}T${at}:00.000000Z` });

function textsOf(
  lines: ReturnType<typeof sale>[],
  basket: ReturnType<typeof sale>[],
  orders: ReturnType<typeof order>[],
) {
  const repeats = findRepeats(lines, { basket, orders, today });
  return repeats.map((repeat) => [lines.indexOf(repeat.line), repeatText(repeat)]);
}

test("a line repeats an item in the basket only with the same number and package", () => {
  const basket = [sale(ama), sale(kofi, "10gb")];
  expect(textsOf([sale(ama), sale(kofi), sale(ama, "10gb"), sale(kofi, "10gb")], basket, [])).toEqual([
    [0, "Already in the basket."],
    [3, "Already in the basket."],
  ]);
  expect(textsOf([sale(ama)], [sale(ama), sale(ama)], [])).toEqual([[0, "2 times in the basket."]]);
});

test("a line repeats an order of today, but not a rejected one and not one of another day", () => {
  const orders = [
    order("101", ama, { status: "rejected" }),
    order("102", kofi, { status: "completed" }),
    order("103", "0551234567", { day: "2026-11-20", at: "23:59" }),
    order("104", "0271234567", { packageId: "10gb" }),
  ];
  const lines = [sale(ama), sale(kofi), sale("0551234567"), sale("0271234567"), sale("0271234567", "10gb")];
  expect(textsOf(lines, [], orders)).toEqual([
    [1, "Ordered today at 10:42 (102, completed)."],
    [4, "Ordered today at 10:42 (104, pending)."],
  ]);
});

test("the newest of several orders is named, and the basket too", () => {
  const orders = [
    order("101", ama, { at: "09:00", status: "completed" }),
    order("103", ama, { at: "11:30", status: "processing" }),
    order("102", ama, { at: "10:00", status: "rejected" }),
  ];
  expect(textsOf([sale(ama)], [sale(ama)], orders)).toEqual([
    [0, "Already in the basket. Ordered today 2 times, last at 11:30 (103, processing)."],
  ]);
  const repeats = findRepeats([sale(ama)], { basket: [], orders, today });
  expect(repeats[0]?.orders.map(({ reference }) => reference)).toEqual(["103", "101"]);
});

test("every one of several equal lines repeats, and without lines nothing does", () => {
  expect(textsOf([sale(ama), sale(ama)], [sale(ama)], [])).toHaveLength(2);
  expect(textsOf([], [sale(ama)], [order("101", ama)])).toEqual([]);
});
