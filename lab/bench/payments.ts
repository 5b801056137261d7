/**
 * npm run bench -- payments: the time from a webhook of Paystack until the payer's screen has the
 * new balance, and purchases with and without payments beside them: top-ups, and guests' purchases in agents' shops. The load,
 * the double of Paystack, the server and PostgreSQL share the cores.
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
import { asApiRole } from "../../tools/database-url.ts";
import { type Shopper, withWriter } from "../shoppers.ts";
import { inLanes, waitFor } from "../waiting.ts";
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
const guests_ratio_min = 0.95;
/** Each shop takes 500 orders of guests within an hour, and each number 6. */
const agents = 3;
const guest_cedis = 5.6;

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
  const stand = await Stand.open(postgres, "payments", { users: watched + agents, settings });
  const guests = await Guests.open(stand, paystack, stand.shoppers.splice(-agents));
  const payers = new Payers(stand, paystack);
  await measureDelay(print, payers);
  await comparePurchases(print, stand, payers, guests);
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

async function comparePurchases(print: Print, stand: Stand, payers: Payers, guests: Guests): Promise<void> {
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
  const besideGuests = async (duration_ms: number) => {
    await guests.openHour();
    const orders = (perSecond * duration_ms) / 1000;
    const [bought] = await Promise.all([buy(duration_ms), guests.buy({ perSecond, orders })]);
    return bought;
  };
  print(
    `Purchases over ${connections} keep-alive connections, alone, beside ${perSecond} payments a second, and beside ${perSecond} purchases of guests a second.`,
  );
  const contenders = [
    { name: "alone", run: buy },
    { name: "beside payments", run: besidePayments },
    { name: "beside guests", run: besideGuests },
  ];
  await compare(print, contenders, { rounds, round_ms, warm_ms: round_ms }, cpuUsers);
  const allowed_ms = ((1 - ratio_min) * availableParallelism() * 1000) / perSecond;
  print(
    `The aim is a ratio of at least ${ratio_min}, and ${guests_ratio_min} beside guests. The first leaves ${allowed_ms.toFixed(1)} ms of CPU for each payment.`,
  );
  const used_ms = (median(around_us) / 1000).toFixed(1);
  print(`Its customer and Paystack, which a shop has elsewhere, use ${used_ms} ms.`);
  print(`Of ${guests.bought} purchases of guests, ${await guests.placed()} were paid, verified and placed.`);
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
    const sent_ms = performance.now();
    await tellPaid(url, reference);
    return ((await shown) ?? performance.now()) - sent_ms;
  }

  /** @returns when a new balance of this user has arrived */
  #nextBalance(user: string): Promise<number> {
    const socket = this.#sockets.get(user);
    if (!socket) throw new Error("a payer without a screen");
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("a balance did not arrive")), screen_ms_max);
      socket.on("message", function onMessage(data: Buffer) {
        const message = JSON.parse(data.toString()) as LiveMessage;
        if (!("event" in message) || message.event !== "CurrUserUpdated") return;
        if (message.data.balance <= openingBalance / 100) return;
        socket.off("message", onMessage);
        clearTimeout(timer);
        resolve(performance.now());
      });
    });
  }
}

/** Guests in agents' shops, who pay by prompt at a steady rate. */
class Guests {
  bought = 0;
  readonly #stand: Stand;
  readonly #paystack: PaystackDouble;
  readonly #pool: pg.Pool;

  private constructor(stand: Stand, paystack: PaystackDouble) {
    this.#stand = stand;
    this.#paystack = paystack;
    this.#pool = createPool(stand.databaseUrl, 4);
  }

  /** @param sellers become agents with a shop */
  static async open(stand: Stand, paystack: PaystackDouble, sellers: Shopper[]): Promise<Guests> {
    const { url } = stand.server;
    const rules = { isOn: true, highest: 200, fee_by: "shop" } as const;
    await withWriter(asApiRole(stand.databaseUrl), async (submit) => {
      await submit("change_shop_rules", { rules });
      for (const { user } of sellers) await submit("change_level", { user, level: "Agent" });
    });
    for (const [n, { token }] of sellers.entries()) {
      const own = { title: `Kofi ${n}`, colour: "green", greeting: "", contact: "", isOpen: true };
      const body = { name: `kofi-${n}`, ...own };
      await ask(url, { method: "PUT", path: "/user/shop", body, token });
      const prices = { prices: [{ package: "p-1", price: guest_cedis }] };
      await ask(url, { method: "PUT", path: "/user/shop/prices", body: prices, token });
    }
    return new Guests(stand, paystack);
  }

  /** What was attempted in the hour before does not count any more. */
  async openHour(): Promise<void> {
    await this.#pool.query("delete from shop.attempt");
  }

  /** How many of the orders have become orders of the shop, when all of them have, or none does any more. */
  async placed(): Promise<number> {
    const count = async () =>
      (await this.#pool.query(`select from ledger."order" where payment is not null`)).rowCount ?? 0;
    await waitFor(async () => (await count()) === this.bought, { ms_max: screen_ms_max, pause_ms: 200 });
    return count();
  }

  buy({ perSecond, orders }: { perSecond: number; orders: number }): Promise<void[]> {
    return steadily(perSecond, orders, () => this.#buyOnce(this.bought++));
  }

  async #buyOnce(n: number): Promise<void> {
    const { url } = this.#stand.server;
    const payer = `024${String(3_000_000 + n)}`;
    const body = { packageId: "p-1", price: guest_cedis, receiver: "0551112233", payer };
    const path = `/shop/kofi-${n % agents}/order`;
    const { token } = await ask<{ token: string }>(url, { method: "POST", path, body, key: randomUUID() });
    const { rows } = await this.#pool.query<{ reference: string }>(
      `select c.reference from shop.charge c join shop.guest_order g on g.id = c.guest_order
       where g.token_hash = sha256(convert_to($1, 'UTF8'))`,
      [token],
    );
    const reference = rows[0]?.reference ?? "";
    await sleep(approved_after_ms);
    await this.#paystack.approve(reference);
    await tellPaid(url, reference);
  }
}

async function tellPaid(url: string, reference: string): Promise<void> {
  const body = JSON.stringify({ event: "charge.success", data: { reference } });
  const signature = createHmac("sha512", secretKey).update(body).digest("hex");
  const headers = { "x-paystack-signature": signature };
  const { status } = await call(url, { method: "POST", path: "/payment/paystack", body, headers });
  if (status >= 300) throw new Error(`a webhook was answered ${status}`);
}
