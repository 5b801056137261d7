/** The documented calls of DataMart. Each one answers {status: "success", data}, or refuses the request. */
import type { DoubleRequest } from "../server.ts";
import type { OrderBook } from "../supplier/book.ts";
import { beginBulk, bulkAnswer, type BulkOutcome, readBulk } from "./bulk-purchase.ts";
import { networks } from "./catalogue.ts";
import type { RequestFate } from "./fates.ts";
import type { IdempotencyKeys, Work } from "./idempotency-keys.ts";
import {
  type DataMartOrder,
  packageRecord,
  purchaseRecord,
  type Receipt,
  statusRecord,
  writeMoney,
} from "./order.ts";
import type { Purchases } from "./purchases.ts";
import { isNetwork, readPurchase, refusal, unknownNetwork } from "./read-purchase.ts";

export const keyHeader = "x-idempotency-key";

interface Account {
  book: OrderBook<DataMartOrder>;
  purchases: Purchases;
  /** The same for single purchases and for bulks. */
  keys: IdempotencyKeys<Receipt | BulkOutcome>;
}

interface Answer {
  message?: string;
  data: unknown;
}

interface Limit {
  minute_max: number;
}

type Request = DoubleRequest<RequestFate>;

/** @param parameter the part of the path after the fixed words */
type Call = (account: Account, request: Request, parameter: string) => Answer | Promise<Answer>;

interface Route {
  method: string;
  path: RegExp;
  call: Call;
  /** Besides the limit of all. Routes with the same one are counted together. */
  limit?: Limit;
}

/** Documented, as the limit of all is. A bulk is one request. */
const balanceLimit: Limit = { minute_max: 120 };
const purchaseLimit: Limit = { minute_max: 150 };

const routes: readonly Route[] = [
  { method: "GET", path: /^\/balance$/, call: balance, limit: balanceLimit },
  { method: "GET", path: /^\/data-packages$/, call: dataPackages },
  { method: "POST", path: /^\/purchase$/, call: purchase, limit: purchaseLimit },
  { method: "POST", path: /^\/bulk-purchase$/, call: bulkPurchase, limit: purchaseLimit },
  { method: "GET", path: /^\/order-status\/([^/]+)$/, call: orderStatus },
];

const all_minute_max = 200;

export class Api {
  readonly #account: Account;
  readonly #apiKey: string;

  constructor(account: Account, apiKey: string) {
    this.#account = account;
    this.#apiKey = apiKey;
  }

  /** @throws {Refusal} */
  async answer(request: Request): Promise<object> {
    const { method, url, headers, fate } = request;
    if (headers["x-api-key"] !== this.#apiKey || fate.door === "wrong key")
      throw refusal(401, "Invalid API key");
    const route = routes.find((one) => one.method === method && one.path.test(url.pathname));
    const { book } = this.#account;
    const isOverAll = book.isOver("all", all_minute_max);
    const limit = route?.limit;
    const isOverRoute = limit !== undefined && book.isOver(limit, limit.minute_max);
    if (isOverAll || isOverRoute || fate.door === "too many") throw refusal(429, "Too many requests");
    if (!route) throw refusal(404, "Not found");
    const parameter = route.path.exec(url.pathname)?.[1] ?? "";
    const answer = await route.call(this.#account, request, decodeURIComponent(parameter));
    return { status: "success", ...answer };
  }
}

function balance({ book }: Account, { fate }: Request): Answer {
  return {
    data: {
      balance: writeMoney(book.balance, fate, "number"),
      currency: "GHS",
      user: { name: "Play shop" },
      timestamp: book.clock.text(),
    },
  };
}

function dataPackages({ purchases }: Account, { url, fate }: Request): Answer {
  const asked = url.searchParams.get("network");
  const { packages } = purchases.catalogue;
  const listOf = (network: string) =>
    packages.filter((one) => one.network === network).map((one) => packageRecord(one, fate));
  if (asked === null)
    return { data: Object.fromEntries(networks.map((network) => [network, listOf(network)])) };
  if (!isNetwork(asked)) throw unknownNetwork();
  return { data: listOf(asked) };
}

function purchase(account: Account, request: Request): Promise<Answer> {
  const input = readPurchase(request.body);
  const { book, purchases } = account;
  return answerOnce(account, request, (key) => {
    const fate = book.nextFate(input.phone);
    return { memory: fate.memory, outcome: purchases.buy(input, { key }, fate, request.fate) };
  });
}

function bulkPurchase(account: Account, request: Request): Promise<Answer> {
  const lines = readBulk(request.body);
  return answerOnce(account, request, () => beginBulk(account, lines, request.fate));
}

/** A key that was used for the other call gets that call's answer. */
async function answerOnce(
  { purchases, keys }: Account,
  { headers, fate }: Request,
  begin: (key: string | undefined) => Work<Receipt | BulkOutcome>,
): Promise<Answer> {
  const key = headers[keyHeader]?.toString();
  const outcome = await keys.once(key, () => begin(key));
  const shown = (order: DataMartOrder) => purchases.shown(order, fate.about);
  if ("results" in outcome) return bulkAnswer(outcome, shown, fate);
  return { data: purchaseRecord({ ...outcome, order: shown(outcome.order) }, fate) };
}

function orderStatus({ book, purchases }: Account, { fate }: Request, reference: string): Answer {
  const order = book.lookUp(reference);
  if (!order) throw refusal(404, "Order not found");
  return { data: statusRecord(purchases.shown(order, fate.about), fate) };
}
