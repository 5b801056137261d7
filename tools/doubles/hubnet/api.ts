/** The calls of Hubnet. It names no price: what an order costs is only seen in the balance. */
import { fieldsOf } from "../loopback.ts";
import { type DoubleRequest, Refusal } from "../server.ts";
import type { OrderBook } from "../supplier/book.ts";
import { changedPrice, newOrder, otherNumber } from "../supplier/order.ts";
import type { OrderFate, RequestFate } from "./fates.ts";
import {
  accepted,
  type HubnetOrder,
  type Network,
  networks,
  orderRecord,
  rejected,
  webhookOf,
} from "./order.ts";

type Request = DoubleRequest<RequestFate>;
type Bought = Pick<HubnetOrder, "network" | "phone" | "gigabytes" | "reference" | "webhook">;

export interface HubnetTerms {
  key: string;
  /** Requests in a minute of its clock, for each call. */
  minute_max: number;
  /** What a GB costs the shop, in pesewas. */
  prices: Record<Network, number>;
}

/** Which number means what is not documented, except 0000 and 1007 (too many requests). */
const codes = {
  input: "1001",
  number: "1002",
  balance: "1004",
  duplicate: "1005",
  unknown: "1006",
  often: "1007",
};

export class HubnetApi {
  readonly #book: OrderBook<HubnetOrder>;
  readonly #terms: HubnetTerms;
  /** References that cannot be used again. */
  readonly #used = new Set<string>();

  constructor(book: OrderBook<HubnetOrder>, terms: HubnetTerms) {
    this.#book = book;
    this.#terms = terms;
  }

  /** @throws {Refusal} */
  async answer(request: Request): Promise<object> {
    const { method, url, headers, fate } = request;
    const { key, minute_max } = this.#terms;
    if (headers["token"] !== `Bearer ${key}` || fate.door === "wrong key")
      throw refusal(request, "input", "Invalid API key", 401);
    const isOver = this.#book.isOver(`${method} ${url.pathname}`, minute_max);
    if (isOver || fate.door === "too many") throw refusal(request, "often", "Too many requests", 429);
    const network = /^\/(.+)-new-transaction$/.exec(url.pathname)?.[1];
    if (method === "POST" && network !== undefined) return this.#order(request, network);
    if (method === "GET" && url.pathname === "/check-transaction-status") return this.#status(request);
    if (method === "GET" && url.pathname === "/check_balance") return this.#balance(request);
    throw refusal(request, "input", "Not found", 404);
  }

  async #order(request: Request, network: string): Promise<object> {
    const bought = readOrder(request, network);
    const { reference } = bought;
    if (this.#used.has(reference)) throw refusal(request, "duplicate", "Duplicate transaction reference");
    this.#used.add(reference);
    const fate = this.#book.nextFate(bought.phone);
    await this.#book.think(fate);
    const price = this.#priceOf(request, bought, fate);
    const { nextId: id, clock } = this.#book;
    const goods = `${network} ${bought.gigabytes} GB`;
    const order = { ...newOrder(clock.now_ms), ...bought, id, key: reference, goods, price, fate };
    await this.#book.enter(order);
    this.#forge(order);
    return this.#answerAbout(request, order);
  }

  /** @throws {Refusal} if it is not sold to this number. With the usual memory, the reference can be used again. */
  #priceOf(request: Request, { network, gigabytes, reference }: Bought, fate: OrderFate): number {
    const { prices } = this.#terms;
    const perGigabyte = changedPrice(prices[network], fate.price);
    const price = perGigabyte * gigabytes;
    const isPoor = price > this.#book.balance || fate.accepts === "lacks money";
    if (fate.accepts !== "yes" || isPoor) {
      if (fate.memory === "orders") this.#used.delete(reference);
      if (fate.accepts === "wrong number") throw refusal(request, "number", "Invalid phone number");
      if (fate.accepts === "barred number")
        throw refusal(request, "number", "This number cannot receive this bundle");
      throw refusal(request, "balance", "Insufficient wallet balance");
    }
    prices[network] = perGigabyte;
    return price;
  }

  /** status:false says that the check has failed, and nothing about the order. */
  #status(request: Request): object {
    const order = this.#book.lookUp(request.url.searchParams.get("reference") ?? "");
    if (!order) throw refusal(request, "unknown", "Transaction not found");
    return this.#answerAbout(request, order);
  }

  #answerAbout({ fate: { success, about, volume } }: Request, order: HubnetOrder): object {
    const shown = about === "other reference" ? this.#book.otherThan(order) : order;
    const changes = {
      ...(about === "other number" && { phone: otherNumber(shown.phone) }),
      ...(about === "other package" && { gigabytes: shown.gigabytes + 1 }),
    };
    const record = orderRecord({ ...shown, ...changes }, volume);
    const { reference, transaction_id } = record;
    return accepted(success, record, { reference, transaction_id });
  }

  #balance({ fate: { success } }: Request): object {
    const balance = (this.#book.balance / 100).toFixed(2);
    if (success === "words") return accepted(success, { wallet_balance: balance });
    return accepted(success, {}, { balance, currency: "GHS" });
  }

  #forge(order: HubnetOrder): void {
    const { forgery } = order.fate;
    if (forgery === "none") return;
    const { reference } = forgery === "other reference" ? this.#book.otherThan(order) : order;
    const forged = webhookOf({ ...order, reference, state: "completed" });
    if (forged) this.#book.forgeSoon({ ...forged, forgery });
  }
}

/** @throws {Refusal} */
function readOrder(request: Request, network: string): Bought {
  const known = networks.find((one) => one === network);
  if (!known) throw refusal(request, "input", "Unknown network");
  const fields = fieldsOf(request.body);
  if (!fields) throw refusal(request, "input", "Invalid JSON");
  const { phone, volume, reference, webhook } = fields;
  if (typeof phone !== "string" || !/^0\d{9}$/.test(phone))
    throw refusal(request, "number", "Phone number is required and must be 10 digits");
  // A GB has 1,000 MB: 5120 is not 5 GB here.
  if (typeof volume !== "string" || !/^[1-9]\d?000$/.test(volume))
    throw refusal(request, "input", "Invalid volume");
  if (typeof reference !== "string" || !/^[\w-]{6,25}$/.test(reference))
    throw refusal(request, "input", "Reference must have 6 to 25 characters");
  const isNowhere = webhook === undefined || webhook === "";
  if (!isNowhere && !(typeof webhook === "string" && URL.canParse(webhook)))
    throw refusal(request, "input", "Invalid webhook");
  return {
    network: known,
    phone,
    gigabytes: Number(volume) / 1000,
    reference,
    webhook: isNowhere ? undefined : webhook,
  };
}

function refusal({ fate }: Request, what: keyof typeof codes, text: string, status = 400): Refusal {
  return new Refusal(status, text, rejected(fate.success, codes[what], text));
}
