/**
 * Paystack's API for Ghana (paystack.com/docs, read 2026-11). Charge and verify answer 200 whatever became of the payment.
 */
import { z } from "zod";
import type { Pesewas } from "#ledger/terms/money.ts";
import type { Carrier } from "#ledger/terms/networks.ts";
import type { Answered, Charge, ChargeAnswer, Charges, Checkout, Report, Transaction } from "./rail.ts";
import { isSigned, parsed } from "./signed-body.ts";

const pageOrigin = "https://checkout.paystack.com";
/** Its address is kept with the charge. Paystack's are half as long. */
const page_length_max = 200;

export interface PaystackSettings {
  /** sk_live_… or sk_test_… */
  key: string;
  /** Without a slash at the end. */
  url: string;
  /** How long an answer may take. */
  answer_ms: number;
}

const providers: Record<Carrier, string> = { MTN: "mtn", Telecel: "vod", AT: "atl" };

export class Paystack implements Charges {
  readonly rail = "paystack";
  readonly #settings: PaystackSettings;

  constructor(settings: PaystackSettings) {
    this.#settings = settings;
  }

  get domain(): string {
    return this.#settings.key.startsWith("sk_live_") ? "live" : "test";
  }

  async charge({ phone, carrier, ...asked }: Charge): Promise<Answered<ChargeAnswer>> {
    const { reference } = asked;
    const body = { ...asked, currency: "GHS", mobile_money: { phone, provider: providers[carrier] } };
    return this.#ask("/charge", about(reference, chargeAnswer), body);
  }

  async openPage(checkout: Checkout): Promise<Answered<ChargeAnswer>> {
    const body = { ...checkout, currency: "GHS", channels: ["mobile_money"] };
    const read: Reader<ChargeAnswer> = (...answer) => this.#pageAnswer(...answer);
    return this.#ask("/transaction/initialize", about(checkout.reference, read), body);
  }

  /** Paystack's page, or the server that is asked in its place. */
  isPage(address: string): boolean {
    const origin = URL.parse(address)?.origin;
    return origin === pageOrigin || origin === new URL(this.#settings.url).origin;
  }

  async submitOtp(reference: string, otp: string): Promise<Answered<ChargeAnswer>> {
    return this.#ask("/charge/submit_otp", about(reference, chargeAnswer), { reference, otp });
  }

  async verify(reference: string): Promise<Answered<Transaction | null>> {
    return this.#ask(`/transaction/verify/${encodeURIComponent(reference)}`, about(reference, verifyAnswer));
  }

  async balance(): Promise<Pesewas | null> {
    const own = await this.#ask("/balance", balanceAnswer);
    return own.known ? own.value : null;
  }

  async keyState(): Promise<Answered<"accepted" | "refused">> {
    return this.#ask("/balance", keyAnswer);
  }

  hasSigned(body: Uint8Array, header: (name: string) => string | undefined): boolean {
    return isSigned({ algorithm: "sha512", key: this.#settings.key }, header("x-paystack-signature"), [body]);
  }

  readReport(body: string): Report | undefined {
    return report.safeParse(parsed(body)).data;
  }

  #pageAnswer(status: number, body: unknown): ChargeAnswer | undefined {
    if (status === 400) return refusedCharge(body);
    const { data: answer } = initialized.safeParse(body);
    const page = answer?.data.authorization_url;
    if (status !== 200 || page === undefined || !this.isPage(page)) return undefined;
    return { step: "waiting", said: page };
  }

  async #ask<T>(path: string, read: Reader<T>, body?: object): Promise<Answered<T>> {
    const { url, key, answer_ms } = this.#settings;
    try {
      const response = await fetch(url + path, {
        method: body === undefined ? "GET" : "POST",
        // Following a redirect could send the key to another server.
        redirect: "manual",
        signal: AbortSignal.timeout(answer_ms),
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const value = read(response.status, await response.json());
      return value === undefined ? { known: false } : { known: true, value };
    } catch {
      return { known: false };
    }
  }
}

/** Undefined for what the documents do not describe. */
type Reader<T> = (status: number, body: unknown) => T | undefined;

/** Does not understand an answer that names another reference than the one that was asked about. */
function about<T>(asked: string, read: Reader<T>): Reader<T> {
  return (status, body) => {
    const { data: named } = naming.safeParse(body);
    return named === undefined || named.data.reference === asked ? read(status, body) : undefined;
  };
}

const text = z.string().max(500);
const naming = z.object({ data: z.object({ reference: text }) });
const refusal = z.object({ status: z.literal(false), message: text });
const charged = z.object({
  status: z.literal(true),
  data: z.object({ status: text, display_text: text.optional(), message: text.nullish() }),
});

const initialized = z.object({
  status: z.literal(true),
  data: z.object({ authorization_url: z.string().max(page_length_max) }),
});

function refusedCharge(body: unknown): ChargeAnswer | undefined {
  const { data } = refusal.safeParse(body);
  return data && { step: "refused", said: data.message };
}

function chargeAnswer(status: number, body: unknown): ChargeAnswer | undefined {
  if (status === 400) return refusedCharge(body);
  if (status !== 200) return undefined;
  const { data: answer } = charged.safeParse(body);
  if (!answer) return undefined;
  const { status: stage, display_text, message } = answer.data;
  const step = stepOf[stage];
  return step && { step, said: display_text ?? message ?? "" };
}

const stepOf: Record<string, ChargeAnswer["step"]> = {
  send_otp: "otp",
  pay_offline: "waiting",
  pending: "waiting",
  success: "paid",
  failed: "failed",
  // The prompt's time is over. The money may still come.
  timeout: "failed",
};

const word = z.string().max(20);
const verified = z.object({
  status: z.literal(true),
  data: z.object({
    id: z.union([z.int().nonnegative(), z.string().regex(/^\d{1,20}$/)]),
    reference: text,
    status: text,
    amount: z.int().nonnegative(),
    requested_amount: z.int().nonnegative().nullish(),
    fees: z.int().nonnegative().nullish(),
    currency: word,
    domain: word,
  }),
});

function verifyAnswer(status: number, body: unknown): Transaction | null | undefined {
  if (status === 400 || status === 404) {
    const { data } = refusal.safeParse(body);
    return data && /reference/i.test(data.message) ? null : undefined;
  }
  if (status !== 200) return undefined;
  const { data: answer } = verified.safeParse(body);
  if (!answer) return undefined;
  const { id, status: stage, amount, requested_amount, fees, currency, domain } = answer.data;
  return {
    id: String(id),
    status: stage === "success" || stage === "failed" || stage === "reversed" ? stage : "pending",
    amount,
    requested: requested_amount ?? amount,
    fees: fees ?? 0,
    currency,
    domain,
  };
}

const balances = z.object({
  status: z.literal(true),
  data: z.array(z.object({ currency: text, balance: z.int() })),
});

function balanceAnswer(status: number, body: unknown): Pesewas | null | undefined {
  const { data: answer } = balances.safeParse(body);
  if (status !== 200 || !answer) return undefined;
  return answer.data.find(({ currency }) => currency === "GHS")?.balance ?? null;
}

function keyAnswer(status: number, body: unknown): "accepted" | "refused" | undefined {
  if (status === 401 || status === 400) return refusal.safeParse(body).success ? "refused" : undefined;
  return status === 200 && balances.safeParse(body).success ? "accepted" : undefined;
}

const id = z.union([z.int(), z.string().max(50)]).transform(String);
const reference = z.string().regex(/^[\w.=-]{1,100}$/);
// Documented as text in some events, and as a number in others.
const refunded = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);

const disputed = z.object({ transaction: z.object({ id, reference, status: z.string().nullish() }) });
const refund = z.object({ transaction_reference: reference });

/** Payments that fail are not reported. */
const report = z.union([
  z
    .object({ event: z.literal("charge.success"), data: z.object({ reference }) })
    .transform(({ data }): Report => ({ about: "payment", ...data })),
  z
    .object({
      event: z.enum(["charge.dispute.create", "charge.dispute.remind", "charge.dispute.resolve"]),
      data: disputed,
    })
    .transform(({ event, data: { transaction: about } }) => disputeReport(event, about)),
  z
    .object({ event: z.literal("refund.failed"), data: refund.extend({ id, amount: refunded.nullish() }) })
    .transform(({ data: { id: failed, amount = null, transaction_reference } }): Report => ({
      about: "failed refund",
      reference: transaction_reference,
      id: failed,
      amount,
    })),
  z
    .object({ event: z.enum(["refund.processed", "refund.pending", "refund.processing"]), data: refund })
    .transform(({ data }): Report => ({ about: "reversal", reference: data.transaction_reference })),
]);

function disputeReport(event: string, about: z.output<typeof disputed>["transaction"]): Report {
  const { reference: charge, status } = about;
  if (event !== "charge.dispute.resolve")
    return { about: "dispute", reference: charge, transaction: about.id };
  if (status === "reversed") return { about: "reversal", reference: charge };
  return { about: "end of dispute", reference: charge, transaction: about.id };
}
