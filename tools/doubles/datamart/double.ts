/** A DataMart account on loopback that behaves as documented, including the worst that its page allows. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { DoubleClock } from "../clock.ts";
import { FateQueue } from "../fate.ts";
import { answerBadGateway, listenOnLoopback, readBody } from "../loopback.ts";
import { Api } from "./api.ts";
import type { Network, Package } from "./catalogue.ts";
import { type DataMartShares, type OrderFate, type RequestFate, requestKinds } from "./fates.ts";
import type { DataMartOrder } from "./order.ts";
import { type DataMartJournal, type Forgery, forgeWebhook, type RequestEntry } from "./webhooks.ts";
import { DataMartWorld } from "./world.ts";

interface DataMartOptions {
  seed: number;
  apiKey: string;
  /** What the shop has paid in already, in pesewas. */
  opening: number;
  /** Without it, no webhook is sent. */
  webhookUrl?: string | undefined;
  /** Without it, the double has a clock of its own that stands still. */
  clock?: DoubleClock;
  shares?: DataMartShares;
  /** Lets the last two digits of the receiver's number choose what happens (fateByEnding). */
  phonesChoose?: boolean;
  /** Orders get ids above it, so that those of an earlier double do not come again. */
  firstId?: number | undefined;
  /** How long a delivery takes. */
  deliver_ms?: { min: number; max: number } | undefined;
  /** 0 for any free one. */
  port?: number;
}

export interface DataMartDouble {
  /** The base address of the API, with its path. */
  url: string;
  clock: DoubleClock;
  journal: DataMartJournal;
  /** The truth about every order, by reference. */
  orders: ReadonlyMap<string, DataMartOrder>;
  /** What the shop has left, in pesewas. */
  balance(): number;
  /** The catalogue, in pesewas. A test can also change what is in stock. */
  prices: readonly Package[];
  setPrice(network: Network, capacity: number, pesewas: number): void;
  topUp(pesewas: number): void;
  /** Sets the fate of the next purchase with a new key. Can be called several times, for the ones after it. */
  forceNext(fate: Partial<OrderFate>): void;
  /** Sets the fate of all purchases for this number, whatever its last digits would choose. */
  forcePhone(phone: string, fate: Partial<OrderFate>): void;
  /** Sets the fate of the next request whose path begins so. */
  forceRequest(path: string, fate: Partial<RequestFate>): void;
  /** A person acts on an order. @throws {Refusal} if the reference is unknown */
  deliver(reference: string): void;
  fail(reference: string): void;
  refund(reference: string): void;
  /** An attacker's webhook, sent at once. */
  forge(event: string, data: object, forgery: Forgery): Promise<void>;
  close(): Promise<void>;
}

/** Documented: all calls are below it. */
const base = "/api/developer";
/** Documented: seconds to two hours. */
const usualDeliver_ms = { min: 5000, max: 7_200_000 };
/** With the fate "drip", the answer comes in this many parts, with a pause after each. */
const drip = { parts: 8, pause_ms: 5000 } as const;

export async function startDataMartDouble(options: DataMartOptions): Promise<DataMartDouble> {
  const { seed, apiKey, webhookUrl, opening, shares = {}, phonesChoose = false } = options;
  const { firstId = 260_000, deliver_ms = usualDeliver_ms } = options;
  const clock = options.clock ?? new DoubleClock();
  const journal: DataMartJournal = { requests: [], webhooks: [], doublePurchases: [] };
  const ending = new AbortController();
  const line = { clock, url: webhookUrl, apiKey, journal, signal: ending.signal };
  const world = new DataMartWorld({ seed, shares, phonesChoose, line, opening, firstId, deliver_ms });
  const requestFates = new FateQueue(requestKinds, shares.request ?? {}, seed + 1);
  const account: Account = { api: new Api(world, apiKey), clock, journal, requestFates };
  const server = await listenOnLoopback((request, response) => {
    void serve(account, request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  }, options.port);
  const { catalogue, fulfilment } = world;
  return {
    url: server.url + base,
    clock,
    journal,
    orders: world.orders,
    balance: () => world.balance,
    prices: catalogue.packages,
    setPrice: (network, capacity, pesewas) => catalogue.setPrice(network, capacity, pesewas),
    topUp: (pesewas) => (world.balance += pesewas),
    forceNext: (fate) => world.fates.force(fate),
    forcePhone: (phone, fate) => world.fatesByPhone.set(phone, fate),
    forceRequest: (path, fate) => requestFates.force(fate, path),
    deliver: (reference) => fulfilment.deliver(world.find(reference)),
    fail: (reference) => fulfilment.fail(world.find(reference)),
    refund: (reference) => fulfilment.refund(world.find(reference)),
    forge: (event, data, forgery) => forgeWebhook(line, event, data, forgery),
    async close() {
      ending.abort();
      await server.close();
      await clock.idle();
    },
  };
}

interface Account {
  api: Api;
  clock: DoubleClock;
  journal: DataMartJournal;
  requestFates: FateQueue<typeof requestKinds>;
}

async function serve(
  { api, clock, journal, requestFates }: Account,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "GET", headers } = request;
  const body = await readBody(request);
  if (request.url?.startsWith(`${base}/`) !== true) {
    response.writeHead(404).end();
    return;
  }
  const url = new URL(request.url.slice(base.length), "http://localhost");
  const idempotencyKey = headers["x-idempotency-key"]?.toString();
  const path = url.pathname + url.search;
  const at_ms = clock.now_ms;
  const entry: RequestEntry = { at_ms, method, path, key: idempotencyKey, body, outcome: "hung" };
  journal.requests.push(entry);
  const fate = requestFates.next(url.pathname);
  if (fate.answer === "hang before") return;
  if (fate.answer === "error before") return fail(entry, response);
  const apiKey = headers["x-api-key"];
  const answer = await api.answer({ method, url, apiKey, idempotencyKey, body, fate });
  if (fate.answer === "hang after") return;
  if (fate.answer === "error after") return fail(entry, response);
  entry.outcome = fate.answer === "cut after" ? "cut" : answer.status;
  const text = JSON.stringify(answer.body);
  const length = Buffer.byteLength(text);
  response.writeHead(answer.status, { "content-type": "application/json", "content-length": length });
  if (fate.answer === "cut after") response.write(text.slice(0, length / 2), () => response.destroy());
  else if (fate.answer === "drip") dripOut(clock, response, text);
  else response.end(text);
}

/** A proxy answers for the server behind it, with HTML. */
function fail(entry: RequestEntry, response: ServerResponse): void {
  entry.outcome = 502;
  answerBadGateway(response);
}

function dripOut(clock: DoubleClock, response: ServerResponse, text: string): void {
  const length = Math.ceil(text.length / drip.parts);
  response.flushHeaders();
  for (let part = 0; part <= drip.parts; part += 1)
    clock.at(clock.now_ms + part * drip.pause_ms, () => {
      if (part === drip.parts) response.end();
      else response.write(text.slice(part * length, (part + 1) * length));
    });
}
