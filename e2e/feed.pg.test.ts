/**
 * Tests the hub, the contract and the page's code together: after any history, and wherever the line broke, the page
 * ends up with the same data as the database.
 */
import { userList } from "#contract/user-list.ts";
import { listQuery } from "../web/src/office/list/list-query.ts";
import { randomUUID } from "node:crypto";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import fc from "fast-check";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { LiveMessage } from "#contract/live.ts";
import type { SessionRecord } from "#contract/sessions.ts";
import { Hub } from "#api/live/hub.ts";
import { LiveSocket, type Wire } from "#api/live/live-socket.ts";
import { People } from "#api/serve/people.ts";
import { orderRecord } from "#api/orders/records.ts";
import { topupRecord } from "#api/topups/records.ts";
import { userRecord } from "#api/users/records.ts";
import { unsealDetails } from "#api/serve/sealed.ts";
import { deriveSecrets } from "#api/serve/secrets.ts";
import type { CommandType, Intents } from "#ledger/decide/command.ts";
import type { LogMark } from "#ledger/log/follow.ts";
import { createPool } from "#ledger/connect/connect.ts";
import { type Database, openReads } from "#ledger/tables/open-reads.ts";
import { listOrders } from "#ledger/orders/list.ts";
import { listTopups } from "#ledger/topups/list.ts";
import { listUsers } from "#ledger/users/reads.ts";
import { command, offers, openShop, purchaseBy, type Shop } from "#ledger/log/testing/shop.ts";
import { type SideWrite, type Commit, Writer } from "#ledger/log/writer.ts";
import { later } from "#tools/testing/later.ts";
import { createTestDatabase, type TestDatabase } from "#tools/testing/database.ts";
import { withListFields } from "../web/src/orders/office/asked-orders.ts";
import { topupFreshness } from "../web/src/topups/office/topups.query.ts";
import { orderList } from "#contract/order-list.ts";
import { topupList } from "#contract/topups.ts";
import { myOrdersQuery } from "../web/src/orders/my-orders.query.ts";
import { myTopupsQuery } from "../web/src/topups/my-topups.query.ts";
import { ownRecordQuery } from "../web/src/users/users.query.ts";
import { forgetSession, signIn } from "../web/src/lib/session.ts";
import { applyMessage, resumeMark, watchGaps } from "../web/src/live/apply.ts";
import type { Listing, Positioned } from "../web/src/lib/listing.ts";
import { forgetRecent } from "../web/src/live/recent.ts";

const page_rows = 50;
const all_rows = 100_000;
const secrets = deriveSecrets("a secret that only this test knows, long enough");

let database: TestDatabase;
let pool: Pool;
let db: Database;
let writer: Writer;
let shop: Shop;
let commits: Commit[] = [];
/** Notified of every commit, as in a server. Undefined if another process writes. */
let hub: Hub | undefined;
let users_named = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.apiUrl, 4);
  db = openReads(pool);
  writer = new Writer({
    url: database.apiUrl,
    onCommit: (commit) => {
      commits.push(commit);
      hub?.commit(commit);
    },
  });
  shop = await openShop(writer, 0, 0);
  await nameUser(shop.admin);
});

afterAll(async () => {
  await writer.close();
  await pool.end();
  await database.drop();
});

function nameUser(id: string): Promise<unknown> {
  users_named += 1;
  return pool.query(
    `insert into shop."user" (id, username, phone, email, password_hash) values ($1, $2, $3, $4, 'none')`,
    [id, `u${id.slice(0, 12)}`, `02${String(users_named).padStart(8, "0")}`, `${id}@example.com`],
  );
}

/** One step of a history. Numbers choose among what exists, so any sequence of steps is valid. */
type Step =
  | { kind: "do"; act: (typeof acts)[number]; who: number; pick: number }
  /** The hub receives this many committed events. If `isAwaited`, the rest waits until it has passed them on. */
  | { kind: "follow"; events: number; isAwaited: boolean }
  | { kind: "deliver"; messages: number }
  | { kind: "cut" }
  | { kind: "connect" }
  | { kind: "fetch"; list: number }
  | { kind: "heartbeat" };

const acts = [
  "buy",
  "buy",
  "request",
  "approve",
  "decline",
  "process",
  "complete",
  "reject",
  "correct",
  "level",
  "rename",
  "remove",
] as const;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("do" as const),
      act: fc.constantFrom(...acts),
      who: fc.nat(1),
      pick: fc.nat(5),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("follow" as const),
      events: fc.integer({ min: 1, max: 4 }),
      isAwaited: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("deliver" as const),
      messages: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("cut" as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("connect" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("fetch" as const), list: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("heartbeat" as const) }) },
);

test.each(["a customer", "an admin"])(
  "the page of %s ends up equal to the database after any history that is cut at any message",
  async (viewer) => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    skipRefetchDelay();
    try {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 30, maxLength: 90 }),
          fc.boolean(),
          fc.boolean(),
          async (steps, isSlow, isOwnWriter) => {
            const world = await World.open(viewer === "an admin", isSlow, isOwnWriter);
            try {
              for (const each of steps) await world.play(each);
              await world.catchUp();
              expect(world.shown()).toEqual(await world.stored());
            } finally {
              world.close();
            }
          },
        ),
        { numRuns: 30, interruptAfterTimeLimit: 100_000, markInterruptAsFailure: true },
      );
    } finally {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    }
  },
  120_000,
);

/**
 * The page waits a second before it fetches a list again, so that a burst of events causes one fetch. This removes the
 * wait.
 */
function skipRefetchDelay(): void {
  const wait = globalThis.setTimeout;
  vi.stubGlobal("setTimeout", (run: () => void, delay_ms?: number) =>
    wait(run, delay_ms === 1000 ? 0 : delay_ms),
  );
}

/** A line on which the test decides when messages arrive and when it breaks. */
class Line implements Wire {
  readonly #isSlow: boolean;
  readonly #under: { text: string; sent: () => void }[] = [];
  #pong = () => {};
  isCut = false;

  constructor(isSlow: boolean) {
    this.#isSlow = isSlow;
  }

  /** A slow line is full when two messages are in transit. */
  get bufferedAmount(): number {
    return this.#isSlow ? this.#under.length * 40_000 : 0;
  }

  send(message: Buffer, _: { binary: boolean }, sent: (error?: Error | null) => void): void {
    this.#under.push({ text: message.toString(), sent: () => sent() });
  }

  cork(): void {}

  uncork(): void {}

  ping(): void {
    this.#pong();
  }

  on(_: "pong", heard: () => void): void {
    this.#pong = heard;
  }

  close(): void {
    this.isCut = true;
  }

  terminate(): void {
    this.isCut = true;
  }

  /** Delivers the oldest message in transit. */
  arrive(): LiveMessage | undefined {
    const next = this.isCut ? undefined : this.#under.shift();
    next?.sent();
    return next && (JSON.parse(next.text) as LiveMessage);
  }
}

class World {
  readonly #users: string[];
  readonly #me: string;
  readonly #isAdmin: boolean;
  readonly #isSlow: boolean;
  readonly #hub: Hub;
  readonly #client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  readonly #stop: () => void;
  readonly #orders: number[] = [];
  readonly #recharges: number[] = [];
  #followed: number;
  #following: Promise<void> = Promise.resolve();
  #line: Line | undefined;
  #socket: LiveSocket | undefined;
  #joining: Promise<void> = Promise.resolve();

  static async open(isAdmin: boolean, isSlow: boolean, isOwnWriter: boolean): Promise<World> {
    const users = [randomUUID(), randomUUID()];
    for (const user of users) {
      await writer.submit(command("register_user", { user, level: "Customer" }));
      await nameUser(user);
      await writer.submit(
        command("correct_balance", { user, amount: 100_00, reason: "opening", corrects: null }),
      );
    }
    commits = [];
    const { rows } = await pool.query<LogMark>(
      "select position, encode(hash, 'hex') as hash from ledger.head",
    );
    const world = new World(users, isAdmin, isSlow, rows[0]!);
    hub = isOwnWriter ? world.#hub : undefined;
    return world;
  }

  private constructor(users: string[], isAdmin: boolean, isSlow: boolean, start: LogMark) {
    this.#users = users;
    this.#me = isAdmin ? shop.admin : users[0]!;
    this.#isAdmin = isAdmin;
    this.#isSlow = isSlow;
    this.#followed = start.position;
    this.#hub = new Hub({ db, people: new People(), secrets, shopName: "Cedibook" }, () => start);
    signIn({ _id: this.#me, userLevel: isAdmin ? "Admin" : "Customer", token: "t" } as SessionRecord);
    vi.stubGlobal("fetch", (url: string) => this.#answer(url));
    this.#stop = watchGaps(this.#client);
    for (const query of this.#queries()) new QueryObserver(this.#client, query).subscribe(() => {});
  }

  /** The queries that the page observes. */
  #queries() {
    const options = this.#isAdmin
      ? [
          listQuery(orderList, {}, { limit: page_rows }, { merge: withListFields }),
          listQuery(topupList, {}, { limit: page_rows }, topupFreshness),
          listQuery(userList, {}, { limit: page_rows }),
        ]
      : [myOrdersQuery, myTopupsQuery, ownRecordQuery];
    // What a page selects from a list does not matter in this test.
    return options.map(({ queryKey, queryFn, structuralSharing, meta }) => ({
      queryKey,
      queryFn,
      structuralSharing,
      meta,
    })) as unknown as { queryKey: unknown[]; queryFn: () => Promise<unknown> }[];
  }

  /** Answers like the API: rows at least as new as the position that it names. */
  async #answer(url: string): Promise<Response> {
    const headers = { "x-position": String(this.#followed) };
    const list = url.includes("/order/") ? "orders" : url.includes("/recharge") ? "recharges" : "users";
    const rows = await this.#read(list, this.#isAdmin ? page_rows : all_rows);
    const page = { items: rows, total: rows.length, totalIsExact: true, next: null };
    return Response.json(this.#isAdmin ? page : rows, { headers });
  }

  async #read(
    list: "orders" | "recharges" | "users",
    limit: number,
  ): Promise<{ _id: string; position: number }[]> {
    const user = this.#isAdmin ? undefined : this.#me;
    if (list === "orders") {
      const views = await listOrders(db, { user }, { limit });
      return views.map((view) => orderRecord(view, unsealDetails(secrets, view)));
    }
    if (list === "recharges")
      return (await listTopups(db, { user }, { limit })).map((view) => topupRecord(view));
    return (await listUsers(db, { user }, { limit })).map(userRecord);
  }

  async play(each: Step): Promise<void> {
    if (each.kind === "do") await this.#do(each.act, this.#users[each.who]!, each.pick);
    else if (each.kind === "follow") await this.#follow(each.events, each.isAwaited);
    else if (each.kind === "deliver") this.#deliver(each.messages);
    else if (each.kind === "cut") this.#cut();
    else if (each.kind === "connect") this.#connect();
    else if (each.kind === "fetch") {
      const { queryKey } = this.#queries()[each.list]!;
      void this.#client.invalidateQueries({ queryKey, exact: true });
    } else vi.advanceTimersByTime(25_000);
  }

  async #do(act: (typeof acts)[number], user: string, pick: number): Promise<void> {
    const order = this.#orders[pick % this.#orders.length] ?? 0;
    const recharge = this.#recharges[pick % this.#recharges.length] ?? 0;
    switch (act) {
      case "buy": {
        const outcome = await writer.submit(purchaseBy(user, offers[pick % offers.length]));
        if (outcome.accepted) this.#orders.push(Number(outcome.events[0]!.stream.slice("order/".length)));
        return;
      }
      case "request": {
        const { rows } = await pool.query<{ id: number }>("select nextval('shop.topup_number')::int as id");
        this.#recharges.push(rows[0]!.id);
        const intent = {
          topup: rows[0]!.id,
          amount: 50_00,
          purpose: "topup",
          momo_transaction_id: null,
        } as const;
        return this.#submit("request_topup", intent, user);
      }
      case "approve":
        return this.#submit("approve_topup", { topup: recharge, ...(pick === 0 && { level: "Agent" }) });
      case "decline":
        return this.#submit("decline_topup", { topup: recharge });
      case "process":
        return this.#submit("process_order", { order });
      case "complete":
        return this.#submit("complete_order", { order });
      case "reject":
        return this.#submit("reject_order", { order, reason: null });
      case "correct":
        return this.#submit("correct_balance", { user, amount: 100 + pick, reason: "test", corrects: null });
      case "level":
        return this.#submit("change_level", { user, level: pick % 2 === 0 ? "Agent" : "Super Agent" });
      case "rename":
        return this.#submit("change_profile", { user, fields: ["first_name"] }, user, [
          {
            text: `update shop."user" set first_name = $2 where id = $1`,
            values: [user, randomUUID().slice(0, 8)],
          },
        ]);
      case "remove":
        return pick % 2 === 0
          ? this.#submit("remove_order", { order })
          : this.#submit("remove_topup", { topup: recharge });
    }
  }

  /** Submits a command and ignores a refusal, which changes nothing. */
  async #submit<T extends CommandType>(
    type: T,
    intent: Intents[T],
    actor = shop.admin,
    sideWrites: SideWrite[] = [],
  ): Promise<void> {
    await writer.submit(command(type, intent, actor), { sideWrites });
  }

  async #follow(events_max: number, isAwaited: boolean): Promise<void> {
    // Like the follower, one run after the other.
    this.#following = this.#following.then(async () => {
      const events = commits
        .flatMap((commit) => commit.events)
        .filter(({ position }) => position > this.#followed);
      const run = events.slice(0, events_max);
      if (run.length === 0) return;
      await this.#hub.follow(run);
      this.#followed = run.at(-1)!.position;
    });
    if (isAwaited) await this.#following;
  }

  #deliver(messages: number): void {
    for (let n = 0; n < messages; n++) {
      const message = this.#line?.arrive();
      if (message === undefined) return;
      applyMessage(this.#client, message);
    }
  }

  #cut(): void {
    if (this.#socket) this.#hub.leave(this.#socket);
    if (this.#line) this.#line.isCut = true;
    this.#line = undefined;
    this.#socket = undefined;
  }

  #connect(): void {
    if (this.#line && !this.#line.isCut) return;
    this.#cut();
    const line = new Line(this.#isSlow);
    const level = this.#isAdmin ? "Admin" : "Customer";
    const me = { session: "s", user: this.#me, username: "", phone: "", level, status: "Active" } as const;
    const socket = new LiveSocket(line, line, me as never);
    this.#line = line;
    this.#socket = socket;
    this.#joining = this.#hub.join(socket, resumeMark(this.#client) ?? { position: null }).then((welcome) => {
      if (!line.isCut) welcome();
    });
  }

  /** Ends the fault and waits until everything in transit has arrived. */
  async catchUp(): Promise<void> {
    for (let round = 0; round < 50; round++) {
      this.#connect();
      await this.#joining;
      await this.#follow(1000, true);
      this.#deliver(Number.POSITIVE_INFINITY);
      // A refetch starts in the next turn of the event loop.
      await new Promise<void>((resolve) => later(2, resolve));
      while (this.#client.isFetching() > 0) await new Promise((resolve) => setImmediate(resolve));
      const isAll = commits.at(-1) === undefined || commits.at(-1)!.position <= this.#followed;
      if (round > 2 && isAll) return;
    }
    throw new Error("the page does not come to rest");
  }

  /** All rows of the page, by list. */
  shown(): unknown {
    return this.#queries().map(({ queryKey }) => {
      const list = this.#client.getQueryData<Listing<Positioned & { _id: string }>>(queryKey);
      return byId(list?.rows ?? []);
    });
  }

  /** The same rows from the database. An admin's page may lack new rows, which are announced and not inserted. */
  async stored(): Promise<unknown> {
    const lists = await Promise.all(
      (["orders", "recharges", "users"] as const).map((list) => this.#read(list, all_rows)),
    );
    const shown = this.shown() as { _id: string }[][];
    return lists.map((rows, at) => {
      const ids = new Set(shown[at]!.map(({ _id }) => _id));
      return byId(this.#isAdmin ? rows.filter(({ _id }) => ids.has(_id)) : rows);
    });
  }

  close(): void {
    this.#cut();
    hub = undefined;
    this.#hub.close();
    this.#stop();
    this.#client.clear();
    forgetRecent();
    forgetSession("logout");
  }
}

/** Only admins get these, and the whole lists that are compared with are read without them. */
const byAdmins = { decidedBy: null, movedBy: undefined, sameAs: undefined };

function byId(rows: { _id: string }[]): unknown[] {
  return rows.toSorted((a, b) => a._id.localeCompare(b._id)).map((row) => ({ ...row, ...byAdmins }));
}
