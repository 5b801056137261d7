/**
 * DataMart's API (copies of its documents, read 2026-11). It promises delivery with "completed" only, and within a day it
 * knows an order again by our key: after that the same request would buy again.
 */
import { z } from "zod";
import type { RefusalKind } from "#contract/terms/fulfilment.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import { isSigned } from "../rails/rail.ts";
import { parseJson } from "../serve/input.ts";
import { callSupplier, hundredths, missing, type Said, text, unknown } from "./call-supplier.ts";
import type { Answer, Attempt, Balance, Price, Reported, Supplier } from "./supplier.ts";

export interface DataMartSettings {
  key: string;
  /** Without a slash at the end. */
  url: string;
  /** How long an answer may take. */
  answer_ms: number;
}

export class DataMart implements Supplier {
  readonly name = "datamart";
  // It allows 150 orders and 200 calls a minute.
  readonly per_minute = 140;
  readonly asks_per_minute = 50;
  /** It remembers our key for 24 hours. */
  readonly remembers_ms = 20 * 3600_000;
  readonly namesCosts = true;
  readonly #settings: DataMartSettings;
  readonly #closing: AbortSignal;

  /** `closing`: the shop stops. What is being asked then counts as unanswered. */
  constructor(settings: DataMartSettings, closing: AbortSignal) {
    this.#settings = settings;
    this.#closing = closing;
  }

  async order(attempt: Attempt): Promise<Answer> {
    const [network, capacity] = attempt.code.split(" ");
    const body = { phoneNumber: attempt.receiver, network, capacity, gateway: "wallet" };
    const said = await this.#call("/purchase", body, attempt.reference);
    return typeof said === "string" ? unknown(said, true) : orderAnswer(said, attempt);
  }

  async ask(attempt: Attempt): Promise<Answer> {
    if (attempt.theirs === null) return missing("it has named no reference to ask by");
    const said = await this.#call(`/order-status/${encodeURIComponent(attempt.theirs)}`);
    return typeof said === "string" ? unknown(said, true) : statusAnswer(said, attempt);
  }

  hasSigned(body: Uint8Array, header: (name: string) => string | undefined): boolean {
    return isSigned({ algorithm: "sha256", key: this.#settings.key }, header("x-datamart-signature"), [body]);
  }

  readReport(body: string): Reported | undefined {
    const { data: report } = reportBody.safeParse(parseJson(body));
    return report && !progress.has(report.event) ? { theirs: report.data.orderReference } : undefined;
  }

  async balance(): Promise<Balance | undefined> {
    const said = await this.#call("/balance");
    if (typeof said === "string" || said.status !== 200) return undefined;
    const { data: found } = balanceBody.safeParse(said.body);
    return found && { held: found.data.balance };
  }

  async prices(): Promise<Price[] | undefined> {
    const said = await this.#call("/data-packages");
    if (typeof said === "string" || said.status !== 200) return undefined;
    const { data: list } = packagesBody.safeParse(said.body);
    if (!list) return undefined;
    const packages = Array.isArray(list.data) ? list.data : Object.values(list.data).flat();
    return packages
      .filter(({ inStock }) => inStock !== false)
      .map(({ network, capacity, price }) => ({
        code: `${network} ${capacity}`,
        name: `${capacity} GB`,
        network,
        cost: price,
      }));
  }

  #call(path: string, body?: object, key?: string): Promise<Said | string> {
    const { url, answer_ms, key: apiKey } = this.#settings;
    const headers = { "x-api-key": apiKey, ...(key !== undefined && { "x-idempotency-key": key }) };
    return callSupplier({ url: url + path, headers, body, answer_ms, closing: this.#closing });
  }
}

const capacity = z.union([z.number(), z.string().max(10)]).transform(String);
const about = { network: z.string().max(20), capacity, price: hundredths, orderStatus: text };

const errorBody = z.object({
  status: z.literal("error"),
  message: text,
  requiredAmount: z.unknown().optional(),
});
const purchaseBody = z.object({
  status: z.literal("success"),
  data: z.object({ orderReference: z.string().min(1).max(100), ...about }),
});
const statusBody = z.object({
  status: z.literal("success"),
  data: z.object({ reference: text, phoneNumber: text, ...about }),
});
/** Nothing follows from it, so it is not worth a question. */
const progress = new Set(["order.created", "order.processing"]);

const reportBody = z.object({ event: text, data: z.object({ orderReference: z.string().min(1).max(100) }) });
const balanceBody = z.object({
  status: z.literal("success"),
  data: z.object({ balance: hundredths, currency: z.literal("GHS") }),
});
const packageRow = z.object({
  capacity,
  network: z.string().max(20),
  price: hundredths,
  inStock: z.boolean().optional(),
});
const packagesBody = z.object({
  status: z.literal("success"),
  data: z.union([z.array(packageRow), z.record(z.string(), z.array(packageRow))]),
});

/** What it says when it takes nothing: what was asked is wrong, or there is too little money. */
const refusals = new Set([400, 402, 403, 404, 422]);

function orderAnswer({ status, body }: Said, { code }: Attempt): Answer {
  const refused = refusals.has(status) ? errorBody.safeParse(body).data : undefined;
  if (refused) {
    const isEmpty = refused.requiredAmount !== undefined;
    const refusal = refusalOf(refused.message);
    return { state: "refused", reason: refused.message, isReturned: false, isEmpty, refusal };
  }
  if (status === 409) return unknown("it is still working on it", false);
  if (status === 429) return unknown("it was asked too often", false);
  if (status === 401) return unknown("it does not take the shop's key", true);
  const { data: answer } = purchaseBody.safeParse(body);
  if (status < 200 || status > 299 || !answer)
    return unknown(`an answer that nobody knows (${status})`, true);
  const { network, capacity: size, orderReference: theirs, ...rest } = answer.data;
  if (`${network} ${size}` !== code) return unknown("an answer about another package", true);
  return { ...stageAnswer(rest), theirs };
}

/** Its documents have no codes for it, so only words that leave no doubt count. */
function refusalOf(message: string): RefusalKind | undefined {
  if (/\binvalid (phone )?number\b/i.test(message)) return "wrong number";
  return /\bnumber\b.*\b(barred|blocked|cannot receive)\b/i.test(message) ? "barred number" : undefined;
}

function statusAnswer({ status, body }: Said, { code, receiver, theirs }: Attempt): Answer {
  const { data: answer } = statusBody.safeParse(body);
  if (status !== 200 || !answer) return unknown(`no status that can be read (${status})`, status >= 500);
  const { reference, phoneNumber, network, capacity: size, ...rest } = answer.data;
  const isAboutIt = reference === theirs && phoneNumber === receiver && `${network} ${size}` === code;
  // The reference may be another order's, named by mistake. Sent once more, the order is answered with its own.
  return isAboutIt
    ? stageAnswer(rest)
    : { ...unknown("an answer about another order", true), isMissing: true };
}

function stageAnswer({ orderStatus, price }: { orderStatus: string; price: Pesewas }): Answer {
  switch (orderStatus) {
    case "pending":
    case "waiting":
    case "processing":
      return { state: "accepted", cost: price };
    case "completed":
      return { state: "delivered", cost: price };
    case "failed":
      return { state: "refused", reason: "DataMart could not deliver it", isReturned: false, cost: price };
    case "refunded":
      return {
        state: "refused",
        reason: "DataMart could not deliver it, and gave its price back",
        isReturned: true,
      };
    default:
      return unknown(`“${orderStatus}”, which nobody knows`, false);
  }
}
