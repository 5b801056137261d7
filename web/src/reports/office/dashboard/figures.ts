/** What the dashboard works out by itself: the last days, what one usually sells, and acts in a row. */
import type { PeriodFigures } from "#contract/reports.ts";
import { daysBefore } from "#contract/terms/periods.ts";
import type { ActRecord } from "#contract/audit.ts";

type Day = PeriodFigures["days"][number];

/** So many days, today the last of them, from those that had orders. */
export function lastDays(sold: readonly Day[], today: string, count: number): Day[] {
  const none = { count: 0, value: 0 };
  return Array.from({ length: count }, (_, index) => {
    const day = daysBefore(today, count - 1 - index);
    return sold.find((one) => one.day === day) ?? { day, ...none, rejected: none };
  });
}

/**
 * What a usual day sells, in cedis, without what was rejected: the median of the days before the last, from the first one
 * with orders. Undefined before there are seven.
 */
export function usualDay(days: readonly Day[]): number | undefined {
  const first = days.findIndex(({ count }) => count > 0);
  const values = days
    .slice(Math.max(first, 0), -1)
    .map(({ value, rejected }) => value - rejected.value)
    .toSorted((a, b) => a - b);
  if (first < 0 || values.length < 7) return undefined;
  return (values[Math.floor((values.length - 1) / 2)]! + values[Math.ceil((values.length - 1) / 2)]!) / 2;
}

/** Acts of one kind that an admin did one after the other. */
export interface ActsInARow {
  last: ActRecord;
  count: number;
}

/** Newest first, as the acts are. */
export function actsInARow(acts: readonly ActRecord[]): ActsInARow[] {
  const rows: ActsInARow[] = [];
  for (const act of acts) {
    const row = rows.at(-1);
    if (row?.last.actorId === act.actorId && row.last.kind === act.kind) row.count += 1;
    else rows.push({ last: act, count: 1 });
  }
  return rows;
}
