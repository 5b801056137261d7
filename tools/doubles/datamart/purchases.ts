/** What DataMart sells to a shop, once for each idempotency key that it remembers. */
import type { OrderBook } from "../supplier/book.ts";
import { changedPrice, newOrder, otherNumber } from "../supplier/order.ts";
import type { Catalogue, Package } from "./catalogue.ts";
import type { OrderFate, RequestFate } from "./fates.ts";
import { type DataMartOrder, type Receipt, webhookRecord, writeMoney, type Writing } from "./order.ts";
import { type Purchase, refusal } from "./read-purchase.ts";
import { type Destination, forgedWebhook } from "./webhooks.ts";

/** A key and the purchase that was made with it. */
interface Work {
  at_ms: number;
  isOpen: boolean;
  outcome: Promise<Receipt>;
}

/** Documented: after 24 hours a key is forgotten. */
const key_ms = 24 * 60 * 60_000;

export class Purchases {
  readonly catalogue: Catalogue;
  readonly #book: OrderBook<DataMartOrder>;
  readonly #destination: Destination | undefined;
  readonly #works = new Map<string, Work>();

  constructor(book: OrderBook<DataMartOrder>, catalogue: Catalogue, destination: Destination | undefined) {
    this.#book = book;
    this.catalogue = catalogue;
    this.#destination = destination;
  }

  /** With a key that is remembered, nothing is bought. @throws {Refusal} */
  async purchase(input: Purchase, key: string | undefined, writing: Writing): Promise<Receipt> {
    const known = key === undefined ? undefined : this.#works.get(key);
    const at_ms = this.#book.clock.now_ms;
    if (known?.isOpen) throw refusal(409, "Request is still in progress", { code: "REQUEST_IN_PROGRESS" });
    if (known && at_ms - known.at_ms < key_ms) return known.outcome;
    const fate = this.#book.nextFate(input.phone);
    const outcome = this.#buy(input, key, fate, writing);
    if (key === undefined) return outcome;
    const work = { at_ms, isOpen: true, outcome };
    this.#works.set(key, work);
    try {
      return await outcome;
    } catch (error) {
      if (fate.memory === "orders") this.#works.delete(key);
      throw error;
    } finally {
      work.isOpen = false;
    }
  }

  /** The order as an answer shows it, which may be about something else. */
  shown(order: DataMartOrder, about: RequestFate["about"]): DataMartOrder {
    if (about === "other number") return { ...order, phone: otherNumber(order.phone) };
    if (about === "other package") return { ...order, capacity: order.capacity + 1 };
    return about === "other reference" ? this.#book.otherThan(order) : order;
  }

  async #buy(input: Purchase, key: string | undefined, fate: OrderFate, writing: Writing): Promise<Receipt> {
    await this.#book.think(fate);
    const { price } = this.#offer(input, fate);
    const balanceBefore = this.#book.balance;
    if (price > balanceBefore || fate.accepts === "lacks money")
      throw refusal(402, "Insufficient wallet balance", {
        currentBalance: writeMoney(Math.min(balanceBefore, price - 1), writing, "number"),
        requiredAmount: writeMoney(price, writing, "number"),
      });
    const id = this.#book.nextId;
    const order: DataMartOrder = {
      ...newOrder(this.#book.clock.now_ms),
      ...input,
      id,
      reference: `GN-${id}`,
      key,
      goods: `${input.network} ${input.capacity} GB`,
      price,
      fate,
      writing,
    };
    await this.#book.enter(order);
    this.#forge(order);
    return { order, balanceBefore, balanceAfter: balanceBefore - price };
  }

  /** @throws {Refusal} if it is not sold to this number */
  #offer({ network, capacity }: Purchase, { accepts, price }: OrderFate): Package {
    if (accepts === "wrong number") throw refusal(400, "Invalid phone number");
    if (accepts === "barred number") throw refusal(403, "This number cannot receive data from this network");
    const offer = this.catalogue.find(network, capacity);
    if (!offer?.inStock) throw refusal(400, "This package is not available");
    offer.price = changedPrice(offer.price, price);
    return offer;
  }

  #forge(order: DataMartOrder): void {
    const { forgery } = order.fate;
    if (forgery === "none" || this.#destination === undefined) return;
    const { reference } = forgery === "other reference" ? this.#book.otherThan(order) : order;
    const data = webhookRecord({ ...order, reference, state: "completed" });
    this.#book.forgeSoon(forgedWebhook(this.#destination, "order.completed", data, forgery));
  }
}
