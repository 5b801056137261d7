/** The shop that payments and suppliers storm: a PostgreSQL, two processes that are killed and start again, and a balancer before them. */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { DatabaseClient } from "../../ledger/connect/database-client.ts";
import type { Pesewas } from "../../contract/terms/money.ts";
import { createPool } from "../../ledger/connect/connect.ts";
import type { Level } from "../../contract/terms/statuses.ts";
import type { DoubleClock } from "../../tools/doubles/clock.ts";
import { makeAdmin, withShop } from "../../tools/admin/make-admin.ts";
import { Random } from "../../tools/demo/random.ts";
import { startThrowawayPostgres } from "../../tools/postgres/throwaway.ts";
import type { EmbeddedPostgres } from "../../tools/postgres/embedded.ts";
import { onOwnServer } from "../../tools/testing/database.ts";
import { ownPort } from "../../tools/testing/own-port.ts";
import { type Answer, type Call, call } from "../call.ts";
import { openSessions, registerShoppers, type Shopper } from "../shoppers.ts";
import { type App, apps_count, startApps, untilAllReady } from "../scenario/apps.ts";
import { unlessAborted } from "../scenario/play-rounds.ts";
import { waitFor } from "../waiting.ts";
import type { LabSettings } from "../server.ts";
import { LiveLines } from "./live-lines.ts";
import { adminLogin, signIn } from "../scenario/participants.ts";
import { useClient } from "../use-client.ts";

const both_chance = 0.25;
const queries_max = 4;
/** The storm's own questions to the database wait while starting processes have the cores. */
const query_ms_max = 60_000;
const attempt_ms_max = 10_000;
const sign_ins_max = 10;
const retry_pause_ms = 50;
/** After these, it is not known whether the command was done, so it is sent again under its key. */
const undecided: ReadonlySet<number> = new Set([408, 503]);

/** Less than a webhook waits for its answer, so that none is cut off only because time passes so fast. */
const chunk_ms = 20_000;
const hour_ms = 60 * 60_000;
const asked_ms_max = 120_000;

/** What a storm is asked for, and what it says in the end. */
export interface Storm {
  seed: number;
  /** Payments, orders or guests. */
  size: number;
  onProgress?: (done: number) => void;
  signal?: AbortSignal;
}

export interface StormReport {
  /** How many payments or orders met which fate. */
  counts: [what: string, count: number][];
  /** How often a client had to send a request again. */
  retries: number;
  /** Everything that is lost, doubled or wrong. Empty if nothing is. */
  faults: string[];
}

export class StormedShop {
  readonly apps: App[] = [];
  /** How often processes were killed. */
  kills = 0;
  /** How often a request had to be sent again. */
  retries = 0;
  lines!: LiveLines;
  readonly #postgres: EmbeddedPostgres;
  readonly #pool: pg.Pool;
  readonly #sessionSecret = randomBytes(32).toString("hex");
  #apiUrl = "";
  /** How far the shop's clock is ahead of the system's. */
  #ahead_ms = 0;

  private constructor(postgres: EmbeddedPostgres) {
    this.#postgres = postgres;
    this.#pool = createPool(postgres.url, queries_max, { connect_ms: query_ms_max });
  }

  static async open(settings: Pick<LabSettings, "payments" | "suppliers">): Promise<StormedShop> {
    const shop = new StormedShop(await startThrowawayPostgres(() => {}));
    try {
      const { apiUrl } = await onOwnServer(shop.#postgres.url);
      shop.#apiUrl = apiUrl;
      await withShop(apiUrl, (opened) => makeAdmin(opened, adminLogin));
      const port = await ownPort();
      const publicUrl = `http://127.0.0.1:${port}`;
      const options = { databaseUrl: apiUrl, sessionSecret: shop.#sessionSecret, publicUrl, ...settings };
      await startApps(shop.apps, options);
      shop.lines = await LiveLines.start(
        shop.apps.map((app) => app.port),
        port,
      );
      return shop;
    } catch (error) {
      await shop.close();
      throw error;
    }
  }

  register(
    count: number,
    phoneOf: (n: number) => string,
    balance: Pesewas = 0,
    level: Level = "Customer",
  ): Promise<Shopper[]> {
    return registerShoppers(this.#apiUrl, this.#sessionSecret, { count, phoneOf, balance, level });
  }

  /** New sessions, before the old ones expire. */
  signInAgain(shoppers: Shopper[]): Promise<void> {
    return openSessions(this.#apiUrl, this.#sessionSecret, shoppers);
  }

  /** @returns the token of a new session of the admin, who has proved just now who they are */
  async signInAdmin(): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      await untilAllReady(this.apps);
      try {
        const { session } = await signIn(this.lines.url, adminLogin.phone, adminLogin.password);
        return session.token;
      } catch (error) {
        // The process was killed before it had answered.
        if (attempt === sign_ins_max) throw error;
      }
    }
  }

  /** Sends it again, to the other process, until there is an answer. @throws for an answer that is not a success */
  async ask<T>(token: string | undefined, request: Call, turn = 0): Promise<T> {
    const { status, text } = await this.#answerTo(token, request, turn);
    if (status < 300) return JSON.parse(text) as T;
    throw new Error(`${request.method} ${request.path}: ${status} ${text.slice(0, 300)}`);
  }

  /** The same for what somebody else may have decided by now: undefined if the answer says so. */
  async askUnlessDecided<T>(token: string, request: Call, turn = 0): Promise<T | undefined> {
    const { status, text } = await this.#answerTo(token, request, turn);
    if (status === 409) return undefined;
    if (status < 300) return JSON.parse(text) as T;
    throw new Error(`${request.method} ${request.path}: ${status} ${text.slice(0, 300)}`);
  }

  async #answerTo(token: string | undefined, request: Call, turn: number): Promise<Answer> {
    for (let attempt = turn; ; attempt += 1) {
      const { url } = this.apps[attempt % apps_count] as App;
      const sent = token === undefined ? request : { ...request, token };
      const answer = await call(url, sent, attempt_ms_max).catch(() => undefined);
      if (answer !== undefined && !undecided.has(answer.status)) return answer;
      this.retries += 1;
      await sleep(retry_pause_ms);
    }
  }

  /** Kills processes while the work lasts, in a short storm more often. @throws the signal's reason */
  async whileKilling<T>({ seed, size, signal }: Storm, work: () => Promise<T>): Promise<T> {
    const ending = new AbortController();
    // Starting a process takes a second of CPU.
    const killing = this.#keepKilling(seed, ending.signal, Math.min(8000, size * 2));
    const working = work();
    await unlessAborted(Promise.race([killing, working]), signal).finally(() => ending.abort());
    await killing;
    return working;
  }

  /** Kills one process or both when both have served for a pause, until the signal. */
  async #keepKilling(seed: number, signal: AbortSignal, more_ms: number): Promise<void> {
    const random = new Random(seed);
    for (;;) {
      await sleep(500 + random.whole(0, more_ms), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      const victim = random.whole(0, apps_count - 1);
      const hitsBoth = random.chance(both_chance);
      for (const app of hitsBoth ? this.apps : [this.apps[victim]!]) {
        app.kill();
        this.kills += 1;
      }
      await untilAllReady(this.apps);
    }
  }

  /** For the shop alone, also after its processes are killed. */
  moveClock(ms: number): void {
    this.#ahead_ms += ms;
    for (const app of this.apps) app.setClock(this.#ahead_ms);
  }

  /** For a double alone. Each part begins while the shop serves: otherwise all attempts of days fail within a second. */
  async passHours(clock: DoubleClock, hours: number, part_hours = 1): Promise<void> {
    for (let hour = 0; hour < hours; hour += part_hours) {
      await untilAllReady(this.apps);
      for (const end_ms = clock.now_ms + part_hours * hour_ms; clock.now_ms < end_ms;) {
        clock.pass(chunk_ms);
        await clock.idle();
      }
    }
  }

  /** For a double, and for the shop's charges that are not decided. */
  async passDay(clock: DoubleClock): Promise<void> {
    await this.passHours(clock, 24);
    await this.query(
      `update shop.charge set created_at = created_at - interval '1 day', next_check_at = now()
       where next_check_at is not null`,
    );
    const due = () => this.query("select from shop.charge where next_check_at <= now() limit 1");
    if (!(await waitFor(async () => (await due()).length === 0, { ms_max: asked_ms_max, pause_ms: 50 })))
      throw new Error(`the shop has not asked about all payments after ${asked_ms_max} ms`);
  }

  /** As the superuser. */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#pool.query<Row>(text, values)).rows;
  }

  use<T>(work: (client: DatabaseClient) => Promise<T>): Promise<T> {
    return useClient(this.#postgres.url, work);
  }

  async close(): Promise<void> {
    for (const app of this.apps) await app.close();
    await this.lines?.close();
    await this.#pool.end();
    await this.#postgres.stop(true);
  }
}

/** Nobody may have more than ten requests that wait, so nobody pays often on one day. */
export function userCount(payments: number, day_payments: number): number {
  return Math.max(200, Math.ceil(payments / 20), Math.ceil(Math.min(payments, day_payments) / 2));
}
