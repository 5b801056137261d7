/** The documented calls of DataMart. Each one answers {status: "success", data}, or refuses the request. */
import { networks } from "./catalogue.ts";
import type { RequestFate } from "./fates.ts";
import { packageRecord, purchaseRecord, statusRecord, writeMoney } from "./order.ts";
import { isNetwork, readPurchase, Refusal, unknownNetwork } from "./read-purchase.ts";
import type { DataMartWorld } from "./world.ts";

export interface ApiRequest {
  method: string;
  url: URL;
  apiKey: unknown;
  idempotencyKey: string | undefined;
  body: string;
  fate: RequestFate;
}

/** @param parameter the part of the path after the fixed words */
type Call = (world: DataMartWorld, request: ApiRequest, parameter: string) => unknown;

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
const minute_ms = 60_000;

export class Api {
  readonly #world: DataMartWorld;
  readonly #apiKey: string;
  /** How many requests of each route came in this minute. */
  readonly #counts = new Map<RegExp | "all", number>();
  #minute = 0;

  constructor(world: DataMartWorld, apiKey: string) {
    this.#world = world;
    this.#apiKey = apiKey;
  }

  async answer(request: ApiRequest): Promise<{ status: number; body: object }> {
    try {
      const { door } = request.fate;
      if (request.apiKey !== this.#apiKey || door === "wrong key") throw new Refusal(401, "Invalid API key");
      const isPath = ({ path }: Route) => path.test(request.url.pathname);
      const route = routes.find((one) => one.method === request.method && isPath(one));
      const isOverAll = this.#isOver("all", all_minute_max);
      const isOverRoute = route?.minute_max !== undefined && this.#isOver(route.path, route.minute_max);
      if (isOverAll || isOverRoute || door === "too many") throw new Refusal(429, "Too many requests");
      if (!route) throw new Refusal(404, "Not found");
      const parameter = route.path.exec(request.url.pathname)?.[1] ?? "";
      const data = await route.call(this.#world, request, decodeURIComponent(parameter));
      return { status: 200, body: { status: "success", data } };
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: error.body };
      throw error;
    }
  }

  /** Counts the request. */
  #isOver(counted: RegExp | "all", max: number): boolean {
    const minute = Math.floor(this.#world.clock.now_ms / minute_ms);
    if (minute !== this.#minute) this.#counts.clear();
    this.#minute = minute;
    const count = (this.#counts.get(counted) ?? 0) + 1;
    this.#counts.set(counted, count);
    return count > max;
  }
}

function balance({ balance, clock }: DataMartWorld, { fate }: ApiRequest): object {
  return {
    balance: writeMoney(balance, fate, "number"),
    currency: "GHS",
    user: { name: "Play shop" },
    timestamp: clock.text(),
  };
}

function dataPackages({ catalogue }: DataMartWorld, { url, fate }: ApiRequest): object {
  const asked = url.searchParams.get("network");
  const listOf = (network: string) =>
    catalogue.packages.filter((one) => one.network === network).map((one) => packageRecord(one, fate));
  if (asked === null) return Object.fromEntries(networks.map((network) => [network, listOf(network)]));
  if (!isNetwork(asked)) throw unknownNetwork();
  return listOf(asked);
}

async function purchase(world: DataMartWorld, { body, idempotencyKey, fate }: ApiRequest): Promise<object> {
  const receipt = await world.purchase(readPurchase(body), idempotencyKey, fate);
  return purchaseRecord({ ...receipt, order: world.shown(receipt.order, fate.about) }, fate);
}

function orderStatus(world: DataMartWorld, { fate }: ApiRequest, reference: string): object {
  return statusRecord(world.shown(world.lookUp(reference), fate.about), fate);
}
