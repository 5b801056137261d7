/** The world of one Paystack account: its payments, and what their customers do when time passes. */
import type { DoubleClock } from "../clock.ts";
import { drawFate, FateQueue, randomOf } from "../fate.ts";
import {
  alwaysPays,
  fateByEnding,
  type PaymentFate,
  paymentKinds,
  type PaystackShares,
  requestKinds,
} from "./fates.ts";
import { netOf, newPayment, pay, type Payment } from "./payment.ts";
import { type NewCharge, type NewCheckout, refusal, unknownReference } from "./read-request.ts";
import { transactionRecord, type Unnoticed } from "./records.ts";
import { forgeWebhook, sendWebhook, type WebhookLine } from "./webhooks.ts";

export interface WorldOptions {
  seed: number;
  shares?: PaystackShares;
  /** Lets the last two digits of the payer's number choose what happens (fateByEnding). */
  phonesChoose?: boolean;
  /** What the rail owes the shop already, in pesewas. */
  opening?: number | undefined;
  /** Payments get ids above it, so that those of an earlier double do not come again. */
  firstId?: number | undefined;
  /** How long a customer thinks. */
  react_ms?: { min: number; max: number } | undefined;
}

const second_ms = 1000;
const day_ms = 24 * 60 * 60 * second_ms;
/** How long a prompt can be approved. Not documented; this is what customers report. */
const prompt_ms = 180 * second_ms;
const otp_ms = 600 * second_ms;
const usualReact_ms = { min: 4 * second_ms, max: 90 * second_ms } as const;
const late_ms = { min: 60 * second_ms, max: 2 * day_ms } as const;
/** How long verify does not know of a payment or its reversal, with the fate "lags". */
const lag_ms = 60 * second_ms;

export class PaystackWorld {
  readonly payments = new Map<string, Payment>();
  readonly line: WebhookLine;
  readonly clock: DoubleClock;
  /** What was already paid out to the shop's bank account, in pesewas. */
  #settled = 0;
  /** What was paid out to others, with the fees. */
  paidOut: () => number = () => 0;
  /** Called after each payment. A dispute can follow from it. */
  onPaid: (payment: Payment) => void = () => {};
  readonly #options: WorldOptions;
  readonly #forced: Partial<PaymentFate>[] = [];
  readonly #forcedByPhone = new Map<string, Partial<PaymentFate>>();
  readonly requestFates: FateQueue<typeof requestKinds>;
  #lastId: number;

  constructor(options: WorldOptions, line: WebhookLine) {
    this.#options = options;
    this.requestFates = new FateQueue(requestKinds, options.shares?.request ?? {}, options.seed + 1);
    this.line = line;
    this.#lastId = options.firstId ?? 4_099_260_000;
    this.clock = line.clock;
  }

  get domain(): "live" | "test" {
    return this.line.isLive ? "live" : "test";
  }

  /** The rail's own figure of what it owes the shop, in pesewas. */
  get balance(): number {
    const all = [...this.payments.values()].map((payment) => netOf(payment, this.domain));
    const received = all.reduce((sum, net) => sum + net, this.#options.opening ?? 0);
    return received - this.#settled - this.paidOut();
  }

  /** Pays out the balance to the shop's bank account. */
  settle(): void {
    this.#settled += Math.max(0, this.balance);
  }

  forceNext(fate: Partial<PaymentFate>): void {
    this.#forced.push(fate);
  }

  forcePhone(phone: string, fate: Partial<PaymentFate>): void {
    this.#forcedByPhone.set(phone, fate);
  }

  /** @throws {Refusal} if it does not exist */
  find(reference: string): Payment {
    const payment = this.payments.get(reference);
    if (!payment) throw unknownReference();
    return payment;
  }

  /** @throws {Refusal} if the reference is already in use */
  async begin(input: NewCharge | NewCheckout): Promise<Payment> {
    if (input.reference !== undefined && this.payments.has(input.reference))
      throw refusal(
        "Duplicate Transaction Reference",
        "duplicate_reference",
        "Try and create the Transaction or Charge with a new reference",
      );
    const random = randomOf(this.#options.seed, this.payments.size);
    const drawn = drawFate(paymentKinds, this.#options.shares?.payment ?? {}, random);
    const fate = { ...drawn, ...this.#force(input) };
    const voucher = String(random.whole(100_000, 999_999));
    const id = this.#lastId + random.whole(1, 900);
    const reference = input.reference ?? `T${id}`;
    this.#lastId = id;
    const made = { id, reference, voucher, created_at_ms: this.clock.now_ms };
    const payment = newPayment(input, { ...made, domain: this.domain, fate });
    this.payments.set(reference, payment);
    // Somebody pays on the page, or nobody does.
    if (payment.stage === "open") this.#forge(payment);
    if (payment.stage === "prompt") await this.#ask(payment);
    if (payment.stage === "otp") this.#expire(payment, "otp", otp_ms);
    return payment;
  }

  /** @returns whether it was the right code. With a wrong one the charge has failed. */
  async submitOtp(payment: Payment, otp: string): Promise<boolean> {
    if (payment.stage !== "otp")
      throw refusal("Charge is not waiting for an OTP", "invalid_params", "Check the charge's status");
    if (otp !== payment.voucher) {
      this.decline(payment, "Invalid voucher code");
      return false;
    }
    payment.stage = "prompt";
    await this.#ask(payment);
    return true;
  }

  /** The customer pays: now, or after the prompt has expired. @returns whether it was not paid before */
  async approve(payment: Payment): Promise<boolean> {
    if (payment.paid) return false;
    pay(payment, this.clock.now_ms);
    this.onPaid(payment);
    await this.#announce(payment);
    return true;
  }

  decline(payment: Payment, reason: string): void {
    if (payment.paid) return;
    payment.stage = "failed";
    payment.reason = reason;
  }

  /** The state that verify reports, which may lag behind. */
  record(payment: Payment): object {
    return transactionRecord(payment, this.clock, this.#unnoticed(payment));
  }

  /** Of another payment, which was made: the last one, or one that nobody knows. */
  otherRecord(payment: Payment): object {
    const others = [...this.payments.values()].filter((one) => one !== payment && one.paid !== undefined);
    const last = others.at(-1);
    if (last) return this.record(last);
    const invented: Payment = { ...payment, id: payment.id + 1, reference: `${payment.reference}0` };
    pay(invented, this.clock.now_ms);
    return this.record(invented);
  }

  #force(input: NewCharge | NewCheckout): Partial<PaymentFate> {
    const next = this.#forced.shift();
    if (!("phone" in input)) return next ?? {};
    const { phone, provider } = input;
    const isTestNumber = !this.line.isLive && phone === alwaysPays.phone && provider === alwaysPays.provider;
    return {
      ...(this.#options.phonesChoose && fateByEnding[phone.slice(-2)]),
      ...(isTestNumber && { customer: "approves", pays: "asked" }),
      ...this.#forcedByPhone.get(phone),
      ...next,
    };
  }

  /** Shows the prompt on the customer's phone. */
  async #ask(payment: Payment): Promise<void> {
    this.#forge(payment);
    const { customer, prompt, webhook } = payment.fate;
    const isAtOnce = prompt === "at once" || webhook === "first";
    if (isAtOnce && customer === "approves") await this.approve(payment);
    else this.#customerActs(payment);
  }

  #customerActs(payment: Payment): void {
    const { clock } = this;
    const asked_ms = clock.now_ms;
    const random = randomOf(this.#options.seed, payment.id);
    const { react_ms = usualReact_ms } = this.#options;
    const reacts_ms = asked_ms + random.whole(react_ms.min, react_ms.max);
    const { customer } = payment.fate;
    const refuses = (reason: string) =>
      clock.at(reacts_ms, () => payment.stage === "prompt" && this.decline(payment, reason));
    if (customer === "approves") clock.at(reacts_ms, () => clock.during(this.approve(payment)));
    if (customer === "declines") refuses("Transaction declined by customer");
    if (customer === "lacks funds") refuses("Insufficient funds");
    if (customer === "approves late") {
      const late = asked_ms + prompt_ms + random.whole(late_ms.min, late_ms.max);
      clock.at(late, () => clock.during(this.approve(payment)));
    }
    this.#expire(payment, "prompt", prompt_ms);
  }

  #expire(payment: Payment, stage: "otp" | "prompt", after_ms: number): void {
    this.clock.at(this.clock.now_ms + after_ms, () => {
      if (payment.stage === stage) payment.stage = "timeout";
    });
  }

  async #announce(payment: Payment): Promise<void> {
    const { webhook, bytes } = payment.fate;
    const data = transactionRecord(payment, this.clock);
    const send = () =>
      sendWebhook(this.line, { event: "charge.success", reference: payment.reference, data }, bytes);
    const sendAfter = (ms: number) => this.clock.at(this.clock.now_ms + ms, () => void send());
    if (webhook === "first") await send();
    if (webhook === "after" || webhook === "twice") sendAfter(second_ms);
    if (webhook === "twice") sendAfter(2 * second_ms);
    if (webhook === "days late") sendAfter(3 * day_ms);
  }

  #forge(payment: Payment): void {
    const { forgery } = payment.fate;
    if (forgery === "none") return;
    const { reference } = payment;
    const claimed: Payment = { ...payment };
    pay(claimed, this.clock.now_ms);
    const data = transactionRecord(claimed, this.clock);
    this.clock.at(this.clock.now_ms + second_ms, () => {
      void forgeWebhook(this.line, { event: "charge.success", reference, data }, forgery);
    });
  }

  #unnoticed({ paid, reversed_ms, fate }: Payment): Unnoticed | undefined {
    if (fate.verify === "agrees" || paid === undefined) return undefined;
    const isNew = (at_ms: number) => this.clock.now_ms - at_ms < lag_ms;
    if (isNew(paid.at_ms)) return "payment";
    return reversed_ms !== undefined && isNew(reversed_ms) ? "reversal" : undefined;
  }
}
