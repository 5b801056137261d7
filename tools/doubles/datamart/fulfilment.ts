/** What becomes of an accepted order: what its number gets, what the API says, and where its money goes. */
import type { Random } from "../../demo/random.ts";
import type { OrderFate } from "./fates.ts";
import { type DataMartOrder, type State, webhookRecord } from "./order.ts";
import { sendWebhook, type WebhookLine } from "./webhooks.ts";

const second_ms = 1000;
const minute_ms = 60 * second_ms;
const hour_ms = 60 * minute_ms;
const day_ms = 24 * hour_ms;
/** When an order is processed after it was accepted. */
const processing_ms = { short: 2 * second_ms, waiting: 10 * minute_ms } as const;
/** After how long the API says the opposite, or the money of a failed order comes back. */
const later_ms = hour_ms;

/** After which times a webhook is sent. With "first" it is sent at once, before the answer. */
const webhooks_ms: Record<OrderFate["webhook"], readonly number[]> = {
  after: [second_ms],
  first: [],
  twice: [second_ms, 2 * second_ms],
  late: [3 * day_ms],
  "out of order": [second_ms],
  never: [],
};
const outOfOrder_ms = [6 * hour_ms];

export class Fulfilment {
  readonly #line: WebhookLine;
  readonly #deliver_ms: { min: number; max: number };
  readonly #payBack: (order: DataMartOrder) => void;

  constructor(
    line: WebhookLine,
    deliver_ms: { min: number; max: number },
    payBack: (order: DataMartOrder) => void,
  ) {
    this.#line = line;
    this.#deliver_ms = deliver_ms;
    this.#payBack = payBack;
  }

  /** Resolves when the answer to the purchase may be sent. */
  async begin(order: DataMartOrder, random: Random): Promise<void> {
    const { queue } = order.fate;
    const { min, max } = this.#deliver_ms;
    await this.#announce(order, "order.created");
    if (queue === "waiting") this.#later(order, second_ms, () => this.#report(order, "waiting"));
    this.#later(order, processing_ms[queue], () => this.#report(order, "processing"));
    this.#later(order, processing_ms[queue] + random.whole(min, max), () => this.#end(order));
  }

  /** A person delivers the order. */
  deliver(order: DataMartOrder): void {
    order.isByHand = true;
    order.delivered = "all";
    this.#report(order, "completed");
  }

  /** A person gives the order up. Its fate still says whether its money comes back. */
  fail(order: DataMartOrder): void {
    order.isByHand = true;
    this.#fail(order);
  }

  /** A person gives the money back. */
  refund(order: DataMartOrder): void {
    order.isByHand = true;
    this.#returnMoney(order);
    this.#report(order, "refunded");
  }

  #end(order: DataMartOrder): void {
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

  #complete(order: DataMartOrder): void {
    order.delivered = "all";
    this.#report(order, "completed");
  }

  #fail(order: DataMartOrder): void {
    const { refund } = order.fate;
    this.#report(order, "failed");
    if (refund === "at once" || refund === "silent") this.#returnMoney(order);
    if (refund === "at once") this.#report(order, "refunded");
    if (refund !== "later") return;
    this.#line.clock.at(this.#line.clock.now_ms + later_ms, () => {
      if (order.state !== "failed") return;
      this.#returnMoney(order);
      this.#report(order, "refunded");
    });
  }

  #returnMoney(order: DataMartOrder): void {
    if (order.isRefunded) return;
    order.isRefunded = true;
    this.#payBack(order);
  }

  /** Changes what the API says. */
  #report(order: DataMartOrder, state: State): void {
    order.state = state;
    order.updated_ms = this.#line.clock.now_ms;
    // Documented: there is no event for waiting.
    if (state !== "waiting") void this.#announce(order, `order.${state}`);
  }

  async #announce(order: DataMartOrder, event: string): Promise<void> {
    const { webhook } = order.fate;
    const { clock } = this.#line;
    const data = webhookRecord(order);
    if (webhook === "first") await sendWebhook(this.#line, event, data);
    const isEarly = event === "order.created" || event === "order.processing";
    const pauses = webhook === "out of order" && isEarly ? outOfOrder_ms : webhooks_ms[webhook];
    for (const pause_ms of pauses)
      clock.at(clock.now_ms + pause_ms, () => void sendWebhook(this.#line, event, data));
  }

  #later(order: DataMartOrder, ms: number, act: () => void): void {
    this.#line.clock.at(this.#line.clock.now_ms + ms, () => {
      if (!order.isByHand) act();
    });
  }
}
