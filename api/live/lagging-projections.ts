/**
 * Projections that may lag behind the log: the index for searching orders, the sales by network and agent, and the sums of
 * days, of costs and of blocks.
 */
import type { Logger } from "pino";
import { type EventType, type LedgerEvent, movementTypes } from "#ledger/core/events.ts";
import { countBlocks, countCosts, countDays, countSales } from "#ledger/reports/counts.ts";
import { indexOrders } from "#ledger/orders/search-index.ts";
import type { Database } from "#ledger/tables/open-reads.ts";

interface LaggingProjection {
  name: string;
  /** The events that it is made from. */
  sources: readonly EventType[];
  /** Processes one portion of events. True if there is more to do. */
  processPortion: (db: Database) => Promise<boolean>;
}

/**
 * A search and a closing also read what is not in their projection yet. The statistics leave out what is not counted yet.
 */
const laggingProjections: readonly LaggingProjection[] = [
  { name: "indexing orders", sources: ["order_placed"], processPortion: indexOrders },
  {
    name: "counting sales",
    sources: ["order_placed", "order_completed", "order_rejected"],
    processPortion: countSales,
  },
  {
    name: "counting days",
    sources: movementTypes,
    processPortion: countDays,
  },
  {
    name: "counting costs",
    sources: ["fulfilment_accepted", "fulfilment_returned", "fulfilment_delivered", "fulfilment_settled"],
    processPortion: countCosts,
  },
  { name: "counting blocks", sources: movementTypes, processPortion: countBlocks },
];

/** The events of this time are processed together. */
const pause_ms = 500;

export class LaggingProjections {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #timers = new Map<LaggingProjection, NodeJS.Timeout>();
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
    for (const projection of laggingProjections) this.#schedule(projection);
  }

  follow(events: LedgerEvent[]): void {
    for (const projection of laggingProjections)
      if (events.some(({ type }) => projection.sources.includes(type))) this.#schedule(projection);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await this.#running;
  }

  #schedule(projection: LaggingProjection): void {
    if (this.#closed || this.#timers.has(projection)) return;
    const timer = setTimeout(() => {
      // An event that arrives from now on sets a new timer.
      this.#timers.delete(projection);
      this.#running = this.#running.then(() => this.#catchUp(projection));
    }, pause_ms);
    this.#timers.set(projection, timer);
  }

  async #catchUp(projection: LaggingProjection): Promise<void> {
    try {
      while (!this.#closed && (await projection.processPortion(this.#db)));
    } catch (error) {
      this.#log.warn(
        { code: Reflect.get(error as object, "code") },
        `${projection.name} failed and will be retried`,
      );
      this.#schedule(projection);
    }
  }
}
