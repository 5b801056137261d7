/** Moments of statements: people name a day or a minute, and the books are compared with the first moment after it. */
import { formatDateTime, formatDay } from "#contract/terms/dates.ts";

const minute_ms = 60_000;
const day_ms = 24 * 60 * minute_ms;

/**
 * The first moment after a minute ("2026-10-31", "18:30"), or after a day if `time` is empty; now, if that is sooner.
 * Undefined if the minute or day has not begun.
 */
export function momentAfter(day: string, time: string, now_ms = Date.now()): string | undefined {
  const start_ms = Date.parse(`${day}T${time === "" ? "00:00" : time}:00Z`);
  if (Number.isNaN(start_ms) || start_ms > now_ms) return undefined;
  const end_ms = start_ms + (time === "" ? day_ms : minute_ms);
  return new Date(Math.min(end_ms, now_ms)).toISOString();
}

/** "31/10/2026 18:30", or only the day if it is whole. */
export function statementMoment(at: string): string {
  const last = new Date(Date.parse(at) - 1).toISOString();
  return last.includes("T23:59") ? formatDay(last.slice(0, 10)) : formatDateTime(last);
}
