import { expect, test } from "vitest";
import { fitting } from "./price-picture.ts";

const list = (network: string, count: number) => ({
  network,
  packages: Array.from({ length: count }, (_, n) => ({
    _id: `${network}-${n}`,
    offer: `${n + 1} GB`,
    priceCustomer: n + 1,
    priceAgent: n + 1,
    priceSAg: n + 1,
  })),
});
const lengths = (...lists: ReturnType<typeof list>[]) =>
  fitting(lists).map(({ packages }) => packages.length);

test("a picture has all packages while they fit, and leaves out networks without one", () => {
  expect(lengths(list("a", 3), list("b", 0), list("c", 2))).toEqual([3, 2]);
});

test("of too many packages each network shows its first, as evenly as they fit", () => {
  expect(lengths(list("a", 30))).toEqual([17]);
  expect(lengths(list("a", 30), list("b", 1), list("c", 30))).toEqual([7, 1, 7]);
  expect(lengths(...Array.from({ length: 9 }, (_, n) => list(`n${n}`, 9)))).toEqual(Array(9).fill(1));
});
