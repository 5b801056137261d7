/** What becomes of an accepted order: what its number gets, what the API says, and where its money goes. */
import type { Random } from "../../demo/random.ts";
import type { SupplierOrderFate } from "./fates.ts";
import type { State, SupplierOrder } from "./order.ts";
import { sendWebhook, type Webhook, type WebhookLine } from "./webhooks.ts";

const second_ms = 1000;
const minute_ms = 60 * second_ms;
const hour_ms = 60 * minute_ms;
const day_ms = 24 * hour_ms;
/** When an order is processed after it was accepted. */
const processing_ms = { short: 2 * second_ms, waiting: 10 * minute_ms } as const;
/** After how long the API says the opposite, or the money of a failed order comes back. */
const later_ms = hour_ms;

/** After which times a webhook is sent. With "first" it is sent at once, before the answer. */
const webhooks_ms: Record<SupplierOrderFate["webhook"], readonly number[]> = {
  after: [second_ms],
  first: [],
  twice: [second_ms, 2 * second_ms],
  late: [3 * day_ms],
  "out of order": [second_ms],
  never: [],
};
const outOfOrder_ms = [6 * hour_ms];

interface FulfilmentOptions<O> {
  line: WebhookLine;
  deliver_ms: { min: number; max: number };
  /** What the shop is told of an order that is now in this state; undefined if the supplier does not tell it. */
  webhookOf: (order: O) => Webhook | undefined;
  payBack: (order: O) => void;
}

export class Fulfilment<O extends SupplierOrder> {
  readonly #options: FulfilmentOptions<O>;

  constructor(options: FulfilmentOptions<O>) {
    this.#options = options;
  }

  /** Resolves when the answer to the purchase may be sent. */
  async begin(order: O, random: Random): Promise<void> {
    const { queue } = order.fate;
    const { min, max } = this.#options.deliver_ms;
    await this.#announce(order);
    if (queue === "waiting") this.#later(order, second_ms, () => this.#report(order, "waiting"));
    this.#later(order, processing_ms[queue], () => this.#report(order, "processing"));
    this.#later(order, processing_ms[queue] + random.whole(min, max), () => this.#end(order));
  }

  /** A person delivers the order. */
  deliver(order: O): void {
    order.isByHand = true;
    order.delivered = "all";
    this.#report(order, "completed");
  }

  /** A person gives the order up. Its fate still says whether its money comes back. */
  fail(order: O): void {
    order.isByHand = true;
    this.#fail(order);
  }

  /** A person gives the money back. */
  refund(order: O): void {
    order.isByHand = true;
    this.#returnMoney(order);
    this.#report(order, "refunded");
  }

  #end(order: O): void {
    const { ends } = order.fate;
    switch (ends) {
      case "completed":
        return this.#complete(order);
      case "failed":
        return this.#fail(order);
      case "delivered, says failed":
        order.delivered = "all";
        return this.#fail(order);
      case "completed, later failed":
        this.#later(order, later_ms, () => this.#fail(order));
        return this.#report(order, "completed");
      case "failed, later completed":
        this.#later(order, later_ms, () => this.#complete(order));
        return this.#fail(order);
      case "stuck":
        return;
      case "stuck, delivered":
        order.delivered = "all";
        return;
      case "partial":
        order.delivered = "part";
        return this.#report(order, "partial");
      case "unknown word":
        return this.#report(order, "on_hold");
      default:
        return ends satisfies never;
    }
  }

  #complete(order: O): void {
    order.delivered = "all";
    this.#report(order, "completed");
  }

  #fail(order: O): void {
    const { refund } = order.fate;
    this.#report(order, "failed");
    if (refund === "at once" || refund === "silent") this.#returnMoney(order);
    if (refund === "at once") this.#report(order, "refunded");
    if (refund !== "later") return;
    this.#at(later_ms, () => {
      if (order.state !== "failed") return;
      this.#returnMoney(order);
      this.#report(order, "refunded");
    });
  }

  #returnMoney(order: O): void {
    if (order.isRefunded) return;
    order.isRefunded = true;
    this.#options.payBack(order);
  }

  /** Changes what the API says. */
  #report(order: O, state: State): void {
    order.state = state;
    order.updated_ms = this.#options.line.clock.now_ms;
    void this.#announce(order);
  }

  async #announce(order: O): Promise<void> {
    const { line, webhookOf } = this.#options;
    const { webhook } = order.fate;
    const told = webhookOf(order);
    if (told === undefined) return;
    if (webhook === "first") await sendWebhook(line, told);
    const isEarly = order.state === "pending" || order.state === "processing";
    const pauses = webhook === "out of order" && isEarly ? outOfOrder_ms : webhooks_ms[webhook];
    for (const pause_ms of pauses) this.#at(pause_ms, () => void sendWebhook(line, told));
  }

  #later(order: O, ms: number, act: () => void): void {
    this.#at(ms, () => {
      if (!order.isByHand) act();
    });
  }

  #at(ms: number, act: () => void): void {
    const { clock } = this.#options.line;
    clock.at(clock.now_ms + ms, act);
  }
}
