import type { DoubleClock } from "../clock.ts";

const minute_ms = 60_000;

/** Counts requests by the minute of a double's clock, so a limit is met sooner when time runs faster. */
export class MinuteCounter {
  readonly #clock: DoubleClock;
  readonly #counts = new Map<unknown, number>();
  #minute = 0;

  constructor(clock: DoubleClock) {
    this.#clock = clock;
  }

  /** Counts the request. */
  isOver(counted: unknown, max: number): boolean {
    const minute = Math.floor(this.#clock.now_ms / minute_ms);
    if (minute !== this.#minute) this.#counts.clear();
    this.#minute = minute;
    const count = (this.#counts.get(counted) ?? 0) + 1;
    this.#counts.set(counted, count);
    return count > max;
  }
}
