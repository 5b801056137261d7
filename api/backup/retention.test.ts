import { expect, test } from "vitest";
import { fullName, tailName } from "./format.ts";
import { filesToRemove } from "./retention.ts";

const base = (day: string, hour = "02") => `${day}T${hour}0000Z-00000000`;

/** A full backup and two tails. */
const filesOf = (one: string) => [fullName(one), tailName(one, 1), tailName(one, 2)];

/** Which chains are left with their tails, and which without. */
function leftOf(days: string[], keep: { days: number; weeks: number; months: number }, current?: string) {
  const bases = days.map((day) => base(day));
  const names = bases.flatMap(filesOf);
  const gone = new Set(filesToRemove(names, keep, current ?? bases.at(-1)!));
  const left = names.filter((name) => !gone.has(name));
  return {
    full: days.filter((day) => left.includes(fullName(base(day)))),
    tails: days.filter(
      (day) => left.includes(tailName(base(day), 1)) && left.includes(tailName(base(day), 2)),
    ),
  };
}

test("keeps the newest backup of each of the last days, weeks and months", () => {
  const days = [
    "20260930",
    "20261015",
    "20261031",
    "20261109",
    "20261115",
    "20261116",
    "20261121",
    "20261122",
    "20261123",
  ];
  // 2026-11-16 and 2026-11-23 are Mondays.
  expect(leftOf(days, { days: 2, weeks: 3, months: 3 }).full).toEqual([
    "20260930",
    "20261031",
    "20261115",
    "20261122",
    "20261123",
  ]);
});

test("keeps tails of the two newest full backups only, and of the chain that still grows", () => {
  const days = ["20261120", "20261121", "20261122", "20261123"];
  expect(leftOf(days, { days: 9, weeks: 0, months: 0 })).toEqual({ full: days, tails: days.slice(2) });
  expect(leftOf(days, { days: 0, weeks: 0, months: 0 }, base("20261120"))).toEqual({
    full: ["20261120", "20261122", "20261123"],
    tails: ["20261120", "20261122", "20261123"],
  });
});

test("never removes the newest two backups, nor files that are no backups", () => {
  const names = [...filesOf(base("20261122")), ...filesOf(base("20261123")), "HEADS.txt"];
  expect(filesToRemove(names, { days: 0, weeks: 0, months: 0 }, base("20261123"))).toEqual([]);
});

test("removes what an interrupted full backup left, and tails whose full backup is gone", () => {
  const half = `${fullName(base("20261123", "03"))}.part`;
  const orphan = tailName(base("20261101"), 7);
  const names = [...filesOf(base("20261123")), half, orphan, `${tailName(base("20261123"), 3)}.part`];
  expect(filesToRemove(names, { days: 7, weeks: 0, months: 0 }, base("20261123"))).toEqual([orphan, half]);
});
