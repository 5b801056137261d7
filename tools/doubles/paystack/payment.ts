/** A payment of the world, and what the customer did. */
import type { PaymentFate } from "./fates.ts";
import type { NewCharge, NewCheckout, Provider } from "./read-request.ts";

/**
 * otp: waits for a voucher code. prompt: waits for the customer. open: a hosted page that nobody has paid on.
 * timeout and failed can still become success, because money that arrives late is still money.
 */
type Stage = "otp" | "prompt" | "open" | "success" | "failed" | "timeout" | "reversed";

/** What the customer really paid. This is the truth that a shop's books are compared with. */
interface Paid {
  /** In hundredths of the currency. */
  amount: number;
  currency: string;
  fee: number;
  at_ms: number;
}

export interface Payment {
  /** Paystack's own id. */
  id: number;
  reference: string;
  /** In pesewas, as the shop asked for it. */
  asked: number;
  /** In pesewas, as the rail reports it. Differs from `asked` only for a hostile fate. */
  requested: number;
  email: string;
  metadata: unknown;
  phone: string | undefined;
  provider: Provider | undefined;
  callback_url: string | undefined;
  domain: "live" | "test";
  stage: Stage;
  /** What the customer's phone shows after *110#. */
  voucher: string;
  reason: string | null;
  created_at_ms: number;
  paid?: Paid;
  reversed_ms?: number;
  /** In pesewas, including refunds in progress and lost disputes. */
  refunded: number;
  fate: PaymentFate;
}

export function newPayment(
  input: NewCharge | NewCheckout,
  origin: Pick<Payment, "id" | "reference" | "domain" | "voucher" | "created_at_ms" | "fate">,
): Payment {
  const wallet = "phone" in input ? input : undefined;
  const other = origin.domain === "live" ? "test" : "live";
  return {
    ...origin,
    asked: input.amount,
    requested: input.amount,
    email: input.email,
    metadata: input.metadata,
    phone: wallet?.phone,
    provider: wallet?.provider,
    callback_url: "callback_url" in input ? input.callback_url : undefined,
    domain: origin.fate.domain === "own" ? origin.domain : other,
    stage: wallet === undefined ? "open" : wallet.provider === "vod" ? "otp" : "prompt",
    reason: null,
    refunded: 0,
  };
}

/** Documented for Ghana: 1.95 %. Here it is rounded to the nearest pesewa. */
export function feeOf(amount: number): number {
  return Math.round((amount * 195) / 10_000);
}

export function pay(payment: Payment, now_ms: number): void {
  const { asked, fate } = payment;
  const fee = feeOf(asked);
  const third = Math.max(1, Math.floor(asked / 3));
  const amounts: Record<PaymentFate["pays"], number> = {
    asked,
    "fee on top": asked + fee,
    less: asked - third,
    "less, requested less": asked - third,
    more: asked + third,
    "other currency": asked,
  };
  const amount = amounts[fate.pays];
  if (fate.pays === "less, requested less") payment.requested = amount;
  const currency = fate.pays === "other currency" ? "NGN" : "GHS";
  payment.paid = { amount, currency, fee: feeOf(amount), at_ms: now_ms };
  payment.stage = "success";
  payment.reason = null;
}

/** What the rail owes the shop for this payment, in pesewas. Only real cedis count. */
export function netOf({ paid, domain, refunded }: Payment, ownDomain: string): number {
  if (!paid || paid.currency !== "GHS" || domain !== ownDomain) return 0;
  return paid.amount - paid.fee - refunded;
}
