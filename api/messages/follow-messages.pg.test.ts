/** The follower's atomic transaction. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectionConfig } from "#ledger/connect/connect.ts";
import { startTestGateway, type TestGateway } from "#tools/testing/test-gateway.ts";
import { TestShop, type TestUser } from "#tools/testing/test-shop.ts";

describe("a message, its job and the checkpoint", () => {
  let shop: TestShop;
  let gateway: TestGateway;
  let owner: pg.Client;
  let ama: TestUser;
  /** While this lock is held, the follower stops at the trigger. */
  const lock = 4711;

  beforeAll(async () => {
    gateway = await startTestGateway();
    shop = await TestShop.open({ messages: { sms: gateway.config, patience: { sweep_ms: 400 } } });
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
    await expect.poll(async () => (await counts()).jobs).toBe(0);
    await shop.caughtUp();
    const head = async () =>
      (await owner.query<{ position: number }>("select position from ledger.head")).rows[0];
    await expect.poll(counts).toMatchObject({ position: (await head())?.position });
    const before = await counts();
    const asked = gateway.asked;
    await owner.query(
      `create trigger wait_here after ${act} on ${table} execute function public.wait_here()`,
    );
    await owner.query("select pg_advisory_lock($1)", [lock]);
    expect((await shop.buy(ama, "mtnup2u-1", "0201234567")).status).toBe(201);
    for (let kills = 0; kills < 2; kills++) {
      await expect.poll(async () => (await stopped()).length).toBe(1);
      expect(await counts()).toEqual(before);
      const [pid] = await stopped();
      await owner.query("select pg_terminate_backend($1)", [pid]);
      await expect.poll(stopped).not.toContain(pid);
      expect(await counts()).toEqual(before);
    }
    await expect.poll(async () => (await stopped()).length).toBe(1);
    expect(gateway.asked).toBe(asked);
    await owner.query("select pg_advisory_unlock($1)", [lock]);
    await expect.poll(() => gateway.asked).toBe(asked + 1);
    await expect
      .poll(counts)
      .toEqual({ messages: before.messages + 1, jobs: 0, position: (await head())?.position });
    await owner.query(`drop trigger wait_here on ${table}`);
    expect(gateway.taken).toHaveLength(asked + 1);
  });
});
