import { expect, test } from "vitest";
import { priceByRule } from "./pricing.ts";

test.each([
  [4_20, 10_00, "percent", 10, 4_70],
  [4_00, 10_00, "percent", 10, 4_40],
  [4_00, 2_50, "percent", 10, 4_10],
  [4_00, 2_50, "percent", 1, 4_10],
  [10_00, 7_25, "percent", 5, 10_75],
  [29_90, 0, "percent", 10, 29_90],
  [4_20, 50, "cedis", 10, 4_70],
  [4_21, 50, "cedis", 10, 4_80],
  [4_21, 0, "cedis", 1_00, 5_00],
  [0, 0, "cedis", 10, 10],
] as const)(
  "a cost of %i and a margin of %i in hundredths of %s, in steps of %i, make a price of %i",
  (cost, margin, unit, step, price) => {
    expect(priceByRule(cost, margin, { unit, step })).toBe(price);
  },
);

test("no price is below its cost with the margin, or a step above it", () => {
  for (let cost = 1; cost < 3000; cost += 7)
    for (const margin of [0, 1, 3_33, 10_00]) {
      const price = priceByRule(cost, margin, { unit: "percent", step: 10 });
      const least = (cost * (100_00 + margin)) / 100_00;
      expect(price % 10).toBe(0);
      expect(price).toBeGreaterThanOrEqual(Math.floor(least));
      expect(price - least).toBeLessThan(10);
    }
});
