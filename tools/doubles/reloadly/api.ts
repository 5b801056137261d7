/** The documented calls of Reloadly's airtime API, and the one that gives out tokens. */
import { randomUUID } from "node:crypto";
import { type Carrier, carrierOf } from "#contract/terms/networks.ts";
import { type DoubleRequest, Refusal } from "../server.ts";
import type { OrderBook } from "../supplier/book.ts";
import { changedPrice, newOrder, otherNumber } from "../supplier/order.ts";
import type { OrderFate, RequestFate } from "./fates.ts";
import { type Currency, type Operator, operatorRecord, operators, takes, toHundredths } from "./operators.ts";
import { type Destination, type ReloadlyOrder, signedWebhook, topupRecord, writeTime } from "./order.ts";
import type { DoubleClock } from "../clock.ts";
import { type Fields, fieldsOf } from "../loopback.ts";

type Request = DoubleRequest<RequestFate>;

export interface ReloadlyTerms {
  clientId: string;
  clientSecret: string;
  currency: Currency;
  token_ms: number;
  /** A number that got something is refused for this long. */
  pause_ms: number;
  destination: Destination | undefined;
}

export const contentType = "application/com.reloadly.topups-v1+json";
const audiences = ["https://topups.reloadly.com", "https://topups-sandbox.reloadly.com"];
const names: Record<Carrier, string> = { MTN: "MTN", Telecel: "Telecel", AT: "AirtelTigo" };
const day_ms = 24 * 60 * 60_000;

export class ReloadlyApi {
  readonly #book: OrderBook<ReloadlyOrder>;
  readonly #terms: ReloadlyTerms;
  /** When each token expires. */
  readonly #tokens = new Map<string, number>();
  /** Until when an identifier cannot be used again. */
  readonly #used = new Map<string, number>();
  readonly #lastFor = new Map<string, number>();

  constructor(book: OrderBook<ReloadlyOrder>, terms: ReloadlyTerms) {
    this.#book = book;
    this.#terms = terms;
  }

  /** @throws {Refusal} */
  async answer(request: Request): Promise<object> {
    const { method, url } = request;
    const path = url.pathname;
    const origin = { path, clock: this.#book.clock };
    if (request.fate.door === "too many")
      throw refusal(origin, 429, "TOO_MANY_REQUESTS", "Too many requests");
    const call = `${method} ${path}`;
    if (call === "POST /oauth/token") return this.#giveToken(request, origin);
    this.#requireToken(request, origin);
    if (request.headers.accept !== contentType)
      throw refusal(origin, 406, "NOT_ACCEPTABLE", "The version in the header Accept is not supported");
    if (call === "POST /topups-async") return this.#topUp(request, origin);
    const id = /^\/topups\/(\d+)\/status$/.exec(path)?.[1];
    if (method === "GET" && id !== undefined) return this.#status(request, id, origin);
    if (call === "GET /topups/reports/transactions") return this.#report(request);
    if (call === "GET /operators/countries/GH")
      return operators.map((one) => operatorRecord(one, this.#terms.currency));
    const phone = /^\/operators\/auto-detect\/phone\/(\d+)\/countries\/GH$/.exec(path)?.[1];
    if (method === "GET" && phone !== undefined) return this.#detect(phone, origin);
    if (call === "GET /accounts/balance") return this.#balance(request);
    throw refusal(origin, 404, "NOT_FOUND", "No message available");
  }

  /** A number that was moved to another network is known there: this double moves none. */
  #detect(phone: string, origin: Origin): object {
    const carrier = carrierOf(phone);
    const operator = operators.find(({ name }) => carrier !== undefined && name.startsWith(names[carrier]));
    if (!operator) throw wrongPhone(origin);
    return operatorRecord(operator, this.#terms.currency);
  }

  #giveToken({ body, fate }: Request, origin: Origin): object {
    const asked = readFields(body, origin);
    const { clientId, clientSecret, token_ms } = this.#terms;
    const isRight =
      asked["client_id"] === clientId &&
      asked["client_secret"] === clientSecret &&
      asked["grant_type"] === "client_credentials" &&
      audiences.includes(String(asked["audience"]));
    if (!isRight || fate.door === "wrong key")
      throw refusal(origin, 401, "INVALID_CREDENTIALS", "Access Denied");
    const access_token = randomUUID();
    this.#tokens.set(access_token, this.#book.clock.now_ms + token_ms);
    return { access_token, scope: "developer", expires_in: token_ms / 1000, token_type: "Bearer" };
  }

  #requireToken({ headers, fate }: Request, origin: Origin): void {
    const token = headers.authorization?.replace(/^Bearer /, "") ?? "";
    const until_ms = this.#tokens.get(token);
    if (until_ms !== undefined && until_ms <= this.#book.clock.now_ms)
      throw refusal(origin, 401, "TOKEN_EXPIRED", "The access token has expired");
    // A token that is refused once is refused from then on.
    if (fate.door === "wrong key") this.#tokens.delete(token);
    if (until_ms === undefined || fate.door === "wrong key")
      throw refusal(origin, 401, "INVALID_TOKEN", "Full authentication is required to access this resource");
  }

  async #topUp(request: Request, origin: Origin): Promise<object> {
    const topup = readTopup(request.body, origin);
    const { phone, key, operator } = topup;
    const { clock } = this.#book;
    if (key !== undefined && (this.#used.get(key) ?? 0) > clock.now_ms)
      throw refusal(origin, 400, "CUSTOM_IDENTIFIER_ALREADY_USED", "The identifier was used before");
    const fate = this.#book.nextFate(phone);
    const used_ms = fate.identifier === "one day" ? day_ms : Infinity;
    if (key !== undefined) this.#used.set(key, clock.now_ms + used_ms);
    await this.#book.think(fate);
    try {
      this.#requireReceiver(topup, fate, origin);
      const charged = this.#charge(topup, fate, origin);
      const id = this.#book.nextId;
      const goods = `${operator.name} GHS ${(charged.local / 100).toFixed(2)}`;
      const more = { id, reference: String(id), key, phone, goods, operator, fate };
      const order: ReloadlyOrder = { ...newOrder(clock.now_ms), ...more, ...charged };
      this.#lastFor.set(phone, clock.now_ms);
      await this.#book.enter(order);
      this.#forge(order);
      const told = request.fate.about === "other reference" ? this.#book.otherThan(order) : order;
      return { transactionId: topupRecord(told, this.#terms.currency, request.fate.numbers).transactionId };
    } catch (error) {
      if (key !== undefined && fate.memory === "orders") this.#used.delete(key);
      throw error;
    }
  }

  /** @throws {Refusal} */
  #requireReceiver({ phone }: Topup, { accepts }: OrderFate, origin: Origin): void {
    if (accepts === "wrong number") throw wrongPhone(origin);
    if (accepts === "barred number")
      throw refusal(origin, 400, "PHONE_BANNED_BY_OPERATOR", "The operator does not allow this number");
    const last_ms = this.#lastFor.get(phone) ?? -Infinity;
    if (this.#book.clock.now_ms - last_ms < this.#terms.pause_ms)
      throw refusal(origin, 400, "PHONE_RECENTLY_RECHARGED", "The number was topped up a moment ago");
  }

  /** @throws {Refusal} */
  #charge({ operator, amount, isLocal }: Topup, { accepts, price: change }: OrderFate, origin: Origin) {
    const { currency } = this.#terms;
    // With another rate, the same cedis cost more or less.
    if (currency.code !== "GHS") currency.rate = (currency.rate * 100) / changedPrice(100, change);
    const local = isLocal ? toHundredths(amount) : toHundredths(amount * currency.rate);
    if (!takes(operator, local / 100))
      throw refusal(origin, 400, "INVALID_AMOUNT_FOR_OPERATOR", "The operator does not take this amount");
    const full = isLocal ? amount / currency.rate : amount;
    const price = toHundredths(full * (1 - operator.discount / 100));
    const balanceBefore = this.#book.balance;
    if (price > balanceBefore || accepts === "lacks money")
      throw refusal(origin, 400, "INSUFFICIENT_BALANCE", "The balance of the account is too low");
    const requestedCurrency: Currency["code"] = isLocal ? "GHS" : currency.code;
    return { price, local, balanceBefore, requested: toHundredths(amount), requestedCurrency };
  }

  #status({ fate }: Request, id: string, origin: Origin): object {
    const order = this.#book.lookUp(id);
    if (!order) throw refusal(origin, 404, "TRANSACTION_NOT_FOUND", "Transaction not found");
    const record = this.#recordOf(order, fate);
    if (fate.status === "flat") return record;
    return { code: null, message: null, status: record.status, transaction: record };
  }

  /** Documented: all orders, or those with this identifier. An empty list does not mean that there are none. */
  #report({ url, fate }: Request): object {
    const key = url.searchParams.get("customIdentifier");
    const size = Number(url.searchParams.get("size") ?? 200);
    const page = Math.max(1, Number(url.searchParams.get("page") ?? 1));
    const all = [...this.#book.orders.values()].filter(
      (one) => this.#book.lookUp(one.reference) && (key === null || one.key === key),
    );
    const content = all.slice((page - 1) * size, page * size).map((one) => this.#recordOf(one, fate));
    return { content, totalElements: all.length, totalPages: Math.ceil(all.length / size), size };
  }

  #recordOf(order: ReloadlyOrder, { about, numbers }: RequestFate) {
    const shown = about === "other reference" ? this.#book.otherThan(order) : order;
    const changes = {
      ...(about === "other number" && { phone: otherNumber(shown.phone) }),
      ...(about === "other package" && { requested: shown.requested + 100, local: shown.local + 100 }),
    };
    return topupRecord({ ...shown, ...changes }, this.#terms.currency, numbers);
  }

  #balance({ fate }: Request): object {
    const { code } = this.#terms.currency;
    const balance = this.#book.balance / 100;
    return {
      balance: fate.numbers === "text" ? String(balance) : balance,
      currencyCode: code,
      currencyName: code === "USD" ? "US Dollar" : "Ghanaian Cedi",
      updatedAt: this.#book.clock.text(),
    };
  }

  #forge(order: ReloadlyOrder): void {
    const { forgery } = order.fate;
    const { destination, currency } = this.#terms;
    if (forgery === "none" || destination === undefined) return;
    const about = forgery === "other reference" ? this.#book.otherThan(order) : order;
    const data = topupRecord({ ...about, state: "completed" }, currency);
    this.#book.forgeSoon(signedWebhook(destination, data, this.#book.clock, forgery));
  }
}

interface Topup {
  operator: Operator;
  /** In cedis if it is local, else in the account's currency. */
  amount: number;
  isLocal: boolean;
  phone: string;
  key: string | undefined;
}

/** Where and when a request came, for what is answered if it is refused. */
interface Origin {
  path: string;
  clock: DoubleClock;
}

function refusal({ path, clock }: Origin, status: number, errorCode: string, message: string): Refusal {
  const body = {
    timeStamp: writeTime(clock.now_ms),
    message,
    path,
    errorCode,
    infoLink: null,
    details: [],
  };
  return new Refusal(status, message, body);
}

/** As strictly as it is documented. @throws {Refusal} */
function readTopup(body: string, origin: Origin): Topup {
  const { operatorId, amount, useLocalAmount, customIdentifier, recipientPhone } = readFields(body, origin);
  const operator = operators.find((one) => one.operatorId === Number(operatorId));
  if (!operator) throw refusal(origin, 404, "OPERATOR_NOT_FOUND", "Operator not found");
  // Documented as text in one place and as a number in another.
  const asked = Number(amount);
  if (!/^\d+(\.\d{1,2})?$/.test(String(amount)) || asked === 0)
    throw refusal(origin, 400, "INVALID_AMOUNT", "The amount is not valid");
  const isLocal = useLocalAmount === true;
  if (isLocal && !operator.supportsLocalAmounts)
    throw refusal(origin, 400, "INVALID_AMOUNT_FOR_OPERATOR", "Local amounts are not supported");
  const { countryCode, number } = (recipientPhone ?? {}) as Fields;
  const digits = /^(?:0|\+?233)(\d{9})$/.exec(String(number))?.[1];
  if (countryCode !== "GH" || digits === undefined) throw wrongPhone(origin);
  if (customIdentifier !== undefined && typeof customIdentifier !== "string")
    throw refusal(origin, 400, "INVALID_INPUT_PROVIDED", "customIdentifier must be a text");
  return { operator, amount: asked, isLocal, phone: `0${digits}`, key: customIdentifier };
}

function wrongPhone(origin: Origin): Refusal {
  return refusal(origin, 400, "INVALID_RECIPIENT_PHONE", "Recipient phone number is not valid");
}

function readFields(body: string, origin: Origin): Fields {
  const fields = fieldsOf(body);
  if (!fields) throw refusal(origin, 400, "JSON_SYNTAX_ERROR", "The body is not JSON");
  return fields;
}
