/** A primary hangs or dies, and its synchronous standby takes over: sales continue, and nothing acknowledged is lost. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import type { BooksAnswer } from "#contract/verification.ts";
import { createPool } from "#ledger/connect/connect.ts";
import { verify } from "#ledger/verify/verify.ts";
import { type Pair, startPair } from "#tools/testing/standby.ts";
import { connect, onOwnServer } from "#tools/testing/database.ts";
import { TestShop, type TestShopOptions, type TestUser } from "#tools/testing/test-shop.ts";

let pair: Pair;
let shop: TestShop | undefined;
afterEach(async () => {
  await shop?.close();
  shop = undefined;
  await pair.stop();
});

const order = { network: "MTNup2u", offer: "1 GB", receiver: "0244123456" };
const opening = 10_000_00;

async function openOnPair(options: TestShopOptions = {}): Promise<{ shop: TestShop; ama: TestUser }> {
  pair = await startPair();
  const ownerUrl = pair.url("postgres");
  shop = await TestShop.open(options, await onOwnServer(ownerUrl));
  return { shop, ama: await shop.addUser("ama", "0245550101", "Customer", opening) };
}

/** Makes one purchase after the other until it is stopped. A failed one is retried under its key. */
function startBuying(of: TestShop, { token }: TestUser) {
  const sold: { at_ms: number; id: string }[] = [];
  let isOver = false;
  const buying = (async () => {
    for (let n = 0; !isOver;) {
      const { status, body } = await of.call<{ _id: string }>("POST", "/order/create", order, {
        token,
        key: `purchase-${n}`,
      });
      if (status === 201) {
        sold.push({ at_ms: Date.now(), id: body._id });
        n += 1;
      } else if (status !== 503) throw new Error(`a purchase was answered ${status}`);
      await sleep(20);
    }
  })();
  return {
    sold,
    stop: async () => {
      isOver = true;
      await buying;
    },
  };
}

test.each([
  ["hangs", () => pair.primary.freeze()],
  ["is gone", () => pair.primary.stop()],
])(
  "when the primary %s, the first purchase on the promoted standby succeeds within 10 s",
  async (_, fail) => {
    const { shop: of, ama } = await openOnPair();
    const { sold, stop } = startBuying(of, ama);
    await expect.poll(() => sold.length).toBeGreaterThan(20);
    await fail();
    const failed_ms = Date.now();
    await sleep(1000);
    await pair.standby.promote();
    const before = sold.length;
    await expect.poll(() => sold.length, { timeout: 30_000 }).toBeGreaterThan(before + 20);
    await stop();
    const first_ms = (sold[before]?.at_ms ?? 0) - failed_ms;
    console.log(
      `first purchase ${first_ms} ms after the failure, ${first_ms - 1000} ms after the promotion began`,
    );
    // Some four seconds on a quiet machine.
    expect(first_ms).toBeLessThan(20_000);
    await expect.poll(async () => (await of.call("GET", "/readyz")).status).toBe(200);
    const owner = await connect(pair.standby.url);
    const { rows } = await owner.query<{ id: string }>(`select id::text from ledger."order"`);
    const known = new Set(rows.map(({ id }) => id));
    expect(sold.filter(({ id }) => !known.has(id))).toEqual([]);
    expect(known.size).toBe(sold.length);
    expect(
      (await owner.query<{ balance: number }>("select balance from ledger.wallet where balance > 0")).rows,
    ).toEqual([{ balance: opening - sold.length * 480 }]);
    expect((await verify(owner)).findings).toEqual([]);
    await owner.end();
  },
  90_000,
);

test("the auditor and the command lines also switch to the promoted standby", async () => {
  const { shop: of, ama } = await openOnPair({ audit: { pause_ms: 200 } });
  const light = async () =>
    (await of.call<BooksAnswer>("GET", "/audit/books", undefined, { token: of.admin.token })).body;
  await expect.poll(light).toMatchObject({ state: "balanced" });
  await pair.primary.stop();
  await pair.standby.promote();
  const bought = () => of.call("POST", "/order/create", order, { token: ama.token, key: "after" });
  await expect.poll(async () => (await bought()).status).toBe(201);
  const { position } = await of.books();
  await expect.poll(light, { timeout: 40_000 }).toMatchObject({ state: "balanced", position });
  const env = { ...process.env, DATABASE_URL: pair.url("postgres"), SESSION_SECRET: "0".repeat(32) };
  const script = join(import.meta.dirname, "../../tools/ledger.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [script, "verify"], { env });
  expect(stdout).toContain(`Whole. ${position} events`);
});

test("connections that need to write never use a standby, whichever host is first in the address", async () => {
  pair = await startPair();
  const standbyFirst = pair.url("postgres").replace(/@([^/]*),([^/]*)\//, "@$2,$1/");
  const portOf = async (url: string) => {
    const pool = createPool(url, 1);
    try {
      const { rows } = await pool.query<{ port: number }>("select inet_server_port() as port");
      return rows[0]?.port;
    } finally {
      await pool.end();
    }
  };
  const wanting = (target: string) => standbyFirst.replace("read-write", target);
  const { primary, standby } = pair;
  expect(await portOf(standbyFirst)).toBe(primary.port);
  expect(await portOf(wanting("primary"))).toBe(primary.port);
  expect(await portOf(wanting("any"))).toBe(standby.port);
  expect(await portOf(wanting("standby"))).toBe(standby.port);
  expect(await portOf(wanting("read-only"))).toBe(standby.port);
  expect(await portOf(pair.url("postgres", "prefer-standby"))).toBe(standby.port);
  const alone = `${standby.url}?target_session_attrs=read-write`;
  await expect(portOf(alone)).rejects.toThrow(/is not read-write/);
  await primary.stop();
  await expect(portOf(standbyFirst)).rejects.toThrow(
    /No server is read-write: .* is a standby; .*ECONNREFUSED/,
  );
  await standby.promote();
  expect(await portOf(standbyFirst)).toBe(standby.port);
});

test("connections leave a server that becomes read-only, including open ones", async () => {
  pair = await startPair();
  const pool = createPool(pair.url("postgres"), 1);
  await pool.query("select 1");
  const owner = new pg.Client(pair.primary.url);
  await owner.connect();
  await owner.query("alter system set default_transaction_read_only = on");
  await owner.query("select pg_reload_conf()");
  await owner.end();
  const asked = async () =>
    pool.query("select 1").then(
      () => "an answer",
      (error: Error) => error.message,
    );
  await expect.poll(asked).toMatch(/No server is read-write: .* is read-only; .* is a standby/);
  await pool.end();
});
