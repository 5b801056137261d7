/**
 * Paystack's API for Ghana (paystack.com/docs, read 2026-11). Charge and verify answer 200 whatever became of the payment.
 */
import { z } from "zod";
import type { Pesewas } from "#contract/terms/money.ts";
import { type Carrier, carrierOf } from "#contract/terms/networks.ts";
import {
  type Charge,
  type ChargeAnswer,
  type Charges,
  isSigned,
  type RefundAnswer,
  type RefundState,
  type Report,
  type Transaction,
} from "./rail.ts";
import {
  about,
  callPaystack,
  domainOf,
  good,
  type PaystackSettings,
  type Reader,
  refusal,
  refusedAnswer,
  text,
  word,
} from "./paystack-call.ts";
import { parseJson } from "../serve/input.ts";

const pageOrigin = "https://checkout.paystack.com";
/** Its address is kept with the charge. Paystack's are half as long. */
const page_length_max = 200;

const providers: Record<Carrier, string> = { MTN: "mtn", Telecel: "vod", AT: "atl" };

export class Paystack implements Charges {
  readonly rail = "paystack";
  readonly #settings: PaystackSettings;

  constructor(settings: PaystackSettings) {
    this.#settings = settings;
  }

  get domain(): string {
    return domainOf(this.#settings);
  }

  async charge({ phone, callback_url, ...asked }: Charge): Promise<ChargeAnswer | undefined> {
    const body = { ...asked, currency: "GHS" };
    if (phone === undefined)
      return this.#ask(
        "/transaction/initialize",
        about(asked.reference, (...answer) => this.#pageAnswer(...answer)),
        { ...body, callback_url, channels: ["mobile_money"] },
      );
    const carrier = carrierOf(phone);
    return this.#ask("/charge", about(asked.reference, chargeAnswer), {
      ...body,
      mobile_money: { phone, provider: carrier && providers[carrier] },
    });
  }

  /** Paystack's page, or the server that is asked in its place. */
  isPage(address: string): boolean {
    const origin = URL.parse(address)?.origin;
    return origin === pageOrigin || origin === new URL(this.#settings.url).origin;
  }

  async submitOtp(reference: string, otp: string): Promise<ChargeAnswer | undefined> {
    return this.#ask("/charge/submit_otp", about(reference, chargeAnswer), { reference, otp });
  }

  async verify(reference: string): Promise<Transaction | null | undefined> {
    return this.#ask(`/transaction/verify/${encodeURIComponent(reference)}`, about(reference, verifyAnswer));
  }

  async refund(transaction: string): Promise<RefundAnswer | undefined> {
    return this.#ask("/refund", refundAnswer, { transaction });
  }

  async refunds(transaction: string): Promise<RefundState[] | undefined> {
    return this.#ask(`/refund?transaction=${encodeURIComponent(transaction)}&perPage=50`, (...answer) =>
      refundsAnswer(transaction, ...answer),
    );
  }

  async balance(): Promise<Pesewas | null | undefined> {
    return this.#ask("/balance", balanceAnswer);
  }

  async keyState(): Promise<"accepted" | "refused" | undefined> {
    return this.#ask("/balance", keyAnswer);
  }

  hasSigned(body: Uint8Array, header: (name: string) => string | undefined): boolean {
    return isSigned({ algorithm: "sha512", key: this.#settings.key }, header("x-paystack-signature"), [body]);
  }

  readReport(body: string): Report | undefined {
    const { data: told } = report.safeParse(parseJson(body));
    return told && reportOf(told);
  }

  #pageAnswer(status: number, body: unknown): ChargeAnswer | undefined {
    if (status === 400) return refusedAnswer(body);
    const page = initialized(status, body)?.authorization_url;
    return page !== undefined && this.isPage(page) ? { step: "waiting", said: page } : undefined;
  }

  #ask<T>(path: string, read: Reader<T>, body?: object): Promise<T | undefined> {
    return callPaystack(this.#settings, path, read, body);
  }
}

const charged = good(z.object({ status: text, display_text: text.optional(), message: text.nullish() }));
const initialized = good(z.object({ authorization_url: z.string().max(page_length_max) }));

function chargeAnswer(status: number, body: unknown): ChargeAnswer | undefined {
  if (status === 400) return refusedAnswer(body);
  const { status: stage = "", display_text, message } = charged(status, body) ?? {};
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

const verified = good(
  z.object({
    id: z.union([z.int().nonnegative(), z.string().regex(/^\d{1,20}$/)]),
    reference: text,
    status: text,
    amount: z.int().nonnegative(),
    requested_amount: z.int().nonnegative().nullish(),
    fees: z.int().nonnegative().nullish(),
    currency: word,
    domain: word,
  }),
);

function verifyAnswer(status: number, body: unknown): Transaction | null | undefined {
  if (status === 400 || status === 404) {
    const { data } = refusal.safeParse(body);
    return data && /reference/i.test(data.message) ? null : undefined;
  }
  const answer = verified(status, body);
  if (!answer) return undefined;
  const { id, status: stage, amount, requested_amount, fees, currency, domain } = answer;
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

const refunded = good(z.object({ status: text }), [200, 201]);

/** Already reversed: it was asked before, and verification will say so. */
function refundAnswer(status: number, body: unknown): RefundAnswer | undefined {
  if (refunded(status, body)) return { isRefused: false, said: "" };
  if (status !== 400 && status !== 404) return undefined;
  const { data } = refusal.safeParse(body);
  if (!data || /reversed|already|refunded/i.test(data.message)) return undefined;
  return { isRefused: true, said: data.message };
}

const refundList = good(
  z.array(z.object({ transaction: z.union([z.int(), z.string().max(50)]), status: text })),
);

/** What it lists of other payments is left out. */
function refundsAnswer(asked: string, status: number, body: unknown): RefundState[] | undefined {
  const own = refundList(status, body)?.filter(({ transaction }) => String(transaction) === asked);
  return own?.map(({ status: stage }) =>
    stage === "failed" ? "failed" : stage === "processed" ? "done" : "open",
  );
}

const balances = good(z.array(z.object({ currency: text, balance: z.int() })));

function balanceAnswer(status: number, body: unknown): Pesewas | null | undefined {
  const found = balances(status, body);
  return found && (found.find(({ currency }) => currency === "GHS")?.balance ?? null);
}

function keyAnswer(status: number, body: unknown): "accepted" | "refused" | undefined {
  if (status === 401 || status === 400) return refusal.safeParse(body).success ? "refused" : undefined;
  return balances(status, body) && "accepted";
}

const id = z.union([z.int(), z.string().max(50)]);
const reference = z.string().regex(/^[\w.=-]{1,100}$/);
/** Payments that fail are not reported. */
const report = z.discriminatedUnion("event", [
  z.object({ event: z.literal("charge.success"), data: z.object({ reference }) }),
  z.object({
    event: z.enum(["charge.dispute.create", "charge.dispute.remind", "charge.dispute.resolve"]),
    data: z.object({ transaction: z.object({ id, reference, status: z.string().nullish() }) }),
  }),
  z.object({
    event: z.literal("refund.failed"),
    data: z.object({
      id,
      transaction_reference: reference,
      // Documented as text in some events, and as a number in others.
      amount: z.union([z.int(), z.string().regex(/^\d{1,15}$/)]).nullish(),
    }),
  }),
  z.object({
    event: z.enum(["refund.processed", "refund.pending", "refund.processing"]),
    data: z.object({ transaction_reference: reference }),
  }),
  z.object({
    event: z.enum(["transfer.success", "transfer.failed", "transfer.reversed"]),
    data: z.object({ reference }),
  }),
]);

function reportOf({ event, data }: z.output<typeof report>): Report {
  if ("reference" in data)
    return { about: event === "charge.success" ? "payment" : "payout", reference: data.reference };
  if ("transaction" in data) {
    const { id: disputed, reference: charge, status } = data.transaction;
    if (event === "charge.dispute.resolve" && status === "reversed")
      return { about: "reversal", reference: charge };
    const about = event === "charge.dispute.resolve" ? "end of dispute" : "dispute";
    return { about, reference: charge, transaction: String(disputed) };
  }
  const { transaction_reference: charge } = data;
  if (!("id" in data)) return { about: "reversal", reference: charge };
  const amount = data.amount === undefined || data.amount === null ? null : Number(data.amount);
  return { about: "failed refund", reference: charge, id: String(data.id), amount };
}
