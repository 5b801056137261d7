/** Sends hostile requests and sockets to a running shop. The same seed sends the same ones. */
import type { MessageOptions } from "../../api/messages/options.ts";
import { Agent } from "node:http";
import fc from "fast-check";
import type { TestShop } from "../../tools/testing/test-shop.ts";
import { verifyFindings } from "../scenario/check-ledger.ts";
import { useClient } from "../use-client.ts";
import { type Actors, openActors } from "./actors.ts";
import { faultsOf } from "./answer-faults.ts";
import { type HostileRequest, hostileRequest } from "./hostile-request.ts";
import { hostileSocket, checkSocket } from "./hostile-socket.ts";
import { type Received, send, type Sent } from "./send.ts";

/** Sends no messages, and looks up no webhook addresses: the fuzz sends nothing to other machines. */
export const quietMessages: MessageOptions = { allowPrivateAddresses: true, isOff: true };

export interface FuzzOptions {
  seed: number;
  requests: number;
  sockets: number;
  ms_max: number;
  /** Called after each request with their number. */
  onRequest?: (count: number) => Promise<void>;
}

export interface FuzzReport {
  requests: number;
  sockets: number;
  /** The number of answers by status; "none" if the connection was closed. */
  statuses: Record<string, number>;
  codes: Record<string, number>;
}

/** @throws with the smallest request that does harm, if one does */
export async function fuzz(shop: TestShop, options: FuzzOptions): Promise<FuzzReport> {
  const { seed, requests, sockets, ms_max, onRequest } = options;
  const actors = await openActors(shop);
  await watchRows(shop);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const report: FuzzReport = { requests: 0, sockets: 0, statuses: {}, codes: {} };
  const bounds = { seed, interruptAfterTimeLimit: ms_max, markInterruptAsFailure: true };
  const reportingFirst = reportFirstFailure();
  try {
    const run: Run = { shop, actors, agent, report, state: undefined };
    const aRequest = fc.asyncProperty(hostileRequest(), async (request) => {
      await reportingFirst(() => checkRequest(run, request));
      report.requests += 1;
      await onRequest?.(report.requests);
    });
    await fc.assert(aRequest, { ...bounds, numRuns: requests });
    // Their tokens may have ended during a long run.
    await actors.replaceAll();
    const aSocket = fc.asyncProperty(
      fc.array(hostileSocket, { minLength: 20, maxLength: 20 }),
      async (scripts) => {
        const before = await stateOf(shop);
        await reportingFirst(() => Promise.all(scripts.map((script) => checkSocket(shop, actors, script))));
        assertTrue((await stateOf(shop)) === before, "a socket changed the ledger");
        report.sockets += scripts.length;
      },
    );
    await fc.assert(aSocket, { ...bounds, numRuns: Math.ceil(sockets / 20) });
  } finally {
    agent.destroy();
  }
  await checkBooks(shop);
  return report;
}

/** Shrinking a case takes time, hours for a silent socket, so the first failure is printed immediately. */
function reportFirstFailure(): (work: () => Promise<unknown>) => Promise<void> {
  let isReported = false;
  return async (work) => {
    try {
      await work();
    } catch (error) {
      if (!isReported) console.error(`The first failure, before shrinking: ${String(error)}`);
      isReported = true;
      throw error;
    }
  };
}

interface Run {
  shop: TestShop;
  actors: Actors;
  agent: Agent;
  report: FuzzReport;
  /** The state after the last request, if that was refused: reading it again before the next one would find the same. */
  state: string | undefined;
}

async function checkRequest(run: Run, request: HostileRequest): Promise<void> {
  const { shop, actors, agent, report } = run;
  // Limits on attempts would hide the code behind them. The limits have their own tests.
  if (report.requests % 100 === 0) {
    await shop.pool.query("delete from shop.attempt");
    await actors.tidy();
    run.state = undefined;
  }
  const sent = filled(actors, request);
  const before = run.state ?? (await stateOf(shop));
  run.state = undefined;
  const received = await send(shop.server.url, agent, sent);
  const faults = faultsOf(sent, received);
  const isRefused =
    received === undefined || received.status >= 400 || sent.method === "GET" || sent.method === "HEAD";
  const after = isRefused ? await stateOf(shop) : undefined;
  if (isRefused && after !== before) faults.push("it was refused or only read, but it changed the ledger");
  count(report, received);
  assertTrue(
    faults.length === 0,
    `${faults.join("\n")}\n${sent.method} ${sent.path}\n${JSON.stringify(sent.headers)}\n${(sent.body ?? "").slice(0, 2000)}\nanswer: ${received?.status} ${received?.text.slice(0, 500)}`,
  );
  await keepAdminsIn(shop, sent, received);
  const isReplaced = await replaceLost(actors, request, sent, received);
  run.state = isReplaced ? undefined : after;
}

/** Once the shop requires a second factor of its admins, those of the fuzz, who have none, could do nothing else. */
async function keepAdminsIn(shop: TestShop, sent: Sent, received: Received | undefined): Promise<void> {
  if (received?.status !== 200 || !sent.path.includes("admin-second-factor")) return;
  const { rows } = await shop.pool.query<{ admin_factor: boolean }>(
    "select admin_factor from ledger.settings",
  );
  if (rows[0]?.admin_factor) await shop.command("change_admin_factor", "system", { required: false });
}

function filled(actors: Actors, { method, path, headers, body, actor }: HostileRequest): Sent {
  const token = actors.token(actor);
  const given = new Map(headers.map(([name, value]): [string, string] => [name, actors.fill(value, actor)]));
  if (token !== undefined && !given.has("authorization")) given.set("authorization", `Bearer ${token}`);
  if (body !== undefined && !given.has("content-type")) given.set("content-type", "application/json");
  // node:http omits it for some methods, and the server would read the body as another request.
  if (body !== undefined && !given.has("content-length") && !given.has("transfer-encoding"))
    given.set("content-length", String(Buffer.byteLength(actors.fill(body, actor))));
  return {
    method,
    path: `/api${actors.fill(path, actor)}`,
    headers: [...given],
    body: body === undefined ? undefined : actors.fill(body, actor),
  };
}

/**
 * The rows beside the log that a request could change, and which changes of them count. Noting a key's use does not, nor
 * that an admin's rights were used for the first time after a new number, password or second factor.
 */
const watched = [
  { table: "product_image", changed: "old.hash is distinct from new.hash", isNew: "true" },
  {
    table: "user",
    changed: "to_jsonb(old) - 'unused_change' is distinct from to_jsonb(new) - 'unused_change'",
    isNew: "true",
  },
  { table: "beneficiary", changed: "old.* is distinct from new.*", isNew: "true" },
  { table: "push_subscription", changed: "old.sealed is distinct from new.sealed", isNew: "true" },
  { table: "api_key", changed: "old.counter is distinct from new.counter", isNew: "new.counter > 0" },
];

/**
 * Counts the changes of the watched rows. Comparing the rows themselves took longer than everything else after some
 * thousand registrations. A change that is rolled back is not counted.
 */
async function watchRows({ database }: TestShop): Promise<void> {
  const statements = watched.map(
    ({ table, changed, isNew }) => `
      create trigger fuzz_new after insert on shop."${table}" for each row
        when (${isNew}) execute function public.fuzz_note();
      create trigger fuzz_gone after delete on shop."${table}" for each row execute function public.fuzz_note();
      create trigger fuzz_changed after update on shop."${table}" for each row
        when (${changed}) execute function public.fuzz_note();`,
  );
  const noting = `
    create table public.fuzz_change (id bigint generated always as identity primary key);
    grant select on public.fuzz_change to cedibook_api;
    create function public.fuzz_note() returns trigger language plpgsql security definer as
      $$ begin insert into public.fuzz_change default values; return null; end $$;`;
  await useClient(database.ownerUrl, (client) => client.query([noting, ...statements].join("\n")));
}

/** The state of the log and of the watched rows. */
async function stateOf({ pool }: TestShop): Promise<string> {
  const { rows } = await pool.query<{ state: string }>(
    "select concat_ws(' ', (select position from ledger.head), (select max(id) from public.fuzz_change)) as state",
  );
  return rows[0]?.state ?? "";
}

/** Replaces an actor whose own token is no longer valid, and says whether it did. */
async function replaceLost(
  actors: Actors,
  { actor, headers }: HostileRequest,
  sent: Sent,
  received: Received | undefined,
): Promise<boolean> {
  if (actor === "guest" || headers.some(([name]) => name === "authorization")) return false;
  const isLost =
    received?.text.includes('"code":"unauthorized"') === true ||
    (actor !== "banned" && received?.text.includes('"code":"actor_banned"') === true) ||
    (received?.status === 200 &&
      /logout|reset-password|api-key|\/user\/[^/]+\/(level|status|sessions)|delete|decline|approve|update-status/.test(
        sent.path,
      ));
  if (isLost) await actors.replace(actor);
  return isLost;
}

function count(report: FuzzReport, received: Received | undefined): void {
  const status = received === undefined ? "none" : String(received.status);
  report.statuses[status] = (report.statuses[status] ?? 0) + 1;
  const code = /"code":"(\w+)"/.exec(received?.text ?? "")?.[1];
  if (code !== undefined) report.codes[code] = (report.codes[code] ?? 0) + 1;
}

async function checkBooks(shop: TestShop): Promise<void> {
  const { wallets, houses } = await shop.books();
  assertTrue(Number(wallets) + Number(houses) === 0, "the books do not sum to zero");
  const findings = await useClient(shop.database.ownerUrl, verifyFindings);
  assertTrue(findings.length === 0, findings.join("\n"));
}

function assertTrue(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}
