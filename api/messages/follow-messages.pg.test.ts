/** The follower's atomic transaction, and how it gives priority to a rush of sales. */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectionConfig, createPool } from "#ledger/store/connect/connect.ts";
import { createTestDatabase, type TestDatabase } from "#tools/testing/database.ts";
import { startTestGateway, type TestGateway } from "#tools/testing/test-gateway.ts";
import { TestShop, type TestUser } from "#tools/testing/test-shop.ts";
import { MessageFollower } from "./follow-messages.ts";

/** After an error the follower rests for a second. */
const patiently = { timeout: 45_000 };

describe("a message, its job and the checkpoint", () => {
  let shop: TestShop;
  let gateway: TestGateway;
  let owner: pg.Client;
  let ama: TestUser;
  /** While this lock is held, the follower stops at the trigger. */
  const lock = 4711;

  beforeAll(async () => {
    gateway = await startTestGateway();
    shop = await TestShop.open({ messages: { sms: gateway.config, patience: { sweep_ms: 100 } } });
    ama = await shop.addUser("ama", "0245550101", "Customer", 100_000);
    owner = new pg.Client(connectionConfig(shop.database.ownerUrl, "test"));
    await owner.connect();
    await owner.query(
      `create function public.wait_here() returns trigger language plpgsql as
       $$ begin perform pg_advisory_xact_lock_shared(${lock}); return null; end $$`,
    );
  });
  afterAll(async () => {
    await owner.end();
    await shop.close();
    await gateway.stop();
  });

  const counts = async () => {
    const { rows } = await owner.query<Record<"messages" | "jobs" | "position", number>>(
      `select (select count(*) from shop.message)::integer as messages,
              (select count(*) from jobs._private_jobs)::integer as jobs,
              (select position from shop.message_follower) as position`,
    );
    return rows[0]!;
  };
  /** The process id of the connection that waits at the trigger. */
  const stopped = async () => {
    const { rows } = await owner.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
    );
    return rows.map(({ pid }) => pid);
  };

  test.each([
    ["before the message is written", "insert", "shop.message"],
    ["before its job is made", "insert", "jobs._private_jobs"],
    ["after the job, when the checkpoint has been moved", "update", "shop.message_follower"],
  ])("are written all or not at all if the process is interrupted %s", async (_, act, table) => {
    await expect.poll(async () => (await counts()).jobs, patiently).toBe(0);
    await shop.caughtUp();
    const head = async () =>
      (await owner.query<{ position: number }>("select position from ledger.head")).rows[0];
    await expect.poll(counts, patiently).toMatchObject({ position: (await head())?.position });
    const before = await counts();
    const asked = gateway.asked;
    await owner.query(
      `create trigger wait_here after ${act} on ${table} execute function public.wait_here()`,
    );
    await owner.query("select pg_advisory_lock($1)", [lock]);
    const body = { packageId: "mtnup2u-1", receiver: "0201234567" };
    expect((await shop.call("POST", "/order/create", body, { token: ama.token })).status).toBe(201);
    for (let kills = 0; kills < 2; kills++) {
      await expect.poll(async () => (await stopped()).length, patiently).toBe(1);
      expect(await counts()).toEqual(before);
      const [pid] = await stopped();
      await owner.query("select pg_terminate_backend($1)", [pid]);
      await expect.poll(stopped, patiently).not.toContain(pid);
      expect(await counts()).toEqual(before);
    }
    await expect.poll(async () => (await stopped()).length, patiently).toBe(1);
    expect(gateway.asked).toBe(asked);
    await owner.query("select pg_advisory_unlock($1)", [lock]);
    await expect.poll(() => gateway.asked, patiently).toBe(asked + 1);
    await expect
      .poll(counts, patiently)
      .toEqual({ messages: before.messages + 1, jobs: 0, position: (await head())?.position });
    await owner.query(`drop trigger wait_here on ${table}`);
    expect(gateway.taken).toHaveLength(asked + 1);
  });
});

describe("a rush of sales", () => {
  let database: TestDatabase;
  let owner: pg.Client;
  let pool: pg.Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = new pg.Client(connectionConfig(database.ownerUrl, "test"));
    await owner.connect();
    pool = createPool(database.apiUrl, 2);
  });
  afterAll(async () => {
    await pool.end();
    await owner.end();
    await database.drop();
  });

  /** Appends events like the writer, for a follower that reads only these. */
  async function append(count: number): Promise<void> {
    await owner.query(
      `with grown as (update ledger.head set position = position + $1::integer returning position)
       insert into ledger.event (position, recorded_at, command_id, version, fingerprint, hash, stream, type, actor, data)
       select n, now(), gen_random_uuid(), 1, decode(repeat('00', 16), 'hex'), decode(repeat('00', 32), 'hex'),
         'order/' || n, 'order_placed', 'system', '{}'
       from grown, generate_series(grown.position - $1::integer + 1, grown.position) n`,
      [count],
    );
  }
  async function follow(
    work: (told: number[], grow: () => Promise<void>) => Promise<void>,
    yield_ms_max?: number,
  ) {
    const told: number[] = [];
    const follower = new MessageFollower({
      pool,
      types: ["order_placed"],
      onEvents: (_, events) => Promise.resolve(void told.push(...events.map(({ position }) => position))),
      onError: (error) => {
        throw error;
      },
      yield_ms_max,
    });
    await owner.query("update shop.message_follower set position = (select position from ledger.head)");
    follower.start();
    try {
      // From here on the follower knows how fast the log grows.
      await append(1);
      await expect.poll(() => told.length, patiently).toBe(1);
      await work(told, async () => {
        await append(200);
        follower.wake();
        await sleep(100);
      });
    } finally {
      await follower.close();
    }
  }

  test("delays messages, and only while it lasts", async () => {
    await follow(async (told, grow) => {
      const began_ms = performance.now();
      for (let n = 0; n < 20; n++) await grow();
      const took_s = (performance.now() - began_ms) / 1000;
      // Of 4000: some four a second, and at most one full step of 25 before the rush was noticed.
      expect(told.length).toBeLessThan(90 + 5 * took_s);
      await expect.poll(() => told.length, { timeout: 40_000 }).toBe(4001);
      expect(told).toEqual(told.map((_, n) => (told[0] ?? 0) + n));
    });
  });

  test("that does not end delays messages only for a limited time", async () => {
    await follow(async (told, grow) => {
      const ends_ms = performance.now() + 50_000;
      while (told.length < 500 && performance.now() < ends_ms) await grow();
      expect(told.length).toBeGreaterThanOrEqual(500);
    }, 1000);
  });
});
