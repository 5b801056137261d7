/** Works beside the purchases, a little later, in portions: what follows from the log and may wait half a second. */
import type { Logger } from "pino";
import type { EventType, LedgerEvent } from "#ledger/decide/events.ts";
import { indexOrders } from "#ledger/store/catch-up/order-search.ts";
import type { Database } from "#ledger/store/read/database.ts";
import { countSales } from "#ledger/store/catch-up/sales-count.ts";

interface Work {
  name: string;
  /** Events that make work. */
  wakes: readonly EventType[];
  /** Does one portion; true where there is more to do. */
  portion: (db: Database) => Promise<boolean>;
}

/** What it has not reached yet, a search looks through, and the statistics do not know. */
const works: readonly Work[] = [
  { name: "indexing orders", wakes: ["order_placed"], portion: indexOrders },
  {
    name: "counting sales",
    wakes: ["order_placed", "order_completed", "order_rejected"],
    portion: countSales,
  },
];

/** What happens within this time is worked on together. */
const pause_ms = 500;

export class CatchUp {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #timers = new Map<Work, NodeJS.Timeout>();
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
    for (const work of works) this.#wake(work);
  }

  follow(events: LedgerEvent[]): void {
    for (const work of works) if (events.some(({ type }) => work.wakes.includes(type))) this.#wake(work);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await this.#running;
  }

  #wake(work: Work): void {
    if (this.#closed || this.#timers.has(work)) return;
    const timer = setTimeout(() => {
      // From here on a new event sets the next time.
      this.#timers.delete(work);
      this.#running = this.#running.then(() => this.#catchUp(work));
    }, pause_ms);
    this.#timers.set(work, timer);
  }

  async #catchUp(work: Work): Promise<void> {
    try {
      while (!this.#closed && (await work.portion(this.#db)));
    } catch (error) {
      this.#log.warn({ code: Reflect.get(error as object, "code") }, `${work.name}: will try again`);
      this.#wake(work);
    }
  }
}
