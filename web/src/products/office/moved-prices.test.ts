import { expect, test } from "vitest";
import { movedPrice, moveText, readMove } from "./moved-prices.ts";

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
