/**
 * Paystack's API for Ghana (paystack.com/docs, read 2026-11). Charge and verify answer 200 whatever became of the payment.
 * An answer that cannot be understood means that the outcome is unknown: nothing may be concluded from it.
 */
import { z } from "zod";
import type { Pesewas } from "#ledger/terms/money.ts";
import { isSigned } from "./signed-body.ts";

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

/** What Paystack answered, or that nobody knows. */
export type Answered<T> = { known: true; value: T } | { known: false };

export type MobileProvider = "mtn" | "vod" | "atl";

export interface Checkout {
  reference: string;
  amount: Pesewas;
  /** Paystack demands one for each customer. */
  email: string;
  /** Where its page sends the customer afterwards. Whoever comes from there has proved nothing. */
  callback_url: string;
}

export interface Charge extends Omit<Checkout, "callback_url"> {
  phone: string;
  provider: MobileProvider;
}

/** What to tell the customer next. */
export interface ChargeAnswer {
  /** "refused": there is no such charge, and there will be none. */
  step: "otp" | "waiting" | "paid" | "failed" | "refused";
  said: string;
}

export interface Transaction {
  id: string;
  status: "success" | "failed" | "reversed" | "pending";
  /** What the customer paid, and what they were asked for. */
  amount: Pesewas;
  requested: Pesewas;
  fees: Pesewas;
  currency: string;
  domain: string;
}

export class Paystack {
  readonly #settings: PaystackSettings;

  constructor(settings: PaystackSettings) {
    this.#settings = settings;
  }

  /** "live" or "test": a payment of the other one is no money. */
  get domain(): string {
    return this.#settings.key.startsWith("sk_live_") ? "live" : "test";
  }

  async charge({ reference, amount, email, phone, provider }: Charge): Promise<Answered<ChargeAnswer>> {
    const body = { reference, amount, email, currency: "GHS", mobile_money: { phone, provider } };
    return this.#ask("/charge", about(reference, chargeAnswer), body);
  }

  /** Paystack's own page for a payment: `said` is its address. */
  async initialize(checkout: Checkout): Promise<Answered<ChargeAnswer>> {
    const body = { ...checkout, currency: "GHS", channels: ["mobile_money"] };
    const read: Reader<ChargeAnswer> = (...answer) => this.#pageAnswer(...answer);
    return this.#ask("/transaction/initialize", about(checkout.reference, read), body);
  }

  /**
   * Whether a browser may be sent there: to Paystack's page, or to the server that is asked in its place. Any other address
   * could be somebody's who wants the customer's PIN.
   */
  isPage(address: string): boolean {
    const origin = URL.parse(address)?.origin;
    return origin === pageOrigin || origin === new URL(this.#settings.url).origin;
  }

  async submitOtp(reference: string, otp: string): Promise<Answered<ChargeAnswer>> {
    return this.#ask("/charge/submit_otp", about(reference, chargeAnswer), { reference, otp });
  }

  /** `value` is null if Paystack has no such reference. */
  async verify(reference: string): Promise<Answered<Transaction | null>> {
    return this.#ask(`/transaction/verify/${encodeURIComponent(reference)}`, about(reference, verifyAnswer));
  }

  /** What the rail has for the shop, in pesewas of GHS. */
  async balance(): Promise<Answered<Pesewas | null>> {
    return this.#ask("/balance", balanceAnswer);
  }

  /** Whether Paystack takes the shop's key. */
  async keyState(): Promise<Answered<"accepted" | "refused">> {
    return this.#ask("/balance", keyAnswer);
  }

  /** Whether these bytes were signed with the shop's key. */
  hasSigned(body: Uint8Array, signature: string | undefined): boolean {
    return isSigned({ algorithm: "sha512", key: this.#settings.key }, signature, [body]);
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
