/** What was done for each idempotency key, so that a repeated request gets the same outcome and buys nothing. */
import type { DoubleClock } from "../clock.ts";
import type { OrderFate } from "./fates.ts";
import { refusal } from "./read-purchase.ts";

/** Work that has begun for a request. */
export interface Work<T> {
  /** Whether a refusal uses the key up. */
  memory: OrderFate["memory"];
  outcome: Promise<T>;
}

interface KeyEntry<T> {
  at_ms: number;
  isOpen: boolean;
  outcome: Promise<T>;
}

/** Documented: after 24 hours a key is forgotten. */
const key_ms = 24 * 60 * 60_000;

export class IdempotencyKeys<T> {
  readonly #clock: DoubleClock;
  readonly #entries = new Map<string, KeyEntry<T>>();

  constructor(clock: DoubleClock) {
    this.#clock = clock;
  }

  /**
   * Begins the work if the key is not remembered, and otherwise has the outcome of the first time.
   * @throws {Refusal} while the first request is worked on, and whenever that request was refused
   */
  async once(key: string | undefined, begin: () => Work<T>): Promise<T> {
    const known = key === undefined ? undefined : this.#entries.get(key);
    const at_ms = this.#clock.now_ms;
    if (known?.isOpen) throw refusal(409, "Request is still in progress", { code: "REQUEST_IN_PROGRESS" });
    if (known && at_ms - known.at_ms < key_ms) return known.outcome;
    const { memory, outcome } = begin();
    if (key === undefined) return outcome;
    const entry = { at_ms, isOpen: true, outcome };
    this.#entries.set(key, entry);
    try {
      return await outcome;
    } catch (error) {
      if (memory === "orders") this.#entries.delete(key);
      throw error;
    } finally {
      entry.isOpen = false;
    }
  }
}
