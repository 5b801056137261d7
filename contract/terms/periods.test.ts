import { describe, expect, test } from "vitest";
import { daysBefore, daysOfMonth, monthsBefore, periodBefore, periodOf } from "./periods.ts";

describe("the periods of the statistics", () => {
  test.each([
    ["week", "2026-11-21", "2026-11-15", "2026-11-21"],
    ["week", "2026-11-22", "2026-11-22", "2026-11-22"],
    ["week", "2026-01-01", "2025-12-28", "2026-01-01"],
    ["month", "2026-11-21", "2026-11-01", "2026-11-21"],
    ["lastMonth", "2026-11-21", "2026-10-01", "2026-10-31"],
    ["lastMonth", "2026-01-31", "2025-12-01", "2025-12-31"],
    ["lastMonth", "2028-03-31", "2028-02-01", "2028-02-29"],
    ["today", "2026-11-21", "2026-11-21", "2026-11-21"],
    ["yesterday", "2026-03-01", "2026-02-28", "2026-02-28"],
  ] as const)("%s on %s is from %s to %s", (name, today, from, to) => {
    expect(periodOf(name, today)).toEqual({ from, to });
  });

  test("the total starts before any shop existed", () => {
    expect(periodOf("total", "2026-11-21").from < "1900-01-01").toBe(true);
  });

  test("days before cross months and years", () => {
    expect(daysBefore("2026-03-01", 1)).toBe("2026-02-28");
    expect(daysBefore("2026-01-01", 30)).toBe("2025-12-02");
    expect(daysBefore("2026-01-01", 0)).toBe("2026-01-01");
  });
});

test.each([
  ["2026-11", "2026-11-01", "2026-11-30"],
  ["2026-12", "2026-12-01", "2026-12-31"],
  ["2028-02", "2028-02-01", "2028-02-29"],
])("the days of %s are from %s to %s", (month, from, to) => {
  expect(daysOfMonth(month)).toEqual({ from, to });
});

test("months before cross years", () => {
  expect(monthsBefore("2026-11", 0)).toBe("2026-11");
  expect(monthsBefore("2026-01", 1)).toBe("2025-12");
  expect(monthsBefore("2026-11", 23)).toBe("2024-12");
});

test.each([
  ["2026-11-21", "2026-11-21", "2026-11-20", "2026-11-20"],
  ["2026-11-15", "2026-11-21", "2026-11-08", "2026-11-14"],
  ["2026-11-01", "2026-11-21", "2026-10-01", "2026-10-21"],
  ["2026-11-01", "2026-11-01", "2026-10-01", "2026-10-01"],
  ["2026-11-01", "2026-11-30", "2026-10-01", "2026-10-31"],
  ["2026-03-01", "2026-03-30", "2026-02-01", "2026-02-28"],
  ["2026-01-01", "2026-02-28", "2025-11-03", "2025-12-31"],
])("from %s to %s is compared with %s to %s", (from, to, first, last) => {
  expect(periodBefore({ from, to })).toEqual({ from: first, to: last });
});
