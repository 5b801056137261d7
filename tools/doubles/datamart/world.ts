/** The world of one DataMart account: its balance, its orders, and what becomes of them when time passes. */
import type { DoubleClock } from "../clock.ts";
import { FateQueue, randomOf } from "../fate.ts";
import { Catalogue, type Package } from "./catalogue.ts";
import { type DataMartShares, fateByEnding, type OrderFate, orderKinds, type RequestFate } from "./fates.ts";
import { Fulfilment } from "./fulfilment.ts";
import { type DataMartOrder, type Receipt, webhookRecord, writeMoney, type Writing } from "./order.ts";
import { type Purchase, Refusal } from "./read-purchase.ts";
import { forgeWebhook, type WebhookLine } from "./webhooks.ts";

export interface WorldOptions {
  seed: number;
  shares: DataMartShares;
  phonesChoose: boolean;
  line: WebhookLine;
  /** The shop's balance, in pesewas. */
  opening: number;
  /** Orders get ids above it. */
  firstId: number;
  deliver_ms: { min: number; max: number };
}

/** A key and the purchase that was made with it. */
interface Work {
  at_ms: number;
  isOpen: boolean;
  outcome: Promise<Receipt>;
}

const second_ms = 1000;
const minute_ms = 60 * second_ms;
/** Documented: after 24 hours a key is forgotten. */
const key_ms = 24 * 60 * minute_ms;
/** How long a purchase takes with the fate "slow". */
const slow_ms = 30 * second_ms;
/** How long order-status does not find an order with the fate "late". */
const unknown_ms = 10 * minute_ms;

export class DataMartWorld {
  readonly orders = new Map<string, DataMartOrder>();
  readonly catalogue = new Catalogue();
  readonly fates: FateQueue<typeof orderKinds>;
  readonly fatesByPhone = new Map<string, Partial<OrderFate>>();
  readonly fulfilment: Fulfilment;
  /** In pesewas. */
  balance: number;
  readonly #options: WorldOptions;
  readonly #works = new Map<string, Work>();
  readonly #firstByKey = new Map<string, string>();

  constructor(options: WorldOptions) {
    const { seed, shares, line, deliver_ms } = options;
    this.#options = options;
    this.balance = options.opening;
    this.fates = new FateQueue(orderKinds, shares.order ?? {}, seed);
    this.fulfilment = new Fulfilment(line, deliver_ms, (order) => (this.balance += order.price));
  }

  get clock(): DoubleClock {
    return this.#options.line.clock;
  }

  /** @throws {Refusal} 404 if there is no such order */
  find(reference: string): DataMartOrder {
    const order = this.orders.get(reference);
    if (!order) throw new Refusal(404, "Order not found");
    return order;
  }

  /** What order-status finds. @throws {Refusal} 404, which does not mean that there is no such order */
  lookUp(reference: string): DataMartOrder {
    const order = this.find(reference);
    const { lookup } = order.fate;
    const isUnknown =
      lookup === "never" || (lookup === "late" && this.clock.now_ms - order.created_ms < unknown_ms);
    if (isUnknown) throw new Refusal(404, "Order not found");
    return order;
  }

  /** With a key that is remembered, nothing is bought. @throws {Refusal} */
  async purchase(input: Purchase, key: string | undefined, writing: Writing): Promise<Receipt> {
    const known = key === undefined ? undefined : this.#works.get(key);
    const at_ms = this.clock.now_ms;
    if (known?.isOpen)
      throw new Refusal(409, "Request is still in progress", { code: "REQUEST_IN_PROGRESS" });
    if (known && at_ms - known.at_ms < key_ms) return known.outcome;
    const fate = this.#fateOf(input);
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
    return about === "other reference" ? this.#otherThan(order) : order;
  }

  #fateOf({ phone }: Purchase): OrderFate {
    const byEnding = this.#options.phonesChoose ? fateByEnding[phone.slice(-2)] : {};
    return this.fates.next("", this.fatesByPhone.get(phone) ?? byEnding);
  }

  async #buy(input: Purchase, key: string | undefined, fate: OrderFate, writing: Writing): Promise<Receipt> {
    if (fate.work === "slow") await this.#pause(slow_ms);
    const { price } = this.#offer(input, fate);
    const balanceBefore = this.balance;
    if (price > balanceBefore || fate.accepts === "lacks money")
      throw new Refusal(402, "Insufficient wallet balance", {
        currentBalance: writeMoney(Math.min(balanceBefore, price - 1), writing, "number"),
        requiredAmount: writeMoney(price, writing, "number"),
      });
    this.balance -= price;
    const order = this.#add(input, { key, price, fate, writing });
    await this.fulfilment.begin(order, randomOf(this.#options.seed + 2, order.id));
    this.#forge(order);
    return { order, balanceBefore, balanceAfter: balanceBefore - price };
  }

  /** @throws {Refusal} if it is not sold to this number */
  #offer({ network, capacity }: Purchase, { accepts, price }: OrderFate): Package {
    if (accepts === "wrong number") throw new Refusal(400, "Invalid phone number");
    if (accepts === "barred number")
      throw new Refusal(403, "This number cannot receive data from this network");
    const offer = this.catalogue.find(network, capacity);
    if (!offer?.inStock) throw new Refusal(400, "This package is not available");
    if (price === "raised") offer.price = Math.ceil(offer.price * 1.1);
    if (price === "lowered") offer.price = Math.floor(offer.price * 0.9);
    return offer;
  }

  #add(input: Purchase, terms: Pick<DataMartOrder, "key" | "price" | "fate" | "writing">): DataMartOrder {
    const now_ms = this.clock.now_ms;
    const id = this.#options.firstId + this.orders.size + 1;
    const order: DataMartOrder = {
      ...input,
      ...terms,
      id,
      reference: `GN-${id}`,
      delivered: "nothing",
      isRefunded: false,
      state: "pending",
      created_ms: now_ms,
      updated_ms: now_ms,
      isByHand: false,
    };
    this.orders.set(order.reference, order);
    if (terms.key !== undefined) this.#noteKey(terms.key, order.reference);
    return order;
  }

  #noteKey(key: string, reference: string): void {
    const first = this.#firstByKey.get(key);
    if (first === undefined) this.#firstByKey.set(key, reference);
    else {
      const { journal } = this.#options.line;
      journal.doublePurchases.push({ at_ms: this.clock.now_ms, key, references: [first, reference] });
    }
  }

  #forge(order: DataMartOrder): void {
    const { forgery } = order.fate;
    if (forgery === "none") return;
    const { reference } = forgery === "other reference" ? this.#otherThan(order) : order;
    const data = webhookRecord({ ...order, reference, state: "completed" });
    this.clock.at(this.clock.now_ms + second_ms, () => {
      void forgeWebhook(this.#options.line, "order.completed", data, forgery);
    });
  }

  /** The last other order, or one that does not exist. */
  #otherThan(order: DataMartOrder): DataMartOrder {
    const last = [...this.orders.values()].slice(-2).findLast((one) => one !== order);
    return last ?? { ...order, reference: `${order.reference}0`, id: order.id * 10 };
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.clock.at(this.clock.now_ms + ms, resolve));
  }
}

function otherNumber(phone: string): string {
  return phone.slice(0, -1) + ((Number(phone.at(-1)) + 1) % 10);
}
