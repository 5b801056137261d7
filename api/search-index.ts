/** Works beside the purchases, a little later: what it has not reached yet, a search looks through. */
import type { Logger } from "pino";
import type { LedgerEvent } from "#ledger/decide/events.ts";
import { indexOrders } from "#ledger/store/order-search.ts";
import type { Database } from "#ledger/store/reads/database.ts";

/** Purchases within this time are indexed together. */
const pause_ms = 500;

export class SearchIndex {
  readonly #db: Database;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
    this.#wake();
  }

  follow(events: LedgerEvent[]): void {
    if (events.some(({ type }) => type === "order_placed")) this.#wake();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #wake(): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => {
      // From here on a new purchase sets the next time.
      this.#timer = undefined;
      this.#running = this.#running.then(() => this.#catchUp());
    }, pause_ms);
  }

  async #catchUp(): Promise<void> {
    try {
      while (!this.#closed && (await indexOrders(this.#db)));
    } catch (error) {
      this.#log.warn({ code: Reflect.get(error as object, "code") }, "indexing orders: will try again");
      this.#wake();
    }
  }
}
