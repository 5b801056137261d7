/** How messages give priority to a rush of sales. */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectionConfig, createPool } from "#ledger/connect/connect.ts";
import { createTestDatabase, type TestDatabase } from "#tools/testing/database.ts";
import { MessageFollower } from "./follow-messages.ts";

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
      poll_ms: 1000,
      yield_ms_max,
    });
    await owner.query("update shop.message_follower set position = (select position from ledger.head)");
    follower.start();
    try {
      // From here on the follower knows how fast the log grows.
      await append(1);
      await expect.poll(() => told.length).toBe(1);
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
      await expect.poll(() => told.length).toBe(4001);
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
