/**
 * Hubnet's API, as it was seen in programs that use it: it has no public documents, so every answer is read strictly. It
 * names no prices, and knows an order by our reference. Nobody signs its webhooks, so each order has an address of its own.
 */
import { z } from "zod";
import type { RefusalKind } from "#contract/terms/fulfilment.ts";
import { callSupplier, hundredths, missing, type Said, text, unknown } from "./call-supplier.ts";
import type { Answer, Attempt, Balance, Supplier } from "./supplier.ts";

export interface HubnetSettings {
  token: string;
  /** Without a slash at the end. */
  url: string;
  /** How long an answer may take. */
  answer_ms: number;
}

export class Hubnet implements Supplier {
  readonly name = "hubnet";
  // Five calls of each kind a minute were seen.
  readonly per_minute = 4;
  readonly asks_per_minute = 4;
  readonly remembers_ms = 20 * 3600_000;
  readonly namesCosts = false;
  readonly #settings: HubnetSettings;
  readonly #closing: AbortSignal;

  /** `closing`: the shop stops. */
  constructor(settings: HubnetSettings, closing: AbortSignal) {
    this.#settings = settings;
    this.#closing = closing;
  }

  async order(attempt: Attempt): Promise<Answer> {
    const { network, volume } = goodsOf(attempt);
    const body = { phone: attempt.receiver, volume, reference: attempt.reference, ...this.#webhook(attempt) };
    const said = await this.#call(`/${network}-new-transaction`, body);
    return typeof said === "string" ? unknown(said, true) : (refusalIn(said) ?? orderAnswer(said, attempt));
  }

  async ask(attempt: Attempt): Promise<Answer> {
    const said = await this.#call(
      `/check-transaction-status?reference=${encodeURIComponent(attempt.reference)}`,
    );
    if (typeof said === "string") return unknown(said, true);
    // That the check has failed says nothing about the order.
    const { data: failed } = failure.safeParse(said.body);
    if (failed)
      return /not found/i.test(failed.message) ? missing(failed.message) : unknown(failed.message, false);
    return orderAnswer(said, attempt);
  }

  async balance(): Promise<Balance | undefined> {
    const said = await this.#call("/check_balance");
    if (typeof said === "string" || said.status !== 200 || !isSuccess(said.body)) return undefined;
    const { data: found } = balanceBody.safeParse(said.body);
    const held = found?.balance ?? found?.data?.wallet_balance;
    return held === undefined ? undefined : { held };
  }

  /** An address that it cannot reach might be a reason to refuse. */
  #webhook({ reportTo: webhook }: Attempt): { webhook?: string } {
    const isReached = webhook.startsWith("https:") || this.#settings.url.startsWith("http:");
    return isReached ? { webhook } : {};
  }

  #call(path: string, body?: object): Promise<Said | string> {
    const { url, token, answer_ms } = this.#settings;
    const headers = { token: `Bearer ${token}` };
    return callSupplier({ url: url + path, headers, body, answer_ms, closing: this.#closing });
  }
}

/** "mtn 5": a GB has 1,000 MB there. */
function goodsOf({ code }: Attempt): { network: string; volume: string } {
  const [network = "", gigabytes] = code.split(" ");
  return { network: encodeURIComponent(network), volume: String(Math.round(Number(gigabytes) * 1000)) };
}

const failure = z
  .object({
    status: z.literal(false),
    message: text.optional(),
    reason: text.optional(),
    data: z.object({ message: text }).partial().optional(),
  })
  // Where the message is only a code, the words are beside it.
  .transform(({ message = "", reason, data }) => ({ message: reason ?? data?.message ?? message }));

const success = z.object({
  status: z.literal(true),
  message: text.optional(),
  code: text.optional(),
  data: z.object({ code: text }).partial().optional(),
});

/** Samples differ in where "0000" is. */
function isSuccess(body: unknown): boolean {
  const { data: found } = success.safeParse(body);
  return found !== undefined && [found.message, found.code, found.data?.code].includes("0000");
}

const orderBody = z.object({
  data: z.object({ reference: text, phone: text, volume: z.union([z.string(), z.number()]), status: text }),
});
const balanceBody = z.object({
  balance: hundredths.optional(),
  data: z.object({ wallet_balance: hundredths }).partial().optional(),
});

/** What it has clearly not taken. Undefined if that is not clear. */
function refusalIn({ status, body }: Said): Answer | undefined {
  const { data: failed } = failure.safeParse(body);
  if (!failed || ![400, 402, 403, 422].includes(status)) return undefined;
  const { message } = failed;
  // It has the order, or what has become of it is not said.
  if (/duplicate|already|progress|too many|api key/i.test(message)) return unknown(message, false);
  const isEmpty = /insufficient/i.test(message);
  return { state: "refused", reason: message, isReturned: false, isEmpty, refusal: kindOf(message) };
}

function kindOf(message: string): RefusalKind | undefined {
  if (/\binvalid phone number\b/i.test(message)) return "wrong number";
  return /\bnumber cannot receive\b/i.test(message) ? "barred number" : undefined;
}

const failed = "Hubnet could not deliver it";

function orderAnswer({ status, body }: Said, attempt: Attempt): Answer {
  const { data: answer } = orderBody.safeParse(body);
  if (status !== 200 || !answer || !isSuccess(body))
    return unknown(`an answer that nobody knows (${status})`, status >= 500);
  const { reference, phone, volume, status: word } = answer.data;
  const isAboutIt =
    reference === attempt.reference &&
    phone === attempt.receiver &&
    String(volume) === goodsOf(attempt).volume;
  if (!isAboutIt) return unknown("an answer about another order", true);
  switch (word) {
    case "pending":
    case "processing":
      return { state: "accepted", cost: null };
    case "delivered":
      return { state: "delivered", cost: null };
    case "failed":
      return { state: "refused", reason: failed, isReturned: false, isTaken: true };
    case "refunded":
      return { state: "refused", reason: `${failed}, and gave its price back`, isReturned: true };
    default:
      return unknown(`“${word}”, which nobody knows`, false);
  }
}
