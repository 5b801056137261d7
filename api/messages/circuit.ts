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
const open_ms_max = 60_000;

export interface Circuit {
  /** What came of the attempt; "open" where none was made. */
  attempt<T>(make: () => Promise<T & { verdict?: Verdict | undefined }>): Promise<T | "open">;
}

export function openCircuit(open_ms: number): Circuit {
  const hasFailed = (result: unknown) =>
    (result as { verdict?: Verdict } | undefined)?.verdict?.outcome === "failed";
  const policy = circuitBreaker(handleWhenResult(hasFailed), {
    halfOpenAfter: new ExponentialBackoff({
      initialDelay: open_ms,
      maxDelay: Math.max(open_ms, open_ms_max),
    }),
    breaker: new ConsecutiveBreaker(failures_max),
  });
  return {
    attempt: (make) =>
      policy.execute(make).catch((error: unknown) => {
        if (error instanceof BrokenCircuitError) return "open" as const;
        throw error;
      }),
  };
}
