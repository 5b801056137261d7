/** One API process: opens its connections, follows the log, listens, and stops without losing an answer. */
import { once } from "node:events";
import type { createServer, IncomingMessage, ServerOptions as HttpOptions } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { serve } from "@hono/node-server";
import type { Hono } from "hono";
import type { Pool } from "pg";
import { type Logger, pino } from "pino";
import { WebSocketServer } from "ws";
import { createPool } from "#ledger/connect/connect.ts";
import { Follower } from "#ledger/log/follow.ts";
import { countFindings } from "#ledger/books/audit-books.ts";
import { openPrepared, openReads } from "#ledger/tables/open-reads.ts";
import { type Commit, Writer } from "#ledger/log/writer.ts";
import { dayOf } from "#contract/terms/dates.ts";
import { daysBefore } from "#contract/terms/periods.ts";
import { serverLimits } from "#contract/terms/server-limits.ts";
import { createApp } from "./app.ts";
import { Auditing } from "./books/auditing.ts";
import { backupAge_s, Backups } from "./backup/backups.ts";
import type { BackupSettings } from "./backup/round.ts";
import { BackgroundTasks, PeriodicTask } from "./serve/tasks.ts";
import { eraseDeletedUsers } from "./personal-data/erasure.ts";
import { deleteExpiredRows } from "./personal-data/expired-rows.ts";
import { LaggingProjections } from "./live/lagging-projections.ts";
import { ClientAddresses } from "./serve/client-address.ts";
import { KeyRequests } from "./serve/attempts.ts";
import { Principals } from "./serve/principals.ts";
import type { Env } from "./serve/env.ts";
import type { Shop } from "./shop.ts";
import { type Messages, openMessages } from "./messages/messages.ts";
import { failedSince } from "./messages/message-list.ts";
import type { MessageOptions, SendPasswordReset } from "./messages/options.ts";
import { logError } from "./serve/errors.ts";
import { createRefusingServer } from "./serve/malformed.ts";
import { startMoveIns } from "./move-in/work-move-ins.ts";
import { isUpgrade } from "./live/endpoint.ts";
import { Hub } from "./live/hub.ts";
import { Presence, presenceChannel } from "./live/presence.ts";
import { type Rail, usualPaymentLimits } from "./rails/rail.ts";
import { openRails, type PaymentSettings } from "./payments/rails.ts";
import { openFulfilment, type SupplierSettings } from "./suppliers/fulfilment.ts";
import { createMetrics } from "./serve/metrics.ts";
import { watchReadiness } from "./serve/readiness.ts";
import { SecurityEvents } from "./serve/security-events.ts";
import { deriveSecrets, type SealingSecrets } from "./serve/secrets.ts";

export interface ServerOptions {
  /** Uses a role that cannot rewrite the log. */
  databaseUrl: string;
  host: string;
  /** 0: any free port. */
  port: number;
  sessionSecret: string;
  /** Without them, the session secret seals. */
  sealing?: SealingSecrets | undefined;
  /** Signs receipts: 32 bytes in base64. Without it, the shop makes its own key. */
  receiptKey?: string | undefined;
  shopName: string;
  publicUrl: string;
  /** The folder of the built page. Without it, only /api answers. */
  webRoot?: string | undefined;
  logLevel: string;
  /** How many proxies of our own are in front and add to X-Forwarded-For; 0 by default. */
  proxies?: number | undefined;
  /** Clients with this token may read /metrics. Without it, only this machine may. */
  metricsToken?: string | undefined;
  /** How long a stopping server keeps serving while it reports that it is not ready, so that load balancers notice. */
  drainDelay_ms?: number | undefined;
  /** Tests set shorter ones. */
  patience?: Partial<Patience> | undefined;
  /**
   * Without it no auditor runs, as in tests of other things. `url`: with the auditor's role, which alone writes the
   * schema `audit`. `pause_ms`: the shortest pause between two checks of the books. `isEager`: it does not give way to
   * the shop.
   */
  audit?: { url: string; headFile?: string | undefined; pause_ms?: number; isEager?: boolean } | undefined;
  /** Where and when backups are made. Without it there are none. */
  backup?: BackupSettings | undefined;
  /** SMS, mail, webhooks and push notifications. Without a gateway, messages are stored but not sent. */
  messages?: MessageOptions | undefined;
  /** The rails on which payments come in by themselves. Without them, admins approve top-ups. */
  payments?: PaymentSettings | undefined;
  /** Who delivers orders by itself. The shop's stock of vouchers always does. */
  suppliers?: SupplierSettings | undefined;
  /** Replaces a mail server. */
  sendPasswordReset?: SendPasswordReset | undefined;
  /** Called for every commit of this process, for measurements. */
  onCommit?: (commit: Commit) => void;
  /** Additional routes, for measurements. */
  moreRoutes?: (shop: Shop) => Hono<Env>;
  /** Where log lines go; standard output by default. */
  logTo?: { write(line: string): void };
}

/** Time limits and pauses. */
interface Patience {
  /** For a client to send its headers, and its whole request. */
  headers_ms: number;
  request_ms: number;
  /** For the database to take a connection; what is usual unless given. */
  connect_ms?: number;
  /** For the database to answer a read. */
  statement_ms: number;
  /** For the database to take a command. Then the call gets 503, and can be retried under its key. */
  commands_ms: number;
  /** Between two searches for expired rows, and for deleted users to erase. */
  expiry_ms: number;
  /** At most between two rounds of a rail. */
  rails_ms: number;
  /** Between two searches for moves that were started in the office. */
  moves_ms: number;
  /** For security events to gather before they are stored. */
  security_ms: number;
  /** For a socket to say hello. */
  hello_ms: number;
  /** For sockets to close by themselves when the server stops. */
  goodbye_ms: number;
}

const usualPatience: Patience = {
  headers_ms: serverLimits.headers_ms_max,
  request_ms: serverLimits.request_ms_max,
  statement_ms: serverLimits.statement_ms_max,
  commands_ms: 15_000,
  expiry_ms: 10 * 60_000,
  rails_ms: Infinity,
  moves_ms: 2000,
  security_ms: 1000,
  hello_ms: 10_000,
  goodbye_ms: 500,
};

export interface RunningServer {
  url: string;
  /** The registered routes, for tests: "GET /api/product". */
  routes: string[];
  /** Takes commands of tests. Undefined if the server runs in another process. */
  writer?: Writer;
  close(): Promise<void>;
}

/** How long open requests may take to finish when the server stops. */
const drain_ms_max = 10_000;
const reads_max = 10;
const audit_pause_ms = 5000;
/** How long after the start cleaning begins, at the latest. */
const cleaning_first_ms = 10_000;
const hello_bytes_max = 16 * 1024;

/** The types of ws and of the adapter differ only in optional properties. */
type SocketServer = NonNullable<Parameters<typeof serve>[0]["websocket"]>["server"];

/** With all time limits and pauses. */
type PatientOptions = ServerOptions & { patience: Patience };

export async function startServer(given: ServerOptions): Promise<RunningServer> {
  const options: PatientOptions = { ...given, patience: { ...usualPatience, ...given.patience } };
  const log = openLog(options);
  const { pool, db, prepared } = openDatabase(options, log);
  const secrets = deriveSecrets(options.sessionSecret, options.sealing);
  const writer = new Writer({
    url: options.databaseUrl,
    patience_ms: options.patience.commands_ms,
    onCommit: (commit) => {
      hub.commit(commit);
      follower.offer(commit.events);
      metrics.observeCommit(commit);
      options.onCommit?.(commit);
    },
  });
  const principals = new Principals(prepared, () => follower.followed_ms);
  const laggingProjections = new LaggingProjections(db, log);
  const follower: Follower = new Follower({
    url: options.databaseUrl,
    pool,
    onEvents: (events) => {
      principals.follow(events);
      laggingProjections.follow(events);
      messages.wake();
      fulfilment.follow(events);
      return hub.follow(events);
    },
    sent: () => writer.sent,
    listenAlso: { channel: presenceChannel, hear: (payload) => presence.hear(payload) },
    onError: (error) => log.warn({ err: error }, "following the log failed and will be retried"),
  });
  const hub = new Hub({ ...options, db: prepared, secrets, people: principals.people }, () => follower.at);
  const presence: Presence = new Presence({ db, log, hub });
  const messages: Messages = openMessages({ ...options, db: prepared, secrets, log });
  const fulfilment = openFulfilment(options, { log, messages }, () => working);
  let isLeaving = false;
  const readiness = watchReadiness({ pool, follower, writer }, () => isLeaving);
  const counted = { waiting: () => writer.waiting, sockets: () => hub.sockets, messages: messages.waiting };
  const metrics = createMetrics({ ...counted, lag: readiness.lag, ...storedValues(db, pool), pool });
  const shop: Shop = {
    db,
    writer,
    secrets,
    ...openOutside(options, pool, log),
    rails: openRails(options.payments ?? {}, () => working),
    principals,
    metrics,
    readiness,
    isLeaving: () => isLeaving,
    log,
    backgroundTasks: new BackgroundTasks(log),
    ...fixedOf(options),
    messages,
    at: () => follower.at,
  };
  const working: Shop = { ...shop, db: prepared };
  for (const part of [writer, follower, messages, fulfilment]) await part.start();
  const background = [shop.backgroundTasks, presence, ...startBackground(options, pool, shop), fulfilment];
  const app = createApp(shop, { hub, presence, fulfilment, working }, options);
  const { listening, ...at } = await listen(app, options);
  return {
    ...at,
    writer,
    async close() {
      isLeaving = true;
      await closeServer(listening, options, hub);
      await closeAll([...background, writer, follower, messages, laggingProjections], pool);
    },
  };
}

function openLog({ logLevel, logTo }: ServerOptions): Logger {
  return pino({ level: logLevel, base: null, serializers: { err: logError } }, logTo ?? pino.destination(1));
}

/** One after the other, and the connections that they use last. */
async function closeAll(parts: { close(): unknown }[], pool: Pool): Promise<void> {
  for (const part of parts) await part.close();
  await pool.end();
}

/** What never changes while the server runs. */
function fixedOf({
  shopName: name,
  proxies = 0,
  publicUrl,
  metricsToken,
  backup,
  receiptKey,
}: ServerOptions) {
  return { name, proxies, publicUrl, metricsToken, receiptKey, makesBackups: backup !== undefined };
}

/** What metrics read from the database. */
function storedValues(db: Shop["db"], pool: Pool) {
  return {
    findings: () => countFindings(db),
    backupAge: () => backupAge_s(pool),
    failedMessages: () => failedSince(db, daysBefore(dayOf(new Date().toISOString()), 1)),
  };
}

function openDatabase({ databaseUrl, patience }: PatientOptions, log: Logger) {
  const { statement_ms: statement_ms_max, connect_ms } = patience;
  const pool = createPool(databaseUrl, reads_max, { statement_ms_max, connect_ms });
  pool.on("error", (error) => {
    // A pool that ends does not wait for its connections, and the database may stop before they are closed.
    if (!pool.ending) log.warn({ err: error }, "an idle connection was lost");
  });
  return { pool, db: openReads(pool), prepared: openPrepared(pool) };
}

/** Clients and rails: what the shop must not trust. */
function openOutside({ proxies = 0, payments, patience }: PatientOptions, pool: Pool, log: Logger) {
  const addresses = new ClientAddresses(proxies, log);
  return {
    addresses,
    keyRequests: new KeyRequests(),
    security: new SecurityEvents(pool, log, addresses, patience.security_ms),
    paymentLimits: payments?.limits ?? usualPaymentLimits,
    isPlayMoney: payments?.isPlayMoney === true,
  };
}

function startBackground({ audit, backup, databaseUrl, patience }: PatientOptions, pool: Pool, shop: Shop) {
  const { log, security, messages, rails } = shop;
  return [
    ...rails.filter(({ isOn }) => isOn).map((rail) => startRounds(rail, log, patience)),
    ...(audit
      ? [new Auditing({ pause_ms: audit_pause_ms, ...audit }, { pool, log, security, messages })]
      : []),
    ...(backup ? [new Backups(backup, { databaseUrl, log, security })] : []),
    startMoveIns(shop, patience.moves_ms),
    ...startCleaning(pool, log, patience.expiry_ms),
    security,
  ];
}

function startRounds(rail: Rail, log: Logger, { rails_ms }: Patience): PeriodicTask {
  const work = (signal: AbortSignal) => rail.follow(signal);
  return new PeriodicTask(`following ${rail.name}`, work, log, {
    pause_ms: Math.min(rail.pause_ms, rails_ms),
  });
}

function startCleaning(pool: Pool, log: Logger, pause_ms: number): PeriodicTask[] {
  const expired = (signal: AbortSignal) => deleteExpiredRows(pool, signal);
  const forgotten = (signal: AbortSignal) => eraseDeletedUsers(pool, log, signal);
  const pauses = { pause_ms, first_ms: Math.min(pause_ms, cleaning_first_ms) };
  return [
    new PeriodicTask("deleting expired rows", expired, log, pauses),
    new PeriodicTask("erasing the data of deleted users", forgotten, log, pauses),
  ];
}

async function listen(app: Hono<Env>, { host, port, publicUrl, patience }: PatientOptions) {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: hello_bytes_max,
    perMessageDeflate: false,
  });
  const refusing = {
    fetch: app.fetch,
    isUpgrade: (request: IncomingMessage) => isUpgrade(request, publicUrl),
  };
  const server = serve({
    fetch: app.fetch,
    hostname: host,
    port,
    createServer: ((given: HttpOptions) => createRefusingServer(refusing, given)) as typeof createServer,
    websocket: { server: sockets as unknown as SocketServer },
    serverOptions: timeouts(patience),
  });
  const connections = new Set<Socket>();
  const forget = function (this: Socket) {
    connections.delete(this);
  };
  server.on("connection", (socket: Socket) => connections.add(socket.once("close", forget)));
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  const name = host === "0.0.0.0" || host === "127.0.0.1" ? "localhost" : host;
  const routes = app.routes.map(({ method, path }) => `${method} ${path}`);
  return { listening: { server, sockets, connections }, routes, url: `http://${name}:${address.port}` };
}

/** A client that only holds its connection gets 408 and is disconnected. Headers that are too long get 431. */
function timeouts({ headers_ms, request_ms }: Patience) {
  return {
    headersTimeout: headers_ms,
    requestTimeout: request_ms,
    keepAliveTimeout: serverLimits.keep_alive_ms,
    maxHeaderSize: serverLimits.header_bytes_max,
    connectionsCheckingInterval: Math.ceil(headers_ms / 5),
  };
}

interface Listening {
  server: ReturnType<typeof serve>;
  sockets: WebSocketServer;
  connections: Set<Socket>;
}

async function closeServer(
  { server, sockets, connections }: Listening,
  { drainDelay_ms = 0, patience: { goodbye_ms } }: PatientOptions,
  hub: Hub,
): Promise<void> {
  await sleep(drainDelay_ms);
  hub.close();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  if ("closeIdleConnections" in server) server.closeIdleConnections();
  // Browsers open some in advance, and Node counts those as busy.
  for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
  const timer = setTimeout(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
  }, drain_ms_max);
  // The server waits for upgraded connections too, and a phone that is gone never closes its own.
  // Repeatedly, because an open connection may still be upgraded.
  const goodbye = setInterval(() => sockets.clients.forEach((socket) => socket.terminate()), goodbye_ms);
  await closed;
  clearTimeout(timer);
  clearInterval(goodbye);
}
