import { useEffect, useState } from "react";

const pause_ms = 250;

/** What somebody types, once they pause. */
export function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pause_ms);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
