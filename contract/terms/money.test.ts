import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatCedis, parseCedis, plainCedis, toCedis } from "./money.ts";

describe("parseCedis", () => {
  test.each([
    ["50", 50_00],
    ["50.5", 50_50],
    [" 0.05 ", 5],
    [22.5, 22_50],
    ["-3.20", -3_20],
    ["-0", 0],
    [1_000_000, 1_000_000_00],
  ])("%j is %j pesewas", (given, expected) => expect(parseCedis(given)).toBe(expected));

  test.each([
    "",
    "1e3",
    "1,5",
    "0.001",
    "1.",
    ".5",
    "--1",
    "NaN",
    "0x10",
    "٣",
    Number.NaN,
    Infinity,
    0.001,
    1e21,
    null,
    {},
    [5],
    true,
  ])("%j is no amount", (given) => expect(parseCedis(given)).toBeUndefined());
});

test("amounts formatted for a form, a CSV or the wire parse to the same pesewas", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000_00, max: 1_000_000_000_00 }), (amount) => {
      expect(parseCedis(plainCedis(amount))).toBe(amount);
      expect(parseCedis(toCedis(amount))).toBe(amount);
    }),
  );
});

test.each([
  [0, "¢0.00"],
  [5, "¢0.05"],
  [120_450, "¢1,204.50"],
  [-120_450, "−¢1,204.50"],
  [100_000_000_00, "¢100,000,000.00"],
])("%j pesewas are shown as %s", (amount, shown) => expect(formatCedis(amount)).toBe(shown));
