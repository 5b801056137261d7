/** The load of a benchmark in its own process: autocannon, or requests at a steady rate. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, type IncomingMessage, request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import autocannon from "autocannon";
import { answerParent } from "../child.ts";
import { steadily } from "./rounds.ts";

export interface Load {
  url: string;
  path: string;
  tokens: string[];
  body: string;
  /** Wrong passwords for unknown accounts from everywhere, instead of the body. Any answer will do. */
  logins?: true;
  /** A bulk call: this many lines of this body, each under its own key. */
  lines?: number;
  /** Index of the first token to use; random by default. */
  first?: number;
  connections: number;
  /** Or as many requests as there are tokens. */
  duration_ms?: number;
  /** Requests per second at a steady rate; as fast as answers come by default. */
  perSecond?: number;
}

export interface LoadResult {
  perSecond: number;
  latencies_ms: number[];
}

interface Request {
  path: string;
  headers: Record<string, string>;
  body: string;
}

answerParent({
  async run(load: Load): Promise<LoadResult> {
    const latencies_ms: number[] = [];
    let next = load.first ?? Math.floor(Math.random() * load.tokens.length);
    const request = () => (load.logins ? loginOf(next++) : requestOf(load, next++));
    const started_ms = performance.now();
    if (load.perSecond === undefined) await fire(load, request, latencies_ms);
    else await keepPace(load, request, latencies_ms);
    return {
      perSecond: (latencies_ms.length * 1000) / (performance.now() - started_ms),
      latencies_ms,
    };
  },
});

async function fire(
  { url, connections, duration_ms, tokens, logins }: Load,
  request: () => Request,
  latencies_ms: number[],
): Promise<void> {
  const run = autocannon({
    url,
    connections: duration_ms === undefined ? Math.min(connections, tokens.length) : connections,
    ...(duration_ms === undefined ? { amount: tokens.length } : { duration: duration_ms / 1000 }),
    sampleInt: 50,
    method: "POST",
    requests: [{ setupRequest: (given) => ({ ...given, ...request() }) }],
  });
  run.on("response", (_, _status, _bytes, took_ms) => latencies_ms.push(took_ms));
  const { errors, timeouts, non2xx, statusCodeStats } = await run;
  if (errors + timeouts > 0 || (non2xx > 0 && !logins))
    throw new Error(`unexpected answers: ${JSON.stringify({ errors, timeouts, statusCodeStats })}`);
}

/**
 * autocannon sends the requests of a second all at once, so these are sent one by one. They share connections: fetch opens
 * a new one for each that waits, and while the server is busy, more than the kernel keeps for it.
 */
async function keepPace(
  { url, connections, duration_ms = 0, perSecond = 1 }: Load,
  request: () => Request,
  latencies_ms: number[],
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const sent = await steadily(perSecond, (perSecond * duration_ms) / 1000, async () => {
    const began_ms = performance.now();
    await sendOne(url, agent, request());
    return performance.now() - began_ms;
  });
  agent.destroy();
  latencies_ms.push(...sent);
}

/** @throws for an answer that is not a success */
async function sendOne(url: string, agent: Agent, { path, headers, body }: Request): Promise<void> {
  const sent = httpRequest(`${url}${path}`, { method: "POST", agent, headers }).end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const content = await text(answer);
  if ((answer.statusCode ?? 0) >= 300)
    throw new Error(`unexpected answer: ${answer.statusCode} ${content.slice(0, 500)}`);
}

function requestOf({ path, tokens, lines, body }: Load, index: number): Request {
  const headers = {
    authorization: `Bearer ${tokens[index % tokens.length]}`,
    "idempotency-key": randomUUID(),
    "content-type": "application/json",
  };
  return { path, headers, body: lines === undefined ? body : bulkOf(body, lines) };
}

/** Each from another address, so that no limit per address answers before the password is checked. */
function loginOf(index: number): Request {
  const address = `41.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
  return {
    path: "/api/user/login",
    headers: { "x-forwarded-for": address, "content-type": "application/json" },
    body: JSON.stringify({ userPhone: `02${String(10_000_000 + index)}`, password: "wrong password" }),
  };
}

function bulkOf(body: string, lines: number): string {
  const line = () => `{"key":"${randomUUID()}",${body.slice(1)}`;
  return `{"lines":[${Array.from({ length: lines }, line).join()}]}`;
}
