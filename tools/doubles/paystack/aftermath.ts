/** What can follow a payment: refunds, disputes and the payout to the shop's bank account. */
import type { Payment } from "./payment.ts";
import { type NewRefund, refusal } from "./read-request.ts";
import { type Dispute, disputeRecord, type Refund, refundEvent } from "./records.ts";
import { sendWebhook } from "./webhooks.ts";
import type { PaystackWorld } from "./world.ts";

const minute_ms = 60_000;
const day_ms = 24 * 60 * minute_ms;
const disputed_after_ms = 2 * day_ms;
const feedback_ms = day_ms;

export class Aftermath {
  readonly refunds: Refund[] = [];
  readonly #world: PaystackWorld;
  #lastId = 358_900;

  constructor(world: PaystackWorld) {
    this.#world = world;
    const { clock } = world;
    world.onPaid = (payment) => {
      const { dispute } = payment.fate;
      if (dispute === "none") return;
      clock.at(clock.now_ms + disputed_after_ms, () => this.dispute(payment, dispute));
    };
  }

  /** @throws {Refusal} if there is not so much left to return */
  refund({ transaction, amount }: NewRefund): Refund {
    const payment = this.#paidOne(transaction);
    const left = payment.paid.amount - payment.refunded;
    const returned = amount ?? left;
    if (left === 0)
      throw refusal("Transaction has been fully reversed", "transaction_reversed", "Check its refunds");
    if (returned > left)
      throw refusal(
        "Refund amount cannot be more than the transaction amount",
        "invalid_params",
        "Pass a smaller amount",
      );
    const refund: Refund = { id: this.#nextId(), payment, amount: returned, status: "pending" };
    this.refunds.push(refund);
    this.#takeBack(payment, returned);
    this.#playRefund(refund);
    return refund;
  }

  /** The customer complains to their network. The shop has a day to answer; the rail decides then. */
  dispute(payment: Payment, outcome: "lost" | "won"): void {
    const { clock } = this.#world;
    const opened_at_ms = clock.now_ms;
    const due_at_ms = opened_at_ms + feedback_ms;
    const dispute: Dispute = {
      id: this.#nextId(),
      payment,
      status: "awaiting-merchant-feedback",
      resolution: null,
      opened_at_ms,
      due_at_ms,
    };
    const tell = (event: string) => {
      const data = disputeRecord(dispute, clock);
      void sendWebhook(this.#world.line, { event, reference: payment.reference, data }, payment.fate.bytes);
    };
    tell("charge.dispute.create");
    clock.at(opened_at_ms + feedback_ms / 2, () => tell("charge.dispute.remind"));
    clock.at(due_at_ms, () => {
      dispute.status = "resolved";
      dispute.resolution = outcome === "lost" ? "auto-accepted" : "declined";
      if (outcome === "lost") this.#takeBack(payment, (payment.paid?.amount ?? 0) - payment.refunded);
      tell("charge.dispute.resolve");
    });
  }

  #playRefund(refund: Refund): void {
    const { clock, line } = this.#world;
    const { payment } = refund;
    const tell = (status: Refund["status"]) => {
      const webhook = {
        event: `refund.${status}`,
        reference: payment.reference,
        data: refundEvent(refund, status),
      };
      void sendWebhook(line, webhook, payment.fate.bytes);
    };
    const finish = (status: "processed" | "failed") => {
      refund.status = status;
      if (status === "failed") this.#giveBack(refund);
      tell(status);
    };
    const at = (minutes: number, run: () => void) => clock.at(clock.now_ms + minutes * minute_ms, run);
    if (payment.fate.refund === "out of order") {
      at(1, () => finish("processed"));
      at(2, () => tell("processing"));
      at(3, () => tell("pending"));
      return;
    }
    tell("pending");
    at(1, () => {
      refund.status = "processing";
      tell("processing");
    });
    at(10, () => finish(payment.fate.refund === "failed" ? "failed" : "processed"));
    if (payment.fate.refund === "failed later") at(70, () => finish("failed"));
  }

  #takeBack(payment: Payment, amount: number): void {
    payment.refunded += amount;
    if (payment.refunded !== payment.paid?.amount) return;
    payment.stage = "reversed";
    payment.reversed_ms = this.#world.clock.now_ms;
  }

  #giveBack({ payment, amount }: Refund): void {
    payment.refunded -= amount;
    payment.stage = "success";
    delete payment.reversed_ms;
  }

  #paidOne(transaction: string): Payment & { paid: NonNullable<Payment["paid"]> } {
    const { payments } = this.#world;
    const payment =
      payments.get(transaction) ?? [...payments.values()].find(({ id }) => String(id) === transaction);
    if (!payment?.paid)
      throw refusal("Transaction not found", "transaction_not_found", "Pass a paid transaction", 404);
    return payment as Payment & { paid: NonNullable<Payment["paid"]> };
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }
}
