/** The shop that payments storm: a PostgreSQL, two processes that are killed and start again, and a balancer before them. */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { PaymentSettings } from "../../../api/payments/rails.ts";
import { createPool } from "../../../ledger/connect/connect.ts";
import { makeAdmin, withShop } from "../../../tools/admin/make-admin.ts";
import { Random } from "../../../tools/demo/random.ts";
import { startThrowawayPostgres } from "../../../tools/postgres/throwaway.ts";
import type { EmbeddedPostgres } from "../../../tools/postgres/embedded.ts";
import { onOwnServer } from "../../../tools/testing/database.ts";
import { type Call, call } from "../../call.ts";
import { openSessions, registerShoppers, type Shopper } from "../../shoppers.ts";
import { App, apps_count, untilAllReady } from "../../scenario/apps.ts";
import type { PaymentStorm } from "./payment-storm.ts";
import { type LiveLines, startLiveLines } from "../live-lines.ts";
import { adminLogin, signIn } from "../../scenario/participants.ts";
import { useClient } from "../../scenario/use-client.ts";

const both_chance = 0.25;
const queries_max = 4;
const attempt_ms_max = 10_000;
const sign_ins_max = 10;
const retry_pause_ms = 50;
/** After these, it is not known whether the command was done, so it is sent again under its key. */
const undecided: ReadonlySet<number> = new Set([408, 503]);

export class StormedShop {
  readonly apps: App[] = [];
  /** How often processes were killed. */
  kills = 0;
  lines!: LiveLines;
  readonly #postgres: EmbeddedPostgres;
  readonly #pool: pg.Pool;
  readonly #sessionSecret = randomBytes(32).toString("hex");
  #apiUrl = "";

  private constructor(postgres: EmbeddedPostgres) {
    this.#postgres = postgres;
    this.#pool = createPool(postgres.url, queries_max);
  }

  static async open(payments: PaymentSettings): Promise<StormedShop> {
    const shop = new StormedShop(await startThrowawayPostgres(() => {}));
    try {
      const { apiUrl } = await onOwnServer(shop.#postgres.url);
      shop.#apiUrl = apiUrl;
      await withShop(apiUrl, (opened) => makeAdmin(opened, adminLogin));
      const options = { databaseUrl: apiUrl, sessionSecret: shop.#sessionSecret, payments };
      for (let number = 1; number <= apps_count; number += 1)
        shop.apps.push(await App.start(`app ${number}`, options));
      await untilAllReady(shop.apps);
      shop.lines = await startLiveLines(shop.apps.map(({ port }) => port));
      return shop;
    } catch (error) {
      await shop.close();
      throw error;
    }
  }

  register(count: number, phoneOf: (n: number) => string): Promise<Shopper[]> {
    return registerShoppers(this.#apiUrl, this.#sessionSecret, { count, phoneOf, balance: 0 });
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
  async ask<T>(token: string, request: Call, turn = 0): Promise<T> {
    for (let attempt = turn; ; attempt += 1) {
      const { url } = this.apps[attempt % apps_count] as App;
      const answer = await call(url, { ...request, token }, attempt_ms_max).catch(() => undefined);
      if (answer !== undefined && answer.status < 300) return JSON.parse(answer.text) as T;
      if (answer !== undefined && !undecided.has(answer.status))
        throw new Error(`${request.method} ${request.path}: ${answer.status} ${answer.text.slice(0, 300)}`);
      await sleep(retry_pause_ms);
    }
  }

  /** Kills processes while the work lasts, in a short storm more often. */
  async whileKilling<T>({ seed, payments }: PaymentStorm, work: () => Promise<T>): Promise<T> {
    const ending = new AbortController();
    // Starting a process takes a second of CPU.
    const pause_ms = { min: 500, max: 500 + Math.min(8000, payments * 2) };
    const killing = this.#keepKilling(seed, ending.signal, pause_ms);
    const working = work();
    await Promise.race([killing, working]).finally(() => ending.abort());
    await killing;
    return working;
  }

  /** Kills one process or both when both have served for a pause, until the signal. */
  async #keepKilling(
    seed: number,
    signal: AbortSignal,
    pause_ms: { min: number; max: number },
  ): Promise<void> {
    const random = new Random(seed);
    for (;;) {
      await sleep(random.whole(pause_ms.min, pause_ms.max), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      const victim = random.whole(0, apps_count - 1);
      const hitsBoth = random.chance(both_chance);
      for (const [index, app] of this.apps.entries())
        if (hitsBoth || index === victim) {
          app.kill();
          this.kills += 1;
        }
      await untilAllReady(this.apps);
    }
  }

  /** As the superuser. */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#pool.query<Row>(text, values)).rows;
  }

  use<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    return useClient(this.#postgres.url, work);
  }

  async close(): Promise<void> {
    for (const app of this.apps) await app.close();
    await this.lines?.close();
    await this.#pool.end();
    await this.#postgres.stop(true);
  }
}
