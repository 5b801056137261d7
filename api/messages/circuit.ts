/** Leaves a gateway alone for a while once it has failed some times in a row; then one attempt tells whether it is back. */
import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleWhenResult,
} from "cockatiel";
import type { Verdict } from "./verdict.ts";

const failures_max = 5;

export interface Circuit {
  /** What came of the attempt; "open" where none was made. */
  attempt<T>(make: () => Promise<T & { verdict?: Verdict | undefined }>): Promise<T | "open">;
  /** How long to leave alone what met an open circuit. */
  pause_ms(): number;
}

/**
 * Those that wait for an open circuit come back one by one in this distance. With ten thousand of them each after some
 * seconds, the looks alone would take a core from the sales.
 */
const distance_ms = 20;

/** After each failure of that one attempt it is left alone for longer, up to `open_ms_max`. */
export function openCircuit(open_ms: number, open_ms_max = 60_000): Circuit {
  const hasFailed = (result: unknown) =>
    (result as { verdict?: Verdict } | undefined)?.verdict?.outcome === "failed";
  const policy = circuitBreaker(handleWhenResult(hasFailed), {
    halfOpenAfter: new ExponentialBackoff({
      initialDelay: open_ms,
      maxDelay: Math.max(open_ms, open_ms_max),
    }),
    breaker: new ConsecutiveBreaker(failures_max),
  });
  let last_ms = 0;
  return {
    pause_ms() {
      const now_ms = performance.now();
      last_ms = Math.max(now_ms + open_ms, last_ms + distance_ms);
      return last_ms - now_ms;
    },
    attempt: (make) =>
      policy.execute(make).catch((error: unknown) => {
        if (error instanceof BrokenCircuitError) return "open" as const;
        throw error;
      }),
  };
}
