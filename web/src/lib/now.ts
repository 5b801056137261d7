import { useEffect, useState } from "react";
import { dayOf } from "#contract/terms/dates.ts";

const tick_ms = 30_000;

/** The current time, updated every half minute. */
export function useNow_ms(): number {
  const [now_ms, setNow_ms] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow_ms(Date.now()), tick_ms);
    return () => clearInterval(timer);
  }, []);
  return now_ms;
}

/** "2026-11-21", in UTC, which is also the time in Accra. */
export function today(): string {
  return dayOf(new Date().toISOString());
}

/** How long ago something was: "12 min", "3 h 5 min", "2 d 4 h". */
export function ageText(createdAt: string, now_ms: number): string {
  const minutes = minutesSince(createdAt, now_ms);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** Whole minutes. A clock that is behind the server's gives none. */
export function minutesSince(createdAt: string, now_ms: number): number {
  return Math.max(0, Math.floor((now_ms - Date.parse(createdAt)) / 60_000));
}
