import { formatDay } from "#contract/terms/dates.ts";
import type { DaySpan } from "#contract/terms/periods.ts";

/** "01/11/2026 to 22/11/2026", or the only day. */
export function spanText({ from, to }: DaySpan): string {
  return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
}
