/** Follows the log for orders that suppliers deliver. One process at a time does; the others are there when it dies. */
import type { Pool } from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import type { LedgerEvent } from "#ledger/core/events.ts";
import { oneAtATime } from "../serve/tasks.ts";
import { beginOrders } from "./order-rows.ts";

/** Orders within this time share a step. */
const gather_ms = 20;

export class OrderFollower {
  readonly #closing = new AbortController();
  readonly #step: () => Promise<void>;
  /** Whether any package has a supplier. Without, a purchase pays for nothing here. */
  #isWanted = true;
  #timer: NodeJS.Timeout | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(pool: Pool, onError: (error: unknown) => void) {
    this.#step = oneAtATime(async () => {
      if (this.#closing.signal.aborted) return;
      try {
        this.#isWanted = await beginOrders(pool);
      } catch (error) {
        onError(error);
      }
      await sleep(gather_ms);
    });
  }

  /** `poll_ms`: how often the log is looked at without being told to. */
  start(poll_ms: number): void {
    this.#timer = setInterval(() => this.#wake(), poll_ms);
    this.#wake();
  }

  /** Tells it of new events in the log. Returns at once. The start looks after what is in the log before it. */
  follow(events: readonly LedgerEvent[]): void {
    if (this.#timer === undefined) return;
    if (events.some(({ type }) => type === "package_routes_changed")) this.#isWanted = true;
    if (this.#isWanted && events.some(({ type }) => type === "order_placed")) this.#wake();
  }

  #wake(): void {
    this.#last = this.#step();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#last;
  }
}
