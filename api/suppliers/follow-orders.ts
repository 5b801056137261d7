/** Follows the log for orders that suppliers deliver. One process at a time does; the others are there when it dies. */
import type { Pool } from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import { oneAtATime } from "../serve/tasks.ts";
import { beginOrders } from "./order-rows.ts";

/** Orders within this time share a step. */
const gather_ms = 20;

export class OrderFollower {
  readonly #closing = new AbortController();
  readonly #step: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(pool: Pool, onError: (error: unknown) => void) {
    this.#step = oneAtATime(async () => {
      if (this.#closing.signal.aborted) return;
      await beginOrders(pool).catch(onError);
      await sleep(gather_ms);
    });
  }

  /** `poll_ms`: how often the log is looked at without being told to. */
  start(poll_ms: number): void {
    this.#timer = setInterval(() => this.wake(), poll_ms);
    this.wake();
  }

  /** Tells it that the log may have new events. Returns at once. */
  wake(): void {
    this.#last = this.#step();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#last;
  }
}
