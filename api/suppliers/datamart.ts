/**
 * DataMart's API (copies of its documents, read 2026-11). It promises delivery with "completed" only, and within a day it
 * knows an order again by our key: after that the same request would buy again.
 */
import { z } from "zod";
import { isSigned } from "../rails/rail.ts";
import { parseJson } from "../serve/input.ts";
import { callSupplier, goodBody, hundredths, missing, type Said, text, unknown } from "./call-supplier.ts";
import { bulkAnswers, capacity, orderAnswer, statusAnswer } from "./datamart-answers.ts";
import type { Answer, Attempt, Balance, Bulk, Price, Reported, Supplier } from "./supplier.ts";

export interface DataMartSettings {
  key: string;
  /** Of its webhooks, which it names once, when their address is set. Without it, none is believed, and the shop asks. */
  webhookSecret?: string | undefined;
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
  readonly bulk: Bulk = { max: 50, order: (key, attempts) => this.#orderBulk(key, attempts) };
  readonly #settings: DataMartSettings;
  readonly #closing: AbortSignal;

  /** `closing`: the shop stops. What is being asked then counts as unanswered. */
  constructor(settings: DataMartSettings, closing: AbortSignal) {
    this.#settings = settings;
    this.#closing = closing;
  }

  async order(attempt: Attempt): Promise<Answer> {
    const said = await this.#call("/purchase", { ...goodsOf(attempt), gateway: "wallet" }, attempt.reference);
    return typeof said === "string" ? unknown(said, true) : orderAnswer(said, attempt);
  }

  async ask(attempt: Attempt): Promise<Answer> {
    if (attempt.theirs === null) return missing("it has named no reference to ask by");
    const said = await this.#call(`/order-status/${encodeURIComponent(attempt.theirs)}`);
    return typeof said === "string" ? unknown(said, true) : statusAnswer(said, attempt);
  }

  hasSigned(body: Uint8Array, header: (name: string) => string | undefined): boolean {
    const { webhookSecret: key } = this.#settings;
    return (
      key !== undefined && isSigned({ algorithm: "sha256", key }, header("x-datamart-signature"), [body])
    );
  }

  readReport(body: string): Reported | undefined {
    const { data: report } = reportBody.safeParse(parseJson(body));
    return report && !progress.has(report.event) ? { theirs: report.data.orderReference } : undefined;
  }

  async balance(): Promise<Balance | undefined> {
    const found = goodBody(await this.#call("/balance"), balanceBody);
    return found && { held: found.data.balance };
  }

  async prices(): Promise<Price[] | undefined> {
    const list = goodBody(await this.#call("/data-packages"), packagesBody);
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

  /** It remembers the key as it does that of one order. */
  async #orderBulk(key: string, attempts: readonly Attempt[]): Promise<Answer[]> {
    const orders = attempts.map((attempt) => ({ ...goodsOf(attempt), ref: attempt.reference }));
    const said = await this.#call("/bulk-purchase", { orders }, key);
    // It has failed once, and not once for each order.
    return typeof said === "string"
      ? attempts.map((_, at) => unknown(said, at === 0))
      : bulkAnswers(said, attempts);
  }

  #call(path: string, body?: object, key?: string): Promise<Said | string> {
    const { url, answer_ms, key: apiKey } = this.#settings;
    const headers = { "x-api-key": apiKey, ...(key !== undefined && { "x-idempotency-key": key }) };
    return callSupplier({ url: url + path, headers, body, answer_ms, closing: this.#closing });
  }
}

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

function goodsOf({ code, receiver }: Attempt): object {
  const [network, size] = code.split(" ");
  return { phoneNumber: receiver, network, capacity: size };
}
