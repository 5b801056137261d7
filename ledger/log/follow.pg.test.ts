/** The follower hands on events of its own process without reading them, and reads all others: each event once, in order. */
import type { Pool, QueryConfig } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { rememberDatabase } from "#tools/testing/remember-database.ts";
import { later } from "#tools/testing/later.ts";
import { connect, createTestDatabase, type TestDatabase } from "#tools/testing/database.ts";
import { createPool } from "../connect/connect.ts";
import { Follower } from "./follow.ts";
import { type LoggedEvent, loggedColumns } from "../tables/logged-event.ts";
import { openShop, price, purchaseBy } from "./testing/shop.ts";
import { tellStory } from "./testing/story.ts";
import { Writer } from "./writer.ts";

let database: TestDatabase;
let pool: Pool;
let writer: Writer;
let follower: Follower;
let handed: LoggedEvent[];
/** How many of them were read from the log. */
let read: number;
let stumbles: number;
/** Runs while events are handed on, as the lookup of rows for sockets does. */
let meanwhile: () => Promise<unknown>;
/** How the follower gets what was committed. */
let offer: (events: LoggedEvent[]) => void;

beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool(database.apiUrl, 2);
  handed = [];
  read = 0;
  stumbles = 0;
  meanwhile = () => pool.query("select 1");
  offer = (events) => follower.offer(events);
  writer = new Writer({ url: database.apiUrl, onCommit: ({ events }) => offer(events) });
});

afterEach(async () => {
  await writer.close();
  await follower.close();
  await pool.end();
  await database.drop();
});

test("hands on its own process's events exactly as the log has them, without reading", async () => {
  await follow({ isDeaf: true });
  await tellStory(writer);
  const log = await all();
  await expect.poll(() => handed.length).toBe(log.length);
  expect(handed).toEqual(log);
  expect(new Set(log.map(({ type }) => type)).size).toBeGreaterThan(20);
  expect(read).toBeLessThan(log.length / 2);
});

test("does not read its own events when the notification arrives before the commit's answer", async () => {
  await follow({ isSent: true });
  const { customers } = await openShop(writer, 1, 100 * price);
  await expect.poll(() => follower.position).toBe(await head());
  read = 0;
  // Later than the notification, and sooner than the follower gives up on it.
  offer = (events) => later(5, () => follower.offer(events));
  for (let n = 0; n < 40; n++) {
    await writer.submit(purchaseBy(customers[0] ?? ""));
    await expect.poll(() => handed.length, { interval: 5 }).toBe(await head());
  }
  // Once a second the log is read anyway.
  expect(read).toBeLessThan(20);
});

test("hands on each event once and in order while another process writes too", async () => {
  await follow();
  const { customers } = await openShop(writer, 4, 1000 * price);
  const other = new Writer({ url: database.apiUrl });
  const buy = async (by: Writer) => {
    for (let n = 0; n < 60; n++) await by.submit(purchaseBy(customers[n % 4] ?? ""));
  };
  await Promise.all([writer, writer, other, other].map(buy));
  await other.close();
  const log = await all();
  await expect.poll(() => handed.length).toBe(log.length);
  expect(handed).toEqual(log);
  expect(read).toBeGreaterThan(0);
});

test("a notification alone makes it read what another process wrote", async () => {
  await follow({ poll_ms: 3_600_000 });
  const other = new Writer({ url: database.apiUrl });
  const { customers } = await openShop(other, 1, 1000 * price);
  const before = await head();
  // Again and again, because it may not listen yet.
  await expect
    .poll(async () => {
      await other.submit(purchaseBy(customers[0] ?? ""));
      return follower.position;
    })
    .toBeGreaterThan(before);
  await other.close();
  expect(handed).toEqual((await all()).slice(0, handed.length));
});

test("hands on the same events again after a failure", async () => {
  await follow();
  const { customers } = await openShop(writer, 1, 100 * price);
  await expect.poll(() => follower.position).toBe(await head());
  stumbles = 2;
  for (let n = 0; n < 20; n++) await writer.submit(purchaseBy(customers[0] ?? ""));
  await expect.poll(() => follower.position).toBe(await head());
  expect(handed).toEqual(await all());
});

test("reads the log regularly, however many events are offered", async () => {
  const { customers } = await openShop(writer, 1, 100_000 * price);
  const buy = () => writer.submit(purchaseBy(customers[0] ?? ""));
  await follow({ isDeaf: true, poll_ms: 100 });
  const reads = new Set<number>();
  // There are always more offered events than the follower has handed on. Without regular reads this would never end.
  meanwhile = async () => {
    reads.add(follower.followed_ms);
    if (reads.size < 5) await buy();
  };
  await buy();
  await expect.poll(() => reads.size).toBe(5);
});

test("hands on nothing once an older log was put back, also if that has grown past the last event", async () => {
  const { customers } = await openShop(writer, 1, 100 * price);
  const owner = await connect(database.ownerUrl);
  const putBack = await rememberDatabase(owner);
  const buy = (by: Writer) => by.submit(purchaseBy(customers[0] ?? ""));
  for (let n = 0; n < 3; n++) await buy(writer);
  await follow();
  await buy(writer);
  await expect.poll(() => follower.position).toBe(await head());
  expect(follower.isReplaced).toBe(false);
  const seen = handed.length;
  await putBack();
  await owner.end();
  const other = new Writer({ url: database.apiUrl });
  for (let n = 0; n < 6; n++) await buy(other);
  await other.close();
  await expect.poll(() => follower.isReplaced).toBe(true);
  await buy(writer);
  expect(handed).toHaveLength(seen);
});

/**
 * Deaf: it hears no notification, which may come sooner than the writer's own answer. Sent: it takes every notification
 * for one that does.
 */
async function follow({ isDeaf = false, isSent = false, poll_ms = 1000 } = {}): Promise<void> {
  follower = new Follower({
    url: isDeaf ? "postgres://127.0.0.1:1/nowhere" : database.apiUrl,
    pool: counting(pool),
    onEvents: async (events) => {
      await meanwhile();
      if (stumbles-- > 0) throw new Error("stumbled");
      handed.push(...events);
    },
    onError: () => {},
    poll_ms,
    ...(isSent && { sent: () => Number.MAX_SAFE_INTEGER }),
  });
  await follower.start();
}

/** Counts the rows that the follower reads. */
function counting(real: Pool): Pool {
  const query = async (config: QueryConfig) => {
    const result = await real.query(config);
    if (config.name === "follow") read += result.rows.length;
    return result;
  };
  return { query } as unknown as Pool;
}

async function all(): Promise<LoggedEvent[]> {
  const log = `select ${loggedColumns} from ledger.event order by position`;
  return (await pool.query<LoggedEvent>(log)).rows;
}

async function head(): Promise<number> {
  return (await all()).at(-1)?.position ?? 0;
}
