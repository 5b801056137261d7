import { expect, test } from "vitest";
import type { ProductRecord } from "#contract/products.ts";
import { belowCost, movedDraft, movedPrice, moveText, priceChanges, readMove } from "./price-changes.ts";

const product: ProductRecord = {
  _id: "p",
  network: "MTNup2u",
  image: null,
  status: "available",
  note: "",
  position: 1,
  packages: [
    { _id: "a", offer: "1 GB", priceCustomer: 4.8, priceAgent: 4.6, priceSAg: 4.5 },
    { _id: "b", offer: "5 GB", priceCustomer: 22.5, priceAgent: 21.9, priceSAg: 21.5 },
  ],
};
const rule = { unit: "percent" as const, priceCustomer: 10, priceAgent: 6, priceSAg: 4, step: 0.1 };

test("prices are made from costs, and a package whose cost nobody knows keeps its prices", () => {
  const costs = new Map([["b", 21_00]]);
  const { changes, warnings } = priceChanges(movedDraft(product, { rule, costs }).packages, product, costs);
  expect(changes).toEqual([
    { what: "5 GB: customer", before: "22.50", after: "23.10 (+2.7 %)" },
    { what: "5 GB: agent", before: "21.90", after: "22.30 (+1.8 %)" },
    { what: "5 GB: super agent", before: "21.50", after: "21.90 (+1.9 %)" },
  ]);
  expect(warnings).toEqual([]);
});

test("a save that leaves prices below the cost is warned of, and so is each of these prices", () => {
  const costs = new Map([["b", 22_00]]);
  const { packages } = movedDraft(product, { amount: -10 });
  expect(priceChanges(packages, product, costs).warnings).toEqual([
    "5 GB: costs ¢22.00, more than the agent and the super agent pay",
  ]);
  expect(packages.map((row) => belowCost(row, "priceAgent", costs))).toEqual([undefined, "Below your cost"]);
  expect(priceChanges(packages, product, new Map()).warnings).toEqual([]);
});

test("nothing is said about a price below the cost that the save does not touch", () => {
  const [first, second] = movedDraft(product, { amount: -10 }).packages;
  const packages = [first!, { ...second!, priceCustomer: "22.50", priceAgent: "21.90", priceSAg: "21.50" }];
  expect(priceChanges(packages, product, new Map([["b", 22_00]])).warnings).toEqual([]);
});

test.each([
  [4_80, { percent: 5 }, 5_00],
  [4_80, { percent: -3 }, 4_70],
  [365_00, { percent: 5 }, 383_30],
  [4_85, { amount: 50 }, 5_40],
  [4_80, { amount: -50 }, 4_30],
  [20, { amount: -50 }, 10],
] as const)("moves a price of %i by %o to %i, in steps of 10 pesewas", (price, move, expected) => {
  expect(movedPrice(price, move)).toBe(expected);
});

test("reads a share or an amount, and nothing that moves no price", () => {
  expect(readMove("+5", "%")).toEqual({ percent: 5 });
  expect(readMove("-0.5", "¢")).toEqual({ amount: -50 });
  for (const typed of ["", "0", "five", "1e3", "5.555", "-100"]) expect(readMove(typed, "%")).toBeUndefined();
  expect(moveText({ percent: -3 })).toBe("−3 %");
  expect(moveText({ amount: 50 })).toBe("+¢0.50");
});
