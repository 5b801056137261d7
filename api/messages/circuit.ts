/** A circuit breaker: after some failures in a row it stops calling a gateway for a while, then tries it once. */
import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleWhenResult,
} from "cockatiel";
import type { SendResult } from "./send-result.ts";

const failures_max = 5;

export interface Circuit {
  /** What the attempt gives; if that has a `result`, it counts. "open": the circuit is open, and no attempt was made. */
  attempt<T>(make: () => Promise<T>): Promise<T | "open">;
  /** How long to postpone a message that met an open circuit. */
  pause_ms(): number;
}

/**
 * Messages that have to wait are retried one by one at this interval. If ten thousand of them were retried every few
 * seconds, the queries alone would keep a core busy.
 */
const distance_ms = 20;

/** Returns a function that answers how long the next message has to wait: at least `pause_ms`. */
export function spacedPauses(pause_ms: number): () => number {
  let last_ms = 0;
  return () => {
    const now_ms = performance.now();
    last_ms = Math.max(now_ms + pause_ms, last_ms + distance_ms);
    return last_ms - now_ms;
  };
}

/** The longest pause as a multiple of the first one: two minutes. */
const open_times_max = 24;
const circuits_max = 1000;

/** A circuit for each of many servers, by its name. */
export function openCircuits(open_ms: number): (name: string) => Circuit {
  const circuits = new Map<string, Circuit>();
  return (name) => {
    const known = circuits.get(name);
    if (known) return known;
    if (circuits.size >= circuits_max) circuits.clear();
    const made = openCircuit(open_ms, open_ms * open_times_max);
    circuits.set(name, made);
    return made;
  };
}

/** Each time the single attempt fails, the pause grows, up to `open_ms_max`. */
export function openCircuit(open_ms: number, open_ms_max = 60_000): Circuit {
  const hasFailed = (made: unknown) =>
    (made as { result?: SendResult } | undefined)?.result?.outcome === "failed";
  const policy = circuitBreaker(handleWhenResult(hasFailed), {
    halfOpenAfter: new ExponentialBackoff({
      initialDelay: open_ms,
      maxDelay: Math.max(open_ms, open_ms_max),
    }),
    breaker: new ConsecutiveBreaker(failures_max),
  });
  return {
    pause_ms: spacedPauses(open_ms),
    attempt: (make) =>
      policy.execute(make).catch((error: unknown) => {
        if (error instanceof BrokenCircuitError) return "open" as const;
        throw error;
      }),
  };
}
