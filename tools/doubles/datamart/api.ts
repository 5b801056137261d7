/** The documented calls of DataMart. Each one answers {status: "success", data}, or refuses the request. */
import type { OrderBook } from "../supplier/book.ts";
import { MinuteCounter } from "../supplier/minute-counter.ts";
import type { SupplierRequest } from "../supplier/server.ts";
import { networks } from "./catalogue.ts";
import type { RequestFate } from "./fates.ts";
import { type DataMartOrder, packageRecord, purchaseRecord, statusRecord, writeMoney } from "./order.ts";
import type { Purchases } from "./purchases.ts";
import { isNetwork, readPurchase, refusal, unknownNetwork } from "./read-purchase.ts";

export const keyHeader = "x-idempotency-key";

interface Account {
  book: OrderBook<DataMartOrder>;
  purchases: Purchases;
}

type Request = SupplierRequest<RequestFate>;

/** @param parameter the part of the path after the fixed words */
type Call = (account: Account, request: Request, parameter: string) => unknown;

interface Route {
  method: string;
  path: RegExp;
  call: Call;
  /** Documented: how many a minute, besides the limit of all. */
  minute_max?: number;
}

const routes: readonly Route[] = [
  { method: "GET", path: /^\/balance$/, call: balance, minute_max: 120 },
  { method: "GET", path: /^\/data-packages$/, call: dataPackages },
  { method: "POST", path: /^\/purchase$/, call: purchase, minute_max: 150 },
  { method: "GET", path: /^\/order-status\/([^/]+)$/, call: orderStatus },
];

const all_minute_max = 200;

export class Api {
  readonly #account: Account;
  readonly #apiKey: string;
  readonly #counter: MinuteCounter;

  constructor(account: Account, apiKey: string) {
    this.#account = account;
    this.#apiKey = apiKey;
    this.#counter = new MinuteCounter(account.book.clock);
  }

  /** @throws {Refusal} */
  async answer(request: Request): Promise<object> {
    const { method, url, headers, fate } = request;
    if (headers["x-api-key"] !== this.#apiKey || fate.door === "wrong key")
      throw refusal(401, "Invalid API key");
    const route = routes.find((one) => one.method === method && one.path.test(url.pathname));
    const isOverAll = this.#counter.isOver("all", all_minute_max);
    const isOverRoute = route?.minute_max !== undefined && this.#counter.isOver(route, route.minute_max);
    if (isOverAll || isOverRoute || fate.door === "too many") throw refusal(429, "Too many requests");
    if (!route) throw refusal(404, "Not found");
    const parameter = route.path.exec(url.pathname)?.[1] ?? "";
    return {
      status: "success",
      data: await route.call(this.#account, request, decodeURIComponent(parameter)),
    };
  }
}

function balance({ book }: Account, { fate }: Request): object {
  return {
    balance: writeMoney(book.balance, fate, "number"),
    currency: "GHS",
    user: { name: "Play shop" },
    timestamp: book.clock.text(),
  };
}

function dataPackages({ purchases }: Account, { url, fate }: Request): object {
  const asked = url.searchParams.get("network");
  const { packages } = purchases.catalogue;
  const listOf = (network: string) =>
    packages.filter((one) => one.network === network).map((one) => packageRecord(one, fate));
  if (asked === null) return Object.fromEntries(networks.map((network) => [network, listOf(network)]));
  if (!isNetwork(asked)) throw unknownNetwork();
  return listOf(asked);
}

async function purchase({ purchases }: Account, { body, headers, fate }: Request): Promise<object> {
  const receipt = await purchases.purchase(readPurchase(body), headers[keyHeader]?.toString(), fate);
  return purchaseRecord({ ...receipt, order: purchases.shown(receipt.order, fate.about) }, fate);
}

function orderStatus({ book, purchases }: Account, { fate }: Request, reference: string): object {
  const order = book.lookUp(reference);
  if (!order) throw refusal(404, "Order not found");
  return statusRecord(purchases.shown(order, fate.about), fate);
}
