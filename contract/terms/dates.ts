/** Dates are shown as day/month/year, 24-hour, UTC. Accra uses UTC all year, so days are UTC days. */
export function formatDateTime(iso: string): string {
  const [date = "", time = ""] = iso.split("T");
  return `${date.split("-").reverse().join("/")} ${time.slice(0, 5)}`;
}

/** "2026-11-21" -> "21/11/2026"; text in another form stays as it is: programs may write a date of birth differently. */
export function formatDay(day: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(day) ? day.split("-").reverse().join("/") : day;
}

/** Whether it is a calendar day in the form 2026-11-21. */
export function isDay(typed: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(typed) || typed.startsWith("0000")) return false;
  const time_ms = Date.parse(`${typed}T00:00:00Z`);
  // 30 February is read as 2 March.
  return !Number.isNaN(time_ms) && new Date(time_ms).toISOString().startsWith(typed);
}

/** "1990-05-17", "17/05/1990" and "17/5/1990" -> "1990-05-17"; undefined if it is no calendar day. */
export function readDay(typed: string): string | undefined {
  const [, day = "", month = "", year = ""] = /^(\d\d?)\/(\d\d?)\/(\d{4})$/.exec(typed) ?? [];
  const iso = year === "" ? typed : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(iso) ? iso : undefined;
}

/** "2026-11-21T10:42:05" -> "21/11/2026 10:42:05" */
export function formatMoment(moment: string): string {
  const [day = "", time = ""] = moment.split("T");
  return `${formatDay(day)} ${time}`.trim();
}

/** "21/11/2026 10:42" or "2026-11-21T10:42:05" -> "2026-11-21T10:42:05"; undefined if there is no such moment. */
export function readMoment(typed: string): string | undefined {
  const [, date = "", hour = "", minute = "", second = "00"] =
    /^(\S+?)[T ]+(\d\d?):(\d\d)(?::(\d\d))?$/.exec(typed) ?? [];
  const day = readDay(date);
  if (day === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  return `${day}T${hour.padStart(2, "0")}:${minute}:${second}`;
}

/** "2026-11-21T10:42:00Z" -> "2026-11-21": the key of a day in sales_by_day. */
export function dayOf(iso: string): string {
  return iso.slice(0, 10);
}

/** "2026-11-21T10:42:00Z" or "2026-11-21" -> "2026-11". */
export function monthOf(iso: string): string {
  return iso.slice(0, 7);
}

/** "2026-11-21T10:42:00.123456Z" -> the time that many hours earlier, with its microseconds. */
export function hoursBefore(iso: string, hours: number): string {
  const moment = new Date(Date.parse(iso) - hours * 60 * 60_000).toISOString();
  return moment.slice(0, -1) + iso.slice(moment.length - 1);
}

/** Whole seconds from one ISO moment to a later one, rounded up. */
export function secondsBetween(from: string, to: string): number {
  return Math.ceil((Date.parse(to) - Date.parse(from)) / 1000);
}

/** "a minute" or "12 minutes", rounded up. */
export function minutesText(wait_s: number): string {
  const minutes = Math.ceil(wait_s / 60);
  return minutes <= 1 ? "a minute" : `${minutes} minutes`;
}

/** The next midnight in Accra after a moment, both in ms since 1970: when every session ends. */
export function nextMidnight_ms(now_ms: number): number {
  const day_ms = 24 * 60 * 60_000;
  return (Math.floor(now_ms / day_ms) + 1) * day_ms;
}

/** morning before 12, afternoon before 18, else evening (specification section 2). */
export function greeting(hour: number): string {
  if (hour < 12) return "Good morning";
  return hour < 18 ? "Good afternoon" : "Good evening";
}
