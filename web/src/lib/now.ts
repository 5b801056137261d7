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
