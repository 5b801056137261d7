import { useEffect, useState } from "react";

const pause_ms = 250;

/** A typed value, updated when the user pauses. */
export function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pause_ms);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
