/** Customers who pay by prompt at a steady rate. Their websockets are in this process, and so is Paystack. */
import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createPool } from "../../ledger/connect/connect.ts";
import type pg from "pg";
import WebSocket from "ws";
import type { LiveMessage } from "../../contract/live.ts";
import type { PaystackDouble } from "../../tools/doubles/paystack/double.ts";
import type { Shopper } from "../shoppers.ts";
import { ask, call } from "../call.ts";
import { steadily } from "./rounds.ts";
import { openingBalance, type Stand } from "./stand.ts";

export const secretKey = "sk_live_of_the_benchmark";

const amount_cedis = 60;
/** Between the prompt and the customer's approval. */
const approved_after_ms = 1500;
const screen_ms_max = 30_000;
const opening_max = 20;

interface Paying {
  perSecond: number;
  payments: number;
  /** Whether it waits until the payers' screens have their new balances. */
  isWatched?: boolean;
}

export class Payers {
  readonly #stand: Stand;
  readonly #paystack: PaystackDouble;
  readonly #pool: pg.Pool;
  readonly #sockets = new Map<string, WebSocket>();
  #next = 0;

  constructor(stand: Stand, paystack: PaystackDouble) {
    this.#stand = stand;
    this.#paystack = paystack;
    this.#pool = createPool(stand.databaseUrl, 4);
  }

  /** Opens a websocket for each of the next payers. */
  async openScreens(count: number): Promise<void> {
    const rest = this.#stand.shoppers.slice(this.#next, this.#next + count).values();
    const lane = async () => {
      for (const shopper of rest) await this.#openScreen(shopper);
    };
    await Promise.all(Array.from({ length: opening_max }, lane));
  }

  /** @returns for each payment the ms from its webhook until its payer's screen had it, or until its answer */
  pay({ perSecond, payments, isWatched = false }: Paying): Promise<number[]> {
    const { shoppers } = this.#stand;
    return steadily(perSecond, payments, () =>
      this.#payOnce(shoppers[this.#next++ % shoppers.length]!, isWatched),
    );
  }

  async #payOnce(shopper: Shopper, isWatched: boolean): Promise<number> {
    const { url } = this.#stand.server;
    const prompt = { amount: amount_cedis };
    const { recharge } = await ask<{ recharge: { _id: string } }>(url, {
      method: "POST",
      path: "/payment/prompt",
      body: prompt,
      token: shopper.token,
      key: randomUUID(),
    });
    const { rows } = await this.#pool.query<{ reference: string }>(
      "select reference from shop.charge where topup = $1",
      [recharge._id],
    );
    const reference = rows[0]?.reference ?? "";
    await sleep(approved_after_ms);
    await this.#paystack.approve(reference);
    const shown = isWatched ? this.#nextBalance(shopper.user) : undefined;
    const body = JSON.stringify({ event: "charge.success", data: { reference } });
    const signature = createHmac("sha512", secretKey).update(body).digest("hex");
    const sent_ms = performance.now();
    const headers = { "x-paystack-signature": signature };
    const webhook = await call(url, { method: "POST", path: "/payment/paystack", body, headers });
    if (webhook.status >= 300) throw new Error(`a webhook was answered ${webhook.status}`);
    return ((await shown) ?? performance.now()) - sent_ms;
  }

  /** @returns when a new balance of this user has arrived */
  #nextBalance(user: string): Promise<number> {
    const socket = this.#sockets.get(user);
    if (!socket) throw new Error("a payer without a screen");
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("a balance did not arrive")), screen_ms_max);
      socket.on("message", function read(data: Buffer) {
        const message = JSON.parse(data.toString()) as LiveMessage;
        if (!("event" in message) || message.event !== "CurrUserUpdated") return;
        if (message.data.balance <= openingBalance / 100) return;
        socket.off("message", read);
        clearTimeout(timer);
        resolve(performance.now());
      });
    });
  }

  async #openScreen({ user, token }: Shopper): Promise<void> {
    const { url } = this.#stand.server;
    const { ticket } = await ask<{ ticket: string }>(url, { method: "POST", path: "/live/ticket", token });
    const socket = new WebSocket(`${url.replace("http", "ws")}/api/live`);
    this.#sockets.set(user, socket);
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.once("open", () => socket.send(JSON.stringify({ type: "hello", ticket, position: null })));
      socket.once("message", () => resolve());
    });
  }
}
