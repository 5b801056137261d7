/** Paystack's transfers to mobile money in Ghana (paystack.com/docs, read 2026-11). */
import { z } from "zod";
import { type Carrier, carrierOf } from "#contract/terms/networks.ts";
import type { Payee, PayoutAnswer, Payouts, Transfer } from "./rail.ts";
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

/** What the documents call the networks' wallets. */
const bankCodes: Record<Carrier, string> = { MTN: "MTN", Telecel: "VOD", AT: "ATL" };

/** What an admin reads about a transfer that Paystack does not carry out by itself. */
const otpText =
  "Paystack asks for a code for each transfer. Turn off “Confirm transfers before sending” in its dashboard (Settings, Preferences), and finish or cancel this transfer there.";

export class PaystackPayouts implements Payouts {
  readonly rail = "paystack";
  readonly #settings: PaystackSettings;

  constructor(settings: PaystackSettings) {
    this.#settings = settings;
  }

  get domain(): string {
    return domainOf(this.#settings);
  }

  async register({ phone, name }: Payee): Promise<PayoutAnswer | undefined> {
    const carrier = carrierOf(phone);
    return callPaystack(this.#settings, "/transferrecipient", recipientAnswer, {
      type: "mobile_money",
      name,
      account_number: phone,
      bank_code: carrier && bankCodes[carrier],
      currency: "GHS",
    });
  }

  async pay({ recipient, amount, reference }: Parameters<Payouts["pay"]>[0]) {
    const answer = about(reference, payAnswer);
    const body = { source: "balance", amount, currency: "GHS", recipient, reference, reason: "Withdrawal" };
    return callPaystack(this.#settings, "/transfer", answer, body);
  }

  async find(reference: string): Promise<Transfer | null | undefined> {
    const path = `/transfer/verify/${encodeURIComponent(reference)}`;
    return callPaystack(this.#settings, path, about(reference, verifyAnswer));
  }
}

/** Documented as 200; older samples show 201. */
const registered = good(z.object({ recipient_code: text }), [200, 201]);

const recipientAnswer: Reader<PayoutAnswer> = (status, body) => {
  if (status === 400) return refusedAnswer(body);
  const answer = registered(status, body);
  return answer && { step: "taken", said: answer.recipient_code };
};

const taken = good(z.object({ status: text }));

/** What became of it is asked afterwards, whatever it says. */
const payAnswer: Reader<PayoutAnswer> = (status, body) => {
  if (status === 400) return refusedAnswer(body);
  const answer = taken(status, body);
  return answer && { step: "taken", said: answer.status };
};

const verified = good(
  z.object({
    reference: text,
    transfer_code: text.min(1),
    status: text,
    amount: z.int().nonnegative(),
    /** Not in every answer. */
    fee_charged: z.int().nonnegative().nullish(),
    currency: word,
    domain: word,
    gateway_response: text.nullish(),
  }),
);

function verifyAnswer(status: number, body: unknown): Transfer | null | undefined {
  if (status === 400 || status === 404) {
    const { data } = refusal.safeParse(body);
    return data && /(transfer|reference).*(not found|invalid)/i.test(data.message) ? null : undefined;
  }
  const answer = verified(status, body);
  if (!answer) return undefined;
  const { transfer_code: id, status: stage, fee_charged, gateway_response, ...rest } = answer;
  return {
    ...rest,
    id,
    status: stage === "success" ? "paid" : stage === "failed" || stage === "reversed" ? stage : "open",
    fee: fee_charged ?? null,
    said: stage === "otp" ? otpText : (gateway_response ?? `Paystack says: ${stage}`),
  };
}
