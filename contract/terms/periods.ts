/** The periods of the statistics (specification section 9). Days are UTC days, as Accra's are. */

export const periodNames = ["total", "today", "week", "month", "lastMonth"] as const;
export type PeriodName = (typeof periodNames)[number];

/** The periods that a page of the office offers beside any other days. */
export const presetNames = ["today", "yesterday", "week", "month", "lastMonth"] as const;
export type PresetName = (typeof presetNames)[number];

/** The first and the last day, both included. */
export interface DaySpan {
  from: string;
  to: string;
}

/** The first and the last day of a period, "2026-11-21". Weeks begin on Sunday. */
export function periodOf(name: PeriodName | PresetName, today: string): DaySpan {
  const [year = 0, month = 1, day = 1] = today.split("-").map(Number);
  switch (name) {
    case "total":
      return { from: "0001-01-01", to: today };
    case "today":
      return { from: today, to: today };
    case "yesterday":
      return { from: dayText(year, month, day - 1), to: dayText(year, month, day - 1) };
    case "week":
      return { from: dayText(year, month, day - weekday(year, month, day)), to: today };
    case "month":
      return { from: dayText(year, month, 1), to: today };
    case "lastMonth":
      return { from: dayText(year, month - 1, 1), to: dayText(year, month, 0) };
  }
}

/** Without `to`: until the day `last`, or the only day given if that is later. Without `from`: from the first of the month. */
export function spanOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  last: string,
): DaySpan {
  const end = to ?? (from !== undefined && from > last ? from : last);
  return { from: from ?? `${end.slice(0, 8)}01`, to: end };
}

/** The day this many days before; 0 is the day itself. */
export function daysBefore(today: string, days: number): string {
  const [year = 0, month = 1, day = 1] = today.split("-").map(Number);
  return dayText(year, month, day - days);
}

/**
 * The period to compare with. Of a whole month: the month before. Of the first days of a month: as many days of the month
 * before, which may be all of them. Otherwise as many days, just before.
 */
export function periodBefore({ from, to }: DaySpan): DaySpan {
  const month = from.slice(0, 7);
  if (from.endsWith("-01") && to.startsWith(month)) {
    const before = daysOfMonth(monthsBefore(month, 1));
    const same = `${before.from.slice(0, 8)}${to.slice(8)}`;
    const isWhole = to === daysOfMonth(month).to || same > before.to;
    return { from: before.from, to: isWhole ? before.to : same };
  }
  const days = (Date.parse(to) - Date.parse(from)) / (24 * 60 * 60_000) + 1;
  return { from: daysBefore(from, days), to: daysBefore(from, 1) };
}

/** The first and the last day of a month, "2026-11". */
export function daysOfMonth(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return { from: dayText(year, number, 1), to: dayText(year, number + 1, 0) };
}

/** The month this many months before; 0 is the month itself. */
export function monthsBefore(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return dayText(year, number - months, 1).slice(0, 7);
}

/** Sunday is 0. */
function weekday(year: number, month: number, day: number): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}

/** Months and days out of range carry over: 0 November is 31 October. Nothing is before the calendar's first day. */
function dayText(year: number, month: number, day: number): string {
  const text = new Date(Date.UTC(year, month - 1, day)).toISOString();
  return text.startsWith("-") ? "0001-01-01" : text.slice(0, 10);
}
