import { useEffect, useState } from "react";

/** A typed value, updated when the user pauses. */
export function useDebounced(value: string, wait_ms = 250): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), wait_ms);
    return () => clearTimeout(timer);
  }, [value, wait_ms]);
  return debounced;
}
