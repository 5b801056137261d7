/** The JSON of a transaction, a dispute and a refund, with the fields that the documents show for mobile money. */
import type { DoubleClock } from "../clock.ts";
import type { Payment } from "./payment.ts";

const integration = 100_043;
const bankNames = { mtn: "MTN Mobile Money", vod: "Telecel Cash", atl: "AirtelTigo Money" } as const;

/** The documented statuses of a transaction. An unpaid one is "abandoned" also while it can still be paid. */
const statuses: Record<Payment["stage"], string> = {
  otp: "ongoing",
  prompt: "ongoing",
  open: "abandoned",
  success: "success",
  failed: "failed",
  timeout: "abandoned",
  reversed: "reversed",
};

/** What a verify that lags behind has not noticed yet. */
export type Unnoticed = "payment" | "reversal";

/** How long a fee of another fate than "true" is told. */
const wrongFee_ms = 60_000;

function toldFee({ paid, fate }: Payment, { now_ms }: DoubleClock): number | null {
  if (!paid) return null;
  const { at_ms, amount, fee } = paid;
  if (fate.pays !== "asked" || now_ms - at_ms >= wrongFee_ms) return fee;
  return { true: fee, negative: -fee, above: amount + 9000_00 }[fate.fee];
}

/** The record of now, or of the moment before what is unnoticed. */
export function transactionRecord(payment: Payment, clock: DoubleClock, unnoticed?: Unnoticed): object {
  const { id, domain, reference, requested, reason, email, metadata, phone = "", provider } = payment;
  const paid = unnoticed === "payment" ? undefined : payment.paid;
  const stage = unnoticed === "reversal" ? "success" : payment.stage;
  const created_at = clock.text(payment.created_at_ms);
  const paid_at = paid ? clock.text(paid.at_ms) : null;
  return {
    id,
    domain,
    status: unnoticed === "payment" ? "ongoing" : statuses[stage],
    reference,
    receipt_number: null,
    amount: paid?.amount ?? requested,
    message: paid ? "madePayment" : reason,
    gateway_response: paid ? "Approved" : (reason ?? "The transaction was not completed"),
    paid_at,
    created_at,
    channel: "mobile_money",
    currency: paid?.currency ?? "GHS",
    ip_address: "127.0.0.1",
    metadata,
    log: null,
    fees: paid ? toldFee(payment, clock) : null,
    fees_split: null,
    authorization: paid
      ? {
          authorization_code: `AUTH_${id}`,
          bin: phone.slice(0, 3).padEnd(6, "X"),
          last4: `X${phone.slice(-3)}`,
          exp_month: "12",
          exp_year: "9999",
          channel: "mobile_money",
          bank: bankNames[provider ?? "mtn"],
          country_code: "GH",
          brand: "Mobile money",
          reusable: false,
          account_name: null,
        }
      : {},
    customer: { id: 7, first_name: null, last_name: null, email, customer_code: "CUS_playmoney", phone: "" },
    plan: {},
    subaccount: {},
    paidAt: paid_at,
    createdAt: created_at,
    requested_amount: requested,
    transaction_date: created_at,
  };
}

export interface Dispute {
  id: number;
  payment: Payment;
  status: "awaiting-merchant-feedback" | "resolved";
  resolution: null | "auto-accepted" | "declined";
  opened_at_ms: number;
  due_at_ms: number;
}

export function disputeRecord({ payment, ...dispute }: Dispute, clock: DoubleClock): object {
  return {
    id: dispute.id,
    refund_amount: payment.paid?.amount ?? 0,
    currency: payment.paid?.currency ?? "GHS",
    status: dispute.status,
    resolution: dispute.resolution,
    domain: payment.domain,
    transaction: transactionRecord(payment, clock),
    transaction_reference: null,
    category: "chargeback",
    dueAt: clock.text(dispute.due_at_ms),
    resolvedAt: dispute.status === "resolved" ? clock.text() : null,
    created_at: clock.text(dispute.opened_at_ms),
    updated_at: clock.text(),
  };
}

export interface Refund {
  id: number;
  payment: Payment;
  amount: number;
  status: "pending" | "processing" | "processed" | "failed";
}

/** Documented: the events of a refund in progress carry the amount as text, that of a failed one as a number. */
export function refundEvent({ id, payment, amount, status }: Refund, told: Refund["status"]): object {
  return {
    id: String(id),
    status: told,
    transaction_reference: payment.reference,
    refund_reference: status === "processed" ? `1320${id}` : null,
    amount: told === "failed" ? amount : String(amount),
    currency: payment.paid?.currency,
    processor: "instant-transfer",
    customer: { first_name: null, last_name: null, email: payment.email },
    integration,
    domain: payment.domain,
  };
}

export function refundRecord({ id, payment, amount, status }: Refund, clock: DoubleClock): object {
  const { reference, domain } = payment;
  return {
    id,
    integration,
    transaction: { id: payment.id, domain, reference, amount: payment.paid?.amount, currency: "GHS" },
    status,
    amount,
    deducted_amount: 0,
    fully_deducted: false,
    currency: payment.paid?.currency,
    channel: null,
    customer_note: `Refund for transaction ${reference}`,
    merchant_note: `Refund for transaction ${reference}`,
    domain,
    createdAt: clock.text(),
    updatedAt: clock.text(),
  };
}
