import { setTimeout as sleep } from "node:timers/promises";

interface Patience {
  /** For ever by default. */
  ms_max?: number;
  pause_ms?: number;
}

/** Looks again and again. @returns the first thing that it sees; undefined if it sees nothing in time */
export async function waitFor<T>(
  look: () => T | Promise<T>,
  { ms_max = Number.POSITIVE_INFINITY, pause_ms = 20 }: Patience = {},
): Promise<Exclude<T, undefined | null | false | 0> | undefined> {
  for (const end_ms = performance.now() + ms_max; ; await sleep(pause_ms)) {
    const seen = await look();
    if (seen) return seen as Exclude<T, undefined | null | false | 0>;
    if (performance.now() >= end_ms) return undefined;
  }
}

/** Works on all items, so many at once. */
export async function inLanes<T>(
  lanes: number,
  items: Iterable<T>,
  work: (item: T, lane: number) => Promise<unknown>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const lane = async (_: unknown, number: number) => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value, number);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
