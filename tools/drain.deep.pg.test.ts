/** A deployment under load: a real process gets SIGTERM, and another process replaces it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PurchaseAnswer } from "#contract/orders.ts";
import { ownPort } from "./testing/own-port.ts";
import { openTestShop, type TestUser } from "./testing/test-shop.ts";

const sessionSecret = "the same secret for all processes of the shop";
const buyersCount = 12;
const price = 480;
const opening = 100_000_00;

let buyers: TestUser[];
const running: ChildProcess[] = [];
const shop = openTestShop({ sessionSecret });

beforeAll(async () => {
  buyers = [];
  for (let n = 0; n < buyersCount; n++)
    buyers.push(await shop.addUser(`buyer${n}`, `02455501${10 + n}`, "Customer", opening));
});
afterAll(async () => {
  for (const child of running)
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
});

async function startProcess(): Promise<{ child: ChildProcess; base: string; output: () => string }> {
  const port = await ownPort();
  const env = {
    PATH: process.env["PATH"],
    DATABASE_URL: shop.database.apiUrl,
    AUDITOR_DATABASE_URL: shop.database.auditorUrl,
    SESSION_SECRET: sessionSecret,
    PORT: String(port),
    LOG_LEVEL: "warn",
  };
  const child = spawn(process.execPath, [join(import.meta.dirname, "start.ts")], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", () => {
      if (text.includes("Ready on ")) resolve();
    });
    child.on("exit", () => reject(new Error(`the shop did not start: ${text}`)));
  });
  return { child, base: `http://127.0.0.1:${port}`, output: () => text };
}

const buy = (user: TestUser, key: string, base: string) =>
  shop
    .as(user)
    .post<PurchaseAnswer>(
      "/order/create",
      { packageId: "mtnup2u-1", receiver: "0244123456", totalAmount: price / 100 },
      { key, base },
    );

interface Trade {
  /** The acknowledged orders, by key. */
  acknowledged: Map<string, string>;
  /** Keys of requests that had no answer, or an answer that says to try again. */
  unsure: string[];
}

/** Buys one order after the other, each under a new key, until a purchase is not acknowledged. */
async function buyUntilFailure(user: TestUser, base: string): Promise<Trade> {
  const trade: Trade = { acknowledged: new Map(), unsure: [] };
  for (let n = 0; trade.unsure.length === 0; n++) {
    const key = `purchase-${n}`;
    const answer = await buy(user, key, base).catch(() => undefined);
    if (answer?.status === 201) trade.acknowledged.set(key, answer.body._id);
    else trade.unsure.push(key);
  }
  return trade;
}

test("after SIGTERM during purchases, acknowledged orders exist and retries elsewhere place every other order once", async () => {
  const first = await startProcess();
  const trading = buyers.map((user) => buyUntilFailure(user, first.base));
  await expect.poll(ordersPlaced, { interval: 20 }).toBeGreaterThan(200);
  first.child.kill("SIGTERM");
  const [[code], trades] = await Promise.all([once(first.child, "exit"), Promise.all(trading)]);
  expect(code).toBe(0);
  expect(first.output()).toMatch(/Stopping …\nStopped\.\n$/);

  const acknowledged = trades.flatMap((one) => [...one.acknowledged.values()]);
  expect(acknowledged.length).toBeGreaterThan(150);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  const { rows } = await shop.pool.query<{ id: number }>(
    `select id from ledger."order" where id = any ($1::bigint[])`,
    [acknowledged],
  );
  expect(rows).toHaveLength(acknowledged.length);

  const next = await startProcess();
  for (const [n, user] of buyers.entries()) {
    const { acknowledged: answered, unsure } = trades[n] ?? { acknowledged: new Map(), unsure: [] };
    for (const key of unsure) {
      const retried = await buy(user, key, next.base);
      expect(retried.status).toBe(201);
      expect((await buy(user, key, next.base)).body._id).toBe(retried.body._id);
    }
    const [key = "", order] = [...answered].at(-1) ?? [];
    expect((await buy(user, key, next.base)).body._id).toBe(order);
    expect(await ordersAndBalanceOf(user)).toEqual({
      orders: answered.size + unsure.length,
      balance: opening - (answered.size + unsure.length) * price,
    });
  }
  const { wallets, houses } = await shop.books();
  expect(wallets + houses).toBe(0);
  const exited = once(next.child, "exit");
  next.child.kill("SIGTERM");
  await exited;
});

async function ordersPlaced(): Promise<number> {
  const { rows } = await shop.pool.query<{ count: number }>(`select orders_placed as count from ledger.head`);
  return rows[0]?.count ?? 0;
}

async function ordersAndBalanceOf(user: TestUser): Promise<{ orders: number; balance: number }> {
  const { rows } = await shop.pool.query<{ orders: number; balance: number }>(
    `select (select count(*)::integer from ledger."order" where user_id = $1) as orders,
       (select balance from ledger.wallet where user_id = $1) as balance`,
    [user._id],
  );
  return rows[0] ?? { orders: 0, balance: 0 };
}
