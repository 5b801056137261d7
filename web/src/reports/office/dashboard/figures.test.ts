import { expect, test } from "vitest";
import { lastDays, usualDay, actsInARow } from "./figures.ts";
import type { ActRecord } from "#contract/audit.ts";

const sold = (day: string, value: number, rejected = 0) => ({
  day,
  count: 2,
  value,
  rejected: { count: rejected === 0 ? 0 : 1, value: rejected },
});

test("days without orders are between those with orders, and today is the last", () => {
  const days = lastDays([sold("2026-02-27", 5), sold("2026-03-01", 7)], "2026-03-01", 4);
  expect(days.map(({ day, value }) => [day, value])).toEqual([
    ["2026-02-26", 0],
    ["2026-02-27", 5],
    ["2026-02-28", 0],
    ["2026-03-01", 7],
  ]);
});

test("a usual day is the middle one of those before today, less what was rejected", () => {
  const week = [10, 20, 30, 1000, 0, 50, 60].map((value, index) => sold(`2026-03-0${index + 1}`, value));
  expect(usualDay([...week, sold("2026-03-08", 5)])).toBe(30);
  expect(usualDay([...week, sold("2026-03-08", 40, 5), sold("2026-03-09", 5)])).toBe(32.5);
});

test("a week is needed before a day is usual, from the first day that sold anything", () => {
  expect(usualDay(lastDays([], "2026-03-30", 28))).toBeUndefined();
  expect(usualDay(lastDays([sold("2026-03-24", 10)], "2026-03-30", 28))).toBeUndefined();
  expect(usualDay(lastDays([sold("2026-03-23", 10)], "2026-03-30", 28))).toBe(0);
});

function act(position: number, actorId: string, kind: ActRecord["kind"]): ActRecord {
  return {
    _id: String(position),
    position,
    createdAt: "2026-11-23T10:00:00Z",
    date: "23/11/2026 10:00",
    kind,
    actorId,
    actor: actorId,
    requester: null,
    userId: null,
    user: null,
    product: null,
    changes: [],
    hash: "",
  };
}

test("equal acts of one admin in a row become one line with the newest, and others begin a new line", () => {
  const acts = [
    act(9, "kofi", "completed order"),
    act(8, "kofi", "completed order"),
    act(7, "esi", "completed order"),
    act(6, "kofi", "completed order"),
    act(5, "kofi", "notice"),
  ];
  expect(actsInARow(acts).map(({ last, count }) => [last.position, count])).toEqual([
    [9, 2],
    [7, 1],
    [6, 1],
    [5, 1],
  ]);
  expect(actsInARow([])).toEqual([]);
});
