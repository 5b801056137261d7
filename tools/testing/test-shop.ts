/** A running shop with its own database, for tests that use HTTP or a websocket. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll } from "vitest";
import WebSocket from "ws";
import { deviceCookie } from "#api/auth/cookies.ts";
import { hashPassword } from "#api/auth/passwords.ts";
import { insertUserWrite } from "#api/auth/unique-fields.ts";
import { openSession } from "#api/auth/sessions.ts";
import { shownApiKey } from "#api/serve/api-keys.ts";
import { deriveSecrets, type Secrets } from "#api/serve/secrets.ts";
import { userRecord } from "#api/users/records.ts";
import type { LiveMessage } from "#contract/live.ts";
import type { PurchaseAnswer } from "#contract/orders.ts";
import type { SessionRecord } from "#contract/sessions.ts";
import { type RunningServer, type ServerOptions, startServer } from "#api/server.ts";
import type { HouseAccount } from "#contract/terms/rails.ts";
import { idOfStream } from "#contract/terms/streams.ts";
import { type CommandType, type Intents, makeCommand } from "#ledger/decide/command.ts";
import { openReads } from "#ledger/tables/open-reads.ts";
import { usersById } from "#ledger/users/reads.ts";
import { clientClass, connectionConfig, toolPatience, withClient } from "#ledger/connect/connect.ts";
import { type SideWrite, Writer } from "#ledger/log/writer.ts";
import type { Finding } from "#ledger/verify/replay/finding.ts";
import { verify } from "#ledger/verify/verify.ts";
import type { Level } from "#contract/terms/statuses.ts";
import pg from "pg";
import { undocumented } from "./documented.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { moveClock, setDatabaseClock } from "./test-clock.ts";
import { ownPort } from "./own-port.ts";

export interface TestUser extends SessionRecord {
  password: string;
}

export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: T;
}

interface CallOptions {
  token?: string | undefined;
  key?: string | undefined;
  apiKey?: string | undefined;
  cookie?: string | undefined;
  base?: string | undefined;
  headers?: Record<string, string>;
}

/** ¢4.80 / ¢4.60 / ¢4.50 for 1 GB, and an AFA registration. */
export const testPackages = [
  { id: "mtnup2u-1", offer: "1 GB", customer: 480, agent: 460, superAgent: 450 },
  { id: "mtnup2u-2", offer: "5 GB", customer: 2250, agent: 2190, superAgent: 2150 },
];

export const testSecret = "a secret that only tests know, long enough";

const ofTestSecret = deriveSecrets(testSecret);

function secretsOf(sessionSecret: string | undefined): Secrets {
  return sessionSecret === undefined ? ofTestSecret : deriveSecrets(sessionSecret);
}

/** By password. Each hash takes 20 ms of a core. */
const hashes = new Map<string, Promise<string>>();

function hashOnce(password: string): Promise<string> {
  const hashed = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hashed);
  return hashed;
}

/** The auditor gets the address of the test's database, and does not give way to the other tests of a busy machine. */
export type TestShopOptions = Omit<Partial<ServerOptions>, "audit"> & {
  audit?: Omit<NonNullable<ServerOptions["audit"]>, "url"> | undefined;
};

/** A shop for all tests of a file: it opens before the first of them, and closes after the last. */
export function openTestShop(options: TestShopOptions | (() => TestShopOptions) = {}): TestShop {
  const shop = new TestShop(options);
  beforeAll(() => shop.open());
  afterAll(() => shop.close());
  return shop;
}

export class TestShop {
  database!: TestDatabase;
  pool!: pg.Pool;
  server!: RunningServer;
  admin!: TestUser;
  readonly #given: TestShopOptions | (() => TestShopOptions);
  #otherWriter: Writer | undefined;

  /** @param options as a function, if they come from a double that has not started yet */
  constructor(options: TestShopOptions | (() => TestShopOptions)) {
    this.#given = options;
  }

  get #options(): TestShopOptions {
    return typeof this.#given === "function" ? this.#given() : this.#given;
  }

  /** `start`: another way to run the server, for example in a separate process. */
  static async open(
    options: TestShopOptions = {},
    given?: TestDatabase,
    start: (options: ServerOptions) => Promise<RunningServer> = startServer,
  ): Promise<TestShop> {
    const shop = new TestShop(options);
    await shop.open(given, start);
    return shop;
  }

  async open(given?: TestDatabase, start = startServer): Promise<void> {
    await this.#startOn(given ?? (await createTestDatabase()), start);
    const admin = await this.addUser("admin", "0240000009", "Admin");
    this.admin = admin;
    const facts = { status: "available", note: "", image: null } as const;
    await this.command("create_product", admin._id, {
      product: "mtnup2u",
      facts: { network: "MTNup2u", ...facts, packages: testPackages },
    });
    await this.command("create_product", admin._id, {
      product: "afa",
      facts: {
        network: "AFA",
        ...facts,
        packages: [{ id: "afa-1", offer: "AFA registration", customer: 1500, agent: 1200, superAgent: 1000 }],
      },
    });
  }

  /** A server on a database that has a shop already: it has no `admin`. */
  static async onDatabase(
    options: TestShopOptions,
    database: TestDatabase,
    start: (options: ServerOptions) => Promise<RunningServer>,
  ): Promise<TestShop> {
    const shop = new TestShop(options);
    await shop.#startOn(database, start);
    return shop;
  }

  async #startOn(
    database: TestDatabase,
    start: (options: ServerOptions) => Promise<RunningServer>,
  ): Promise<void> {
    // A test may start it again at the same address.
    const port = await ownPort();
    this.server = await start(serverOptions(database, { port, ...this.#options }));
    this.database = database;
    // With a tool's patience: a test that looks into the database is no caller who waits.
    this.pool = new pg.Pool({
      ...connectionConfig(database.apiUrl, "tests", toolPatience),
      ...clientClass,
      max: 2,
    });
    // Fault tests cut idle connections.
    this.pool.on("error", () => undefined);
  }

  /**
   * The server's own: two writers would load again what the other one has written. If the server is closed, runs in a process
   * of its own, or has a proxy before its database, it is another one.
   */
  get writer(): Writer {
    const { databaseUrl = this.database.apiUrl } = this.#options;
    const { writer } = this.server;
    if (writer && !writer.isClosed && databaseUrl === this.database.apiUrl) return writer;
    return (this.#otherWriter ??= new Writer({ url: this.database.apiUrl }));
  }

  /** Restarts the server at the same address, as a deployment does. */
  async restart(options: TestShopOptions = {}): Promise<void> {
    const port = Number(new URL(this.server.url).port);
    await this.server.close();
    await this.reopen({ ...options, port });
  }

  /** Starts a server in place of a closed one. */
  async reopen(options: TestShopOptions = {}): Promise<void> {
    this.server = await startServer(serverOptions(this.database, { ...this.#options, ...options }));
  }

  /** Starts another server on the same database, like a second API process. */
  another(options: TestShopOptions = {}): Promise<RunningServer> {
    return startServer(serverOptions(this.database, options));
  }

  /** Registers a user directly in the ledger and signs them in. */
  async addUser(username: string, phone: string, level: Level = "Customer", balance = 0): Promise<TestUser> {
    // user17 and user18 have the same one.
    const password = `${username.replace(/\d+$/, "")}-password`;
    const user = randomUUID();
    await this.command("register_user", "system", { user, level }, [
      insertUserWrite(user, { username, phone, email: `${username}@example.com` }, await hashOnce(password)),
    ]);
    if (balance > 0) await this.credit({ _id: user }, balance);
    return { ...(await this.#openSession(user)), password };
  }

  /** What a login opens, without the proof of a password, which takes 20 ms of a core. */
  async #openSession(user: string): Promise<SessionRecord> {
    const secrets = secretsOf(this.#options.sessionSecret);
    const db = openReads(this.pool);
    const [view] = await usersById(db, [user]);
    const tokens = await openSession(db, secrets, user);
    if (!view || !tokens) throw new Error("no session");
    const apiKey = await shownApiKey(db, secrets, { user, level: view.level });
    return { ...userRecord(view), ...tokens, apiKey };
  }

  /** Gives a user this many pesewas. */
  credit({ _id: user }: { _id: string }, amount: number): Promise<number> {
    return this.command("correct_balance", "system", { user, amount, reason: "test", corrects: null });
  }

  /** What is in a user's wallet, in pesewas. */
  async balanceOf({ _id: user }: { _id: string }): Promise<number> {
    const { rows } = await this.pool.query<{ balance: number }>(
      "select balance from ledger.wallet where user_id = $1",
      [user],
    );
    return rows[0]?.balance ?? 0;
  }

  /** What is in a house account, in pesewas. */
  async houseBalance(name: HouseAccount): Promise<number> {
    const { rows } = await this.pool.query<{ balance: number }>(
      "select balance from ledger.house_account where name = $1",
      [name],
    );
    return rows[0]?.balance ?? 0;
  }

  /** Asks for a top-up of this many pesewas, paid by hand and without a MoMo ID. */
  requestTopup({ _id }: { _id: string }, topup: number, amount: number): Promise<number> {
    const asked = { topup, amount, purpose: "topup", momo_transaction_id: null } as const;
    return this.command("request_topup", _id, asked);
  }

  /** A user who is there before the file's first test. `shop` is of `openTestShop`. */
  userOfFile(...facts: Parameters<TestShop["addUser"]>): TestUser {
    const user = {} as TestUser;
    beforeAll(async () => void Object.assign(user, await this.addUser(...facts)));
    return user;
  }

  /** ¢18.50 / ¢17.80 / ¢17.40 for an exam voucher. */
  async addVouchers(): Promise<void> {
    await this.command("create_product", "system", {
      product: "waec",
      facts: {
        network: "WAEC",
        status: "available",
        note: "",
        image: null,
        packages: [{ id: "waec-1", offer: "WASSCE checker", customer: 1850, agent: 1780, superAgent: 1740 }],
      },
    });
  }

  /** Signs in on a known device, so that the user is told nothing. */
  async login(userPhone: string, password: string): Promise<SessionRecord> {
    const secrets = secretsOf(this.#options.sessionSecret);
    const { name, value } = deviceCookie({ secrets }, userPhone);
    const { status, body } = await this.call<SessionRecord>(
      "POST",
      "/user/login",
      { userPhone, password },
      { cookie: `${name}=${value}` },
    );
    if (status !== 200) throw new Error(`login failed: ${JSON.stringify(body)}`);
    return body;
  }

  async command<T extends CommandType>(
    type: T,
    actor: string,
    intent: Intents[T],
    sideWrites: SideWrite[] = [],
  ): Promise<number> {
    return (await this.#submit(type, actor, intent, sideWrites)).position;
  }

  /** Declines every undecided top-up request: a user has at most ten of them within an hour. */
  async declineTopups(): Promise<void> {
    const { rows } = await this.pool.query<{ id: number }>(
      "select id from ledger.topup where status = 'pending'",
    );
    for (const { id: topup } of rows) await this.command("decline_topup", "system", { topup });
  }

  /** Submits a command that needs two admins: one requests it, the other grants it. */
  async commandByTwo<T extends "correct_balance" | "change_correction_limit">(
    type: T,
    [asker, granter]: [string, string],
    intent: Intents[T],
  ): Promise<number> {
    const { events } = await this.#submit(type, asker, intent);
    const [event] = events;
    if (event?.type !== "approval_requested") throw new Error(`${type} took one admin`);
    return this.command("grant_approval", granter, { approval: idOfStream(event.stream) });
  }

  async #submit<T extends CommandType>(
    type: T,
    actor: string,
    intent: Intents[T],
    sideWrites: SideWrite[] = [],
  ) {
    const command = makeCommand({ type, actor, intent, id: randomUUID(), fingerprint: "00".repeat(16) });
    const outcome = await this.writer.submit(command, { sideWrites });
    if (!outcome.accepted) throw new Error(`${type} was refused: ${outcome.rejection.code}`);
    return outcome;
  }

  /** Makes one call. A body that is a string is sent unchanged. */
  async call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    { token, key, apiKey, cookie, base = this.server.url, headers: others = {} }: CallOptions = {},
  ): Promise<Answer<T>> {
    const headers: Record<string, string> = { "content-type": "application/json", ...others };
    if (cookie !== undefined) headers["cookie"] = cookie;
    if (token !== undefined) headers["authorization"] = `Bearer ${token}`;
    if (apiKey !== undefined) headers["x-api-key"] = apiKey;
    if (key !== undefined) headers["idempotency-key"] = key;
    const response = await fetch(`${base}/api${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    const answer = {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : text) as T,
    };
    // Every answer in every test must match the OpenAPI document.
    const wrong = undocumented(method, path, answer);
    if (wrong.length > 0) throw new Error(wrong.join("\n"));
    return answer;
  }

  /** Calls of a user, by method. `more`: an idempotency key, or another server. */
  as({ token }: { token: string }) {
    type More = Omit<CallOptions, "token">;
    const by =
      (method: string) =>
      <T = Record<string, unknown>>(path: string, body?: unknown, more?: More) =>
        this.call<T>(method, path, body, { token, ...more });
    const get = <T = Record<string, unknown>>(path: string, more?: More) =>
      by("GET")<T>(path, undefined, more);
    return { get, post: by("POST"), put: by("PUT"), delete: by("DELETE") };
  }

  /** Asks for an order of one package. */
  buy(user: { token: string }, packageId = "mtnup2u-1", receiver = "0244123456") {
    return this.as(user).post<PurchaseAnswer>("/order/create", { packageId, receiver });
  }

  /** Opens a socket that gets what happens from now on, or since `position`, and nothing older. */
  async live(
    user: { token: string },
    position: number | null,
    base = this.server.url,
    log?: string,
  ): Promise<LiveClient> {
    await this.caughtUp(base);
    const { body } = await this.call<{ ticket: string }>("POST", "/live/ticket", undefined, {
      token: user.token,
      base,
    });
    const client = new LiveClient(base);
    client.send({ type: "hello", ticket: body.ticket, position, log });
    await client.next((message) => "type" in message && message.type === "welcome");
    return client;
  }

  /** Waits until the server has followed the log to its current end. */
  async caughtUp(base = this.server.url): Promise<void> {
    const { position } = await this.books();
    const followed = async () => {
      const { headers } = await this.call("GET", "/healthz", undefined, { base });
      return Number(headers.get("x-position"));
    };
    while ((await followed()) < position) await sleep(5);
  }

  /** The log's last position and its hash, and the sum of the money on each side. */
  async books(): Promise<{ position: number; hash: string; wallets: number; houses: number }> {
    const { rows } = await this.pool.query<{
      position: number;
      hash: string;
      wallets: number;
      houses: number;
    }>(
      `select (select position from ledger.head), (select encode(hash, 'hex') as hash from ledger.head), (select coalesce(sum(balance), 0)::bigint from ledger.wallet) as wallets,
         (select sum(balance)::bigint from ledger.house_account) as houses`,
    );
    if (!rows[0]) throw new Error("no books");
    return rows[0];
  }

  /** What verify finds wrong in the books. */
  async findings(): Promise<Finding[]> {
    return (await withClient(this.database.ownerUrl, "test", verify, { pipeline: true })).findings;
  }

  /** Sets the time of day for the shop, its database and this process (ISO 8601). It goes on from there. */
  async setTime(at: string): Promise<void> {
    await moveClock(at);
    await setDatabaseClock(this.database.ownerUrl);
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.#otherWriter?.close();
    await this.pool.end();
    await this.database.drop();
  }
}

/** A websocket that remembers its messages. */
export class LiveClient {
  readonly messages: LiveMessage[] = [];
  readonly opened: Promise<void>;
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #ws: WebSocket;
  readonly #waiting = new Set<() => void>();

  constructor(base: string, headers: Record<string, string> = {}) {
    this.#ws = new WebSocket(`${base.replace("http", "ws")}/api/live`, { headers });
    this.#ws.on("message", (data) => {
      this.messages.push(JSON.parse((data as Buffer).toString()) as LiveMessage);
      for (const look of this.#waiting) look();
    });
    this.#ws.on("error", () => undefined);
    this.opened = new Promise((resolve) => this.#ws.on("open", () => resolve()));
    this.closed = new Promise((resolve) => {
      this.#ws.on("close", (code, reason) => resolve({ code, reason: reason.toString() }));
    });
  }

  /** Sends as soon as the socket is open. A string is sent unchanged. */
  send(message: unknown): void {
    const text = typeof message === "string" ? message : JSON.stringify(message);
    if (this.#ws.readyState === WebSocket.OPEN) this.#ws.send(text);
    else this.#ws.once("open", () => this.#ws.send(text));
  }

  /** The first message that matches, from the past or the future. */
  next(matches: (message: LiveMessage) => boolean, timeout_ms = 15_000): Promise<LiveMessage> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(look);
        reject(
          new Error(`no such message in ${timeout_ms} ms; got ${JSON.stringify(this.messages.map(short))}`),
        );
      }, timeout_ms);
      const look = () => {
        const found = this.messages.find(matches);
        if (!found) return;
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }

  close(): void {
    this.#ws.terminate();
  }
}

function short(message: LiveMessage): string {
  return "event" in message ? `${message.event} ${message.position}` : message.type;
}

/** Nothing that a test waits for pauses for long. */
const patience = {
  rails_ms: 150,
  security_ms: 100,
  goodbye_ms: 50,
  // A busy machine takes long to make a connection, and that is no fault.
  connect_ms: 20_000,
};
/** A retry does not wait for long either. Looking costs a shop without messages 5 % of a core. */
const messagePatience = { poll_ms: 150 };

function serverOptions(
  database: TestDatabase,
  { audit, messages, ...options }: TestShopOptions,
): ServerOptions {
  return {
    databaseUrl: database.apiUrl,
    host: "127.0.0.1",
    port: 0,
    sessionSecret: testSecret,
    shopName: "Cedibook",
    publicUrl: "http://localhost",
    logLevel: "silent",
    audit: audit && { url: database.auditorUrl, isEager: true, ...audit },
    // A shop makes messages only if its tests ask for them, because they take work after each command.
    messages: messages
      ? { ...messages, patience: { ...messagePatience, ...messages.patience } }
      : { isOff: options.sendPasswordReset === undefined },
    // Following orders takes four connections and a job queue.
    suppliers: { isOff: true },
    ...options,
    patience: { ...patience, ...options.patience },
  };
}
