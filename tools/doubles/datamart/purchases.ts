/** What DataMart sells to a shop: one purchase at a time, whether it came alone or in a bulk. */
import type { OrderBook } from "../supplier/book.ts";
import { changedPrice, newOrder, otherNumber } from "../supplier/order.ts";
import type { Catalogue, Package } from "./catalogue.ts";
import type { OrderFate, RequestFate } from "./fates.ts";
import {
  type DataMartOrder,
  type Destination,
  type Receipt,
  signedWebhook,
  webhookRecord,
  writeMoney,
  type Writing,
} from "./order.ts";
import { type Purchase, refusal } from "./read-purchase.ts";

/** How a shop names its purchase. */
interface PurchaseNames {
  /** By which the shop tells that it is the same order. */
  key: string | undefined;
  /** The reference that the shop asks for. */
  ref?: string | undefined;
}

export class Purchases {
  readonly catalogue: Catalogue;
  readonly #book: OrderBook<DataMartOrder>;
  readonly #destination: Destination | undefined;

  constructor(book: OrderBook<DataMartOrder>, catalogue: Catalogue, destination: Destination | undefined) {
    this.#book = book;
    this.catalogue = catalogue;
    this.#destination = destination;
  }

  /** The order as an answer shows it, which may be about something else. */
  shown(order: DataMartOrder, about: RequestFate["about"]): DataMartOrder {
    if (about === "other number") return { ...order, phone: otherNumber(order.phone) };
    if (about === "other package") return { ...order, capacity: order.capacity + 1 };
    return about === "other reference" ? this.#book.otherThan(order) : order;
  }

  /** @throws {Refusal} if it is not sold to this number */
  offerFor({ network, capacity }: Purchase, { accepts }: Pick<OrderFate, "accepts">): Package {
    if (accepts === "wrong number") throw refusal(400, "Invalid phone number");
    if (accepts === "barred number") throw refusal(403, "This number cannot receive data from this network");
    const offer = this.catalogue.find(network, capacity);
    if (!offer?.inStock) throw refusal(400, "This package is not available");
    return offer;
  }

  /** @throws {Refusal} with 402 if the money is not enough */
  async buy(
    purchase: Purchase,
    { key, ref }: PurchaseNames,
    fate: OrderFate,
    writing: Writing,
  ): Promise<Receipt> {
    await this.#book.think(fate);
    const offer = this.offerFor(purchase, fate);
    offer.price = changedPrice(offer.price, fate.price);
    const { price } = offer;
    const balanceBefore = this.#book.balance;
    if (price > balanceBefore || fate.accepts === "lacks money")
      throw refusal(402, "Insufficient wallet balance", {
        currentBalance: writeMoney(Math.min(balanceBefore, price - 1), writing, "number"),
        requiredAmount: writeMoney(price, writing, "number"),
      });
    const id = this.#book.nextId;
    const order: DataMartOrder = {
      ...newOrder(this.#book.clock.now_ms),
      ...purchase,
      id,
      reference: this.#freeReference(ref) ?? `GN-${id}`,
      key,
      goods: `${purchase.network} ${purchase.capacity} GB`,
      price,
      fate,
      writing,
    };
    await this.#book.enter(order);
    this.#forge(order);
    return { order, balanceBefore, balanceAfter: balanceBefore - price };
  }

  /** Nothing says what a used reference leads to. Here both orders exist, and the second one gets another reference. */
  #freeReference(ref: string | undefined): string | undefined {
    return ref === undefined || this.#book.orders.has(ref) ? undefined : ref;
  }

  #forge(order: DataMartOrder): void {
    const { forgery } = order.fate;
    if (forgery === "none" || this.#destination === undefined) return;
    const { reference } = forgery === "other reference" ? this.#book.otherThan(order) : order;
    const data = webhookRecord({ ...order, reference, state: "completed" });
    this.#book.forgeSoon(signedWebhook(this.#destination, "order.completed", data, forgery));
  }
}
