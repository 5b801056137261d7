/** The server of a double on loopback, which answers as badly as the fates of its requests say. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { DoubleClock } from "./clock.ts";
import { answerBadGateway, listenOnLoopback, readBody } from "./loopback.ts";

export interface DoubleRequest<F> {
  method: string;
  /** Without the base of the API. */
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
  fate: F;
}

/** A request that is refused, with the body of its answer. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, message: string, body: object) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

/** What came and what the shop got, for tests that compare it with the shop's books. */
export interface RequestEntry {
  at_ms: number;
  method: string;
  /** With the query. */
  path: string;
  /** By which the shop tells that it is the same order, if a header has it. */
  key: string | undefined;
  body: string;
  /** What the shop got; for the other outcomes it got no whole answer. */
  outcome: number | "hung" | "cut";
  /** It was answered with the reference and the price of another order. */
  isAboutAnother: boolean;
}

type Answers = "normal" | `${"error" | "hang" | "cut"} ${"before" | "after"}` | "drip";

interface ServerOptions<F> {
  clock: DoubleClock;
  journal: { requests: RequestEntry[] };
  /** All calls are below it. */
  base?: string;
  /** The type of what it answers. */
  contentType?: string;
  /** The header with the shop's key for an order. */
  keyHeader?: string;
  fates: { next(name: string): F };
  /** @throws {Refusal} */
  answer: (request: DoubleRequest<F>) => Promise<object> | object;
  /** A page for people, without a fate. @returns whether this is its address */
  page?: (request: Omit<DoubleRequest<F>, "fate">, response: ServerResponse) => Promise<boolean>;
  port: number | undefined;
}

/** With the fate "drip", the answer comes in this many parts, with a pause after each. */
const drip = { parts: 8, pause_ms: 5000 } as const;

/** @returns the base address of the API, and how to end it */
export async function serveDouble<F extends { answer: Answers; about: string }>(
  options: ServerOptions<F>,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = await listenOnLoopback((request, response) => {
    void serve(options, request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  }, options.port);
  return { url: server.url + (options.base ?? ""), close: () => server.close() };
}

async function serve<F extends { answer: Answers; about: string }>(
  { clock, journal, base = "", fates, answer, page, ...options }: ServerOptions<F>,
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
  if (await page?.({ method, url, headers, body }, response)) return;
  const key = headers[options.keyHeader ?? ""]?.toString();
  const path = url.pathname + url.search;
  const fate = fates.next(url.pathname);
  const isAboutAnother = fate.about === "other reference";
  const asked = { at_ms: clock.now_ms, method, path, key, body };
  const entry: RequestEntry = { ...asked, outcome: "hung", isAboutAnother };
  journal.requests.push(entry);
  if (fate.answer === "hang before") return;
  if (fate.answer === "error before") return fail(entry, response);
  const answered = await statusAndBody(() => answer({ method, url, headers, body, fate }));
  if (fate.answer === "hang after") return;
  if (fate.answer === "error after") return fail(entry, response);
  entry.outcome = fate.answer === "cut after" ? "cut" : answered.status;
  const text = JSON.stringify(answered.body);
  const length = Buffer.byteLength(text);
  const type = options.contentType ?? "application/json";
  response.writeHead(answered.status, { "content-type": type, "content-length": length });
  if (fate.answer === "cut after") response.write(text.slice(0, length / 2), () => response.destroy());
  else if (fate.answer === "drip") dripOut(clock, response, text);
  else response.end(text);
}

async function statusAndBody(
  answer: () => Promise<object> | object,
): Promise<{ status: number; body: object }> {
  try {
    return { status: 200, body: await answer() };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
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
