/** The account of one shop at a supplier: its money, its orders, and what becomes of them when time passes. */
import type { DoubleClock } from "../clock.ts";
import { type Fates, randomOf } from "../fate.ts";
import { fateByEnding } from "./fates.ts";
import { Fulfilment } from "./fulfilment.ts";
import type { SupplierOrder } from "./order.ts";
import { sendWebhook, type Webhook, type WebhookLine } from "./webhooks.ts";

/** What is asked of the double of every supplier. */
export interface SupplierOptions {
  seed: number;
  /** What the shop has paid in already, in hundredths of the account's currency. */
  opening: number;
  /** Without it, the double has a clock of its own that stands still. */
  clock?: DoubleClock | undefined;
  /** Lets the last two digits of the receiver's number choose what happens (fateByEnding). */
  phonesChoose?: boolean | undefined;
  /** Orders get ids above it, so that those of an earlier double do not come again. */
  firstId?: number | undefined;
  /** How long a delivery takes. */
  deliver_ms?: { min: number; max: number } | undefined;
  /** 0 for any free one. */
  port?: number | undefined;
}

interface Ways<O extends SupplierOrder> {
  fates: Fates<O["fate"]>;
  line: WebhookLine;
  /** What the shop is told of an order that is now in this state; undefined if the supplier does not tell it. */
  webhookOf: (order: O) => Webhook | undefined;
}

/** DataMart's page says: seconds to two hours. */
const usualDeliver_ms = { min: 5000, max: 7_200_000 };
const usualFirstId = 260_000;
const second_ms = 1000;
const minute_ms = 60 * second_ms;
/** How long a purchase takes with the fate "slow". */
const slow_ms = 30 * second_ms;
/** How long an order with the lookup "late" is not found. */
const unknown_ms = 10 * minute_ms;

export class OrderBook<O extends SupplierOrder> {
  readonly orders = new Map<string, O>();
  readonly fatesByPhone = new Map<string, Partial<O["fate"]>>();
  readonly fulfilment: Fulfilment<O>;
  /** In hundredths of the account's currency. */
  balance: number;
  readonly #options: SupplierOptions;
  readonly #ways: Ways<O>;
  readonly #firstByKey = new Map<string, string>();
  readonly #counts = new Map<unknown, number>();
  #minute = 0;

  constructor(options: SupplierOptions, ways: Ways<O>) {
    this.#options = options;
    this.#ways = ways;
    this.balance = options.opening;
    this.fulfilment = new Fulfilment({
      ...ways,
      deliver_ms: options.deliver_ms ?? usualDeliver_ms,
      payBack: (order) => (this.balance += order.price),
    });
  }

  get clock(): DoubleClock {
    return this.#ways.line.clock;
  }

  get fates(): Fates<O["fate"]> {
    return this.#ways.fates;
  }

  get nextId(): number {
    return (this.#options.firstId ?? usualFirstId) + this.orders.size + 1;
  }

  /** Counts a request by the minute of the clock, so a limit is met sooner when time runs faster. */
  isOver(counted: unknown, max: number): boolean {
    const minute = Math.floor(this.clock.now_ms / minute_ms);
    if (minute !== this.#minute) this.#counts.clear();
    this.#minute = minute;
    const count = (this.#counts.get(counted) ?? 0) + 1;
    this.#counts.set(counted, count);
    return count > max;
  }

  nextFate(phone: string): O["fate"] {
    const byEnding: Partial<O["fate"]> | undefined = this.#options.phonesChoose
      ? fateByEnding[phone.slice(-2)]
      : undefined;
    return this.fates.next("", this.fatesByPhone.get(phone) ?? byEnding);
  }

  /** How long the supplier thinks before it has bought anything. */
  async think({ work }: O["fate"]): Promise<void> {
    if (work === "slow")
      await new Promise<void>((resolve) => this.clock.at(this.clock.now_ms + slow_ms, resolve));
  }

  /** Charges an order and begins to work on it. Resolves when the answer to the purchase may be sent. */
  async enter(order: O): Promise<void> {
    const { clock, journal } = this.#ways.line;
    this.balance -= order.price;
    this.orders.set(order.reference, order);
    const { key } = order;
    const first = key === undefined ? undefined : this.#firstByKey.get(key);
    if (key !== undefined && first === undefined) this.#firstByKey.set(key, order.reference);
    else if (key !== undefined && first !== undefined)
      journal.doublePurchases.push({ at_ms: clock.now_ms, key, references: [first, order.reference] });
    await this.fulfilment.begin(order, randomOf(this.#options.seed + 2, order.id));
  }

  /** Sends an attacker's webhook while an order is processed. */
  forgeSoon(webhook: Webhook): void {
    this.clock.at(this.clock.now_ms + second_ms, () => void sendWebhook(this.#ways.line, webhook));
  }

  /** @throws if there is no such order */
  find(reference: string): O {
    const order = this.orders.get(reference);
    if (!order) throw new Error("Order not found");
    return order;
  }

  /** What the API finds. Undefined does not mean that there is no such order. */
  lookUp(reference: string): O | undefined {
    const order = this.orders.get(reference);
    const isLate = order?.fate.lookup === "late" && this.clock.now_ms - order.created_ms < unknown_ms;
    return isLate || order?.fate.lookup === "never" ? undefined : order;
  }

  /** The last other order, or one that does not exist. */
  otherThan(order: O): O {
    const last = [...this.orders.values()].slice(-2).findLast((one) => one !== order);
    return last ?? { ...order, reference: `${order.reference}0`, id: order.id * 10 };
  }
}
