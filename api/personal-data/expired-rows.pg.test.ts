import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openTestShop } from "#tools/testing/test-shop.ts";

const shop = openTestShop({ patience: { expiry_ms: 50 } });
const ama = shop.userOfFile("ama", "0245550101");

async function remaining(table: string): Promise<number> {
  const { rows } = await shop.pool.query<{ count: number }>(
    `select count(*)::integer as count from ${table}`,
  );
  return rows[0]!.count;
}

test("a running server deletes sessions a week after their end, except those of browsers with push notifications", async () => {
  const recent = randomUUID();
  await shop.pool.query(
    "insert into shop.session (id, user_id, expires_at) values ($1, $2, now() - interval '6 days 23 hours')",
    [recent, ama._id],
  );
  const pushed = randomUUID();
  // In one statement: the server might delete the session before its subscription is there.
  await shop.pool.query(
    `with s as (insert into shop.session (id, user_id, expires_at) values ($1, $2, now() - interval '8 days') returning *)
     insert into shop.push_subscription (user_id, session_id, endpoint_hash, keys_hash, sealed, public_key)
     select user_id, id, decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex'), '', '' from s`,
    [pushed, ama._id],
  );
  // More than one portion.
  await shop.pool.query(
    `insert into shop.session (id, user_id, expires_at)
     select gen_random_uuid(), $1, now() - interval '8 days' from generate_series(1, 1200)`,
    [ama._id],
  );
  await expect.poll(() => remaining("shop.session where expires_at < now() - interval '7 days'")).toBe(1);
  const { rows } = await shop.pool.query<{ id: string }>(
    "select id from shop.session where expires_at < now() order by expires_at",
  );
  expect(rows.map(({ id }) => id)).toEqual([pushed, recent]);
  expect((await shop.as(ama).get("/user")).status).toBe(200);
});

test("a running server deletes expired tickets, reset links and counts of attempts", async () => {
  await shop.as(ama).post("/live/ticket");
  await shop.pool.query("update shop.live_ticket set expires_at = now() - interval '1 second'");
  await shop.pool.query(
    `insert into shop.password_reset (hash, user_id, expires_at) values
       (decode(repeat('01', 32), 'hex'), $1, now() - interval '1 second'),
       (decode(repeat('02', 32), 'hex'), $1, now() + interval '1 minute')`,
    [ama._id],
  );
  await shop.pool.query(
    `insert into shop.attempt (key, count, resets_at) values
       (decode(repeat('03', 32), 'hex'), 1, now() - interval '1 second'),
       (decode(repeat('04', 32), 'hex'), 1, now() + interval '1 minute')`,
  );
  await expect.poll(() => remaining("shop.live_ticket")).toBe(0);
  await expect.poll(() => remaining("shop.password_reset")).toBe(1);
  await expect.poll(() => remaining("shop.attempt where resets_at < now()")).toBe(0);
  expect(await remaining("shop.attempt where key = decode(repeat('04', 32), 'hex')")).toBe(1);
});

test("a running server deletes expired codes, and what nobody could be told within a day", async () => {
  await shop.pool.query(
    `insert into shop.proof_code (user_id, channel, address, hash, expires_at, message_id) values
       ($1, 'phone', '', decode(repeat('05', 32), 'hex'), now() - interval '1 second', 0),
       ($1, 'email', '', decode(repeat('06', 32), 'hex'), now() + interval '1 minute', 0)`,
    [ama._id],
  );
  await shop.pool.query(
    `insert into shop.notice (user_id, kind, detail, at) values
       ($1, 'new_device', '{}', now() - interval '25 hours'), ($1, 'new_device', '{}', now())`,
    [ama._id],
  );
  await expect.poll(() => remaining("shop.proof_code where channel = 'phone'")).toBe(0);
  expect(await remaining("shop.proof_code")).toBe(1);
  await expect.poll(() => remaining("shop.notice")).toBe(1);
});

test("a running server deletes security events after a year", async () => {
  await shop.pool.query(
    `insert into shop.security_event (at, kind, result, detail) values
       (now() - interval '366 days', 'ban', 'done', 'old'), (now() - interval '364 days', 'ban', 'done', 'kept')`,
  );
  await expect.poll(() => remaining("shop.security_event where detail = 'old'")).toBe(0);
  expect(await remaining("shop.security_event where detail = 'kept'")).toBe(1);
});

test("a running server deletes jobs that failed for good after 30 days, and no others", async () => {
  await shop.pool.query(
    `select jobs.add_job('begin_reset', '{}', job_key => name, max_attempts => 3, run_at => now() + interval '1 day')
     from unnest(array['dead', 'recent', 'waiting']) as name`,
  );
  const change = (name: string, attempts: number, days: number) =>
    shop.pool.query(
      `update jobs._private_jobs set attempts = $2, created_at = now() - make_interval(days => $3) where key = $1`,
      [name, attempts, days],
    );
  await change("recent", 3, 29);
  await change("waiting", 2, 31);
  await change("dead", 3, 31);
  await expect.poll(() => remaining("jobs._private_jobs where key = 'dead'")).toBe(0);
  expect(await remaining("jobs._private_jobs where key in ('recent', 'waiting')")).toBe(2);
});
