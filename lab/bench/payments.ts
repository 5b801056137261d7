/**
 * npm run bench -- payments: the time from a webhook of Paystack until the payer's screen has the
 * new balance, and purchases with and without payments beside them. The load, the double of Paystack, the server and
 * PostgreSQL share the cores.
 */
import { createHmac, randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type WebSocket from "ws";
import { usualPaymentLimits } from "../../api/rails/rail.ts";
import type { LiveMessage } from "../../contract/live.ts";
import { createPool } from "../../ledger/connect/connect.ts";
import { type PaystackDouble, startPaystackDouble } from "../../tools/doubles/paystack/double.ts";
import { ask, call, openSocket } from "../call.ts";
import type { Shopper } from "../shoppers.ts";
import { inLanes } from "../waiting.ts";
import type { BenchRun } from "./bench-postgres.ts";
import { compare, median, percentilesOf, type Print, steadily } from "./rounds.ts";
import { connections, cpuUsers, openingBalance, Stand } from "./stand.ts";

const secretKey = "sk_live_of_the_benchmark";
const amount_cedis = 60;
/** Between the prompt and the customer's approval. */
const approved_after_ms = 1500;
const screen_ms_max = 30_000;
const opening_max = 20;
const perSecond = 20;
const rounds = 12;
const round_ms = 4000;
/** One payment for each: so every new balance belongs to one webhook. */
const watched = 1200;
/** The aims. */
const p99_ms_max = 1000;
const ratio_min = 0.97;

export async function benchPayments({ print, postgres }: BenchRun): Promise<void> {
  // The customer acts, and the webhook is sent, when the benchmark says so.
  const shares = { payment: { customer: { waits: 1 }, webhook: { never: 1 } } };
  const paystack = await startPaystackDouble({ seed: 1, secretKey, webhookUrl: "", shares });
  const settings = {
    payments: {
      paystack: { key: secretKey, url: paystack.url, answer_ms: 5000 },
      limits: { ...usualPaymentLimits, day_max: 1_000_000_00 },
    },
  };
  const stand = await Stand.open(postgres, "payments", { users: watched, settings });
  const payers = new Payers(stand, paystack);
  await measureDelay(print, payers);
  await comparePurchases(print, stand, payers);
}

async function measureDelay(print: Print, payers: Payers): Promise<void> {
  await payers.openScreens(watched);
  const delays_ms = await payers.pay({ perSecond, payments: watched, isWatched: true });
  print(
    `${watched} payments, ${perSecond} a second: from the moment when the webhook is sent until the payer's`,
  );
  print("websocket has the new balance. Each payment is verified in between.");
  print(`  ${percentilesOf(delays_ms)}   (aim: p99 below ${p99_ms_max} ms)\n`);
}

async function comparePurchases(print: Print, stand: Stand, payers: Payers): Promise<void> {
  /** For each payment, of its customer and of Paystack, which are in this process. */
  const around_us: number[] = [];
  const buy = (duration_ms: number) => stand.run({ duration_ms });
  const besidePayments = async (duration_ms: number) => {
    const payments = (perSecond * duration_ms) / 1000;
    const before = process.cpuUsage();
    const [bought] = await Promise.all([buy(duration_ms), payers.pay({ perSecond, payments })]);
    const { user, system } = process.cpuUsage(before);
    around_us.push((user + system) / payments);
    return bought;
  };
  print(
    `Purchases over ${connections} keep-alive connections, alone and beside ${perSecond} payments a second.`,
  );
  const contenders = [
    { name: "alone", run: buy },
    { name: "beside payments", run: besidePayments },
  ];
  await compare(print, contenders, { rounds, round_ms, warm_ms: round_ms }, cpuUsers);
  const allowed_ms = ((1 - ratio_min) * availableParallelism() * 1000) / perSecond;
  print(
    `The aim is a ratio of at least ${ratio_min}. It leaves ${allowed_ms.toFixed(1)} ms of CPU for each payment.`,
  );
  const used_ms = (median(around_us) / 1000).toFixed(1);
  print(`Its customer and Paystack, which a shop has elsewhere, use ${used_ms} ms.`);
}

interface Paying {
  perSecond: number;
  payments: number;
  /** Whether it waits until the payers' screens have their new balances. */
  isWatched?: boolean;
}

/** Customers who pay by prompt at a steady rate. Their websockets are in this process, and so is Paystack. */
class Payers {
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
  openScreens(count: number): Promise<void> {
    const { shoppers, server } = this.#stand;
    const payers = shoppers.slice(this.#next, this.#next + count);
    return inLanes(opening_max, payers, async ({ user, token }) => {
      this.#sockets.set(user, await openSocket(server.url, token));
    });
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
    const prompt = { method: "POST", path: "/payment/prompt", body: { amount: amount_cedis } } as const;
    const sent = { ...prompt, token: shopper.token, key: randomUUID() };
    const { recharge } = await ask<{ recharge: { _id: string } }>(url, sent);
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
}
