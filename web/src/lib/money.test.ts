import { expect, test } from "vitest";
import { parseCedis } from "#contract/terms/money.ts";
import { plainAmount } from "./money.ts";

test.each([
  ["50", 50_00],
  [" 1 200 ", 1_200_00],
  ["GHS 1,200.50", 1_200_50],
  ["GH₵50", 50_00],
  ["¢50.5", 50_50],
  ["1,000,000", 1_000_000_00],
  ["-1,200", -1_200_00],
  ["50,00", undefined],
  ["1,5", undefined],
  ["1,20.5", undefined],
  ["12,000,0", undefined],
  ["fifty", undefined],
  ["", undefined],
])("reads the typed amount %j as %j pesewas", (typed, pesewas) =>
  expect(parseCedis(plainAmount(typed))).toBe(pesewas),
);
