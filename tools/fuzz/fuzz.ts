/** A campaign of hostile requests and sockets against a running shop. The seed makes it the same one again. */
import type { MessageOptions } from "#api/messages/options.ts";
import { Agent } from "node:http";
import fc from "fast-check";
import pg from "pg";
import { connectionConfig } from "#ledger/store/connect/connect.ts";
import { verify } from "#ledger/store/verify/verify.ts";
import type { TestShop } from "../testing/test-shop.ts";
import { type Cast, openCast } from "./cast.ts";
import { faultsOf } from "./hold.ts";
import { type HostileRequest, hostileRequest } from "./hostile-request.ts";
import { hostileSocket, holdSocket } from "./hostile-socket.ts";
import { type Received, send, type Sent } from "./send.ts";

/** Nothing is sent, and no name server is asked where a webhook leads: all of it stays on this machine. */
export const quietMessages: MessageOptions = { allowPrivateWebhooks: true, isOff: true };

export interface FuzzOptions {
  seed: number;
  requests: number;
  sockets: number;
  ms_max: number;
  /** Told after each request how many there were. */
  onRequest?: (count: number) => Promise<void>;
}

export interface FuzzReport {
  requests: number;
  sockets: number;
  /** How many answers had which status; "none" where the connection was closed. */
  statuses: Record<string, number>;
  codes: Record<string, number>;
}

/** @throws with the smallest request that does harm, where one does. */
export async function fuzz(shop: TestShop, options: FuzzOptions): Promise<FuzzReport> {
  const { seed, requests, sockets, ms_max, onRequest } = options;
  const cast = await openCast(shop);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const report: FuzzReport = { requests: 0, sockets: 0, statuses: {}, codes: {} };
  const bounds = { seed, interruptAfterTimeLimit: ms_max, markInterruptAsFailure: true };
  const telling = tellFirst();
  try {
    const aRequest = fc.asyncProperty(hostileRequest(), async (request) => {
      await telling(() => holdRequest(shop, cast, agent, request, report));
      report.requests += 1;
      await onRequest?.(report.requests);
    });
    await fc.assert(aRequest, { ...bounds, numRuns: requests });
    const aSocket = fc.asyncProperty(
      fc.array(hostileSocket, { minLength: 20, maxLength: 20 }),
      async (scripts) => {
        const before = await stateOf(shop);
        await telling(() => Promise.all(scripts.map((script) => holdSocket(shop, cast, script))));
        hold((await stateOf(shop)) === before, "a socket changed the ledger");
        report.sockets += scripts.length;
      },
    );
    await fc.assert(aSocket, { ...bounds, numRuns: Math.ceil(sockets / 20) });
  } finally {
    agent.destroy();
  }
  await holdBooks(shop);
  return report;
}

/** Making a case smaller takes its time, for a silent socket hours: so the first one is told at once. */
function tellFirst(): (work: () => Promise<unknown>) => Promise<void> {
  let isTold = false;
  return async (work) => {
    try {
      await work();
    } catch (error) {
      if (!isTold) console.error(`Harm, still to be made smaller: ${String(error)}`);
      isTold = true;
      throw error;
    }
  };
}

async function holdRequest(
  shop: TestShop,
  cast: Cast,
  agent: Agent,
  request: HostileRequest,
  report: FuzzReport,
): Promise<void> {
  // Limits on attempts would hide what is behind them; what they do has tests of its own.
  if (report.requests % 100 === 0) await shop.pool.query("delete from shop.attempt");
  const sent = filled(cast, request);
  const before = await stateOf(shop);
  const received = await send(shop.server.url, agent, sent);
  const faults = faultsOf(sent, received);
  const isRefused =
    received === undefined || received.status >= 400 || sent.method === "GET" || sent.method === "HEAD";
  if (isRefused && (await stateOf(shop)) !== before)
    faults.push("it was refused, or only asked, and changed the ledger");
  count(report, received);
  hold(
    faults.length === 0,
    `${faults.join("\n")}\n${sent.method} ${sent.path}\n${JSON.stringify(sent.headers)}\n${(sent.body ?? "").slice(0, 2000)}\nanswer: ${received?.status} ${received?.text.slice(0, 500)}`,
  );
  await replaceLost(cast, request, sent, received);
}

function filled(cast: Cast, { method, path, headers, body, actor }: HostileRequest): Sent {
  const token = cast.token(actor);
  const given = new Map(headers.map(([name, value]): [string, string] => [name, cast.fill(value, actor)]));
  if (token !== undefined && !given.has("authorization")) given.set("authorization", `Bearer ${token}`);
  if (body !== undefined && !given.has("content-type")) given.set("content-type", "application/json");
  // node:http leaves it out for some methods, and the body is then another request.
  if (body !== undefined && !given.has("content-length") && !given.has("transfer-encoding"))
    given.set("content-length", String(Buffer.byteLength(cast.fill(body, actor))));
  return {
    method,
    path: `/api${cast.fill(path, actor)}`,
    headers: [...given],
    body: body === undefined ? undefined : cast.fill(body, actor),
  };
}

/** All of the log, and the rows beside it that a request could change. */
async function stateOf(shop: TestShop): Promise<string> {
  const { rows } = await shop.pool.query<{ state: string }>(
    `select concat_ws(' ', (select position from ledger.head), (select count(*) from shop.product_image),
       (select md5(string_agg(u::text, '' order by id)) from shop."user" u),
       (select md5(string_agg(b::text, '' order by user_id, phone)) from shop.beneficiary b),
       (select md5(string_agg(concat(user_id, counter), '' order by user_id)) from shop.api_key where counter > 0)) as state`,
  );
  return rows[0]?.state ?? "";
}

/** An actor whose own token serves no more. */
async function replaceLost(
  cast: Cast,
  { actor, headers }: HostileRequest,
  sent: Sent,
  received: Received | undefined,
): Promise<void> {
  if (actor === "guest" || headers.some(([name]) => name === "authorization")) return;
  const isLost =
    received?.text.includes('"code":"unauthorized"') === true ||
    (actor !== "banned" && received?.text.includes('"code":"actor_banned"') === true) ||
    (received?.status === 200 &&
      /logout|reset-password|api-key|\/user\/[^/]+\/(level|status|sessions)|delete|decline|approve|update-status/.test(
        sent.path,
      ));
  if (isLost) await cast.replace(actor);
}

function count(report: FuzzReport, received: Received | undefined): void {
  const status = received === undefined ? "none" : String(received.status);
  report.statuses[status] = (report.statuses[status] ?? 0) + 1;
  const code = /"code":"(\w+)"/.exec(received?.text ?? "")?.[1];
  if (code !== undefined) report.codes[code] = (report.codes[code] ?? 0) + 1;
}

async function holdBooks(shop: TestShop): Promise<void> {
  const { wallets, houses } = await shop.books();
  hold(Number(wallets) + Number(houses) === 0, "the books do not sum to zero");
  const client = new pg.Client({
    ...connectionConfig(shop.database.ownerUrl, "cedibook fuzz"),
    pipeline: true,
  });
  await client.connect();
  const { findings } = await verify(client);
  await client.end();
  hold(findings.length === 0, `the ledger is not whole: ${JSON.stringify(findings)}`);
}

function hold(holds: boolean, message: string): void {
  if (!holds) throw new Error(message);
}
