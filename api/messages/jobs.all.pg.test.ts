/** The queue of jobs when the database is away for a moment. */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "#tools/testing/database.ts";
import { addJobs, startJobs, type Task } from "./jobs.ts";

const database = await createTestDatabase();
const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 4 });
const runnersPool = new pg.Pool({ connectionString: database.ownerUrl, max: 4 });
afterAll(async () => {
  await pool.end();
  await runnersPool.end();
  await database.drop();
});

/** Until it is called again, nobody gets a connection from the pool. */
function takeAway(): () => void {
  const connect = runnersPool.connect.bind(runnersPool);
  runnersPool.connect = () => Promise.reject(new Error("timeout expired"));
  return () => (runnersPool.connect = connect);
}

test.each([
  ["a job ends well", "send_sms", "send_mail"],
  ["a job fails", "send_mail", "send_sms"],
] as const)("if the database is away as %s, later jobs still run", async (_, first, other) => {
  const ran: Task[] = [];
  let ended = 0;
  let giveBack: (() => void) | undefined;
  const during = (task: Task, fails: boolean) => async (payload: unknown) => {
    ran.push(task);
    if (task === first) giveBack ??= takeAway();
    // They end one after the other, while the end of the first one cannot be written.
    await sleep((payload as { ms: number }).ms);
    ended += 1;
    if (fails) throw new Error("its gateway is away");
  };
  const jobs = await startJobs(
    runnersPool,
    { send_sms: during("send_sms", false), send_mail: during("send_mail", true) },
    pino({ level: "silent" }),
    50,
  );
  await addJobs(
    pool,
    Array.from({ length: 20 }, (_one, at) => ({ task: first, payload: { ms: at * 15 } })),
  );
  await expect.poll(() => ended).toBe(20);
  giveBack?.();
  await addJobs(pool, [{ task: other, payload: { ms: 0 } }]);
  await expect.poll(() => ran).toContain(other);
  await jobs.close();
});

test("if the database is away at the start, jobs run once it is back", async () => {
  const giveBack = takeAway();
  const ran: Task[] = [];
  const send = () => void ran.push("send_push");
  const jobs = await startJobs(runnersPool, { send_push: send }, pino({ level: "silent" }), 50);
  giveBack();
  await addJobs(pool, [{ task: "send_push", payload: {} }]);
  await expect.poll(() => ran).toEqual(["send_push"]);
  await jobs.close();
});

test("if the queue cannot find out its tasks at the start, jobs run once it can", async () => {
  const hasty = new pg.Pool({ connectionString: database.ownerUrl, max: 4, statement_timeout: 1000 });
  const other = await pool.connect();
  await other.query("begin");
  await other.query("lock table jobs._private_tasks in access exclusive mode");
  const ran: Task[] = [];
  const send = () => void ran.push("send_push");
  const jobs = await startJobs(hasty, { send_push: send }, pino({ level: "silent" }), 50);
  const waiting = async () =>
    (
      await pool.query(
        "select from pg_locks where not granted and relation = 'jobs._private_tasks'::regclass",
      )
    ).rowCount;
  await expect.poll(waiting).toBeGreaterThan(0);
  await expect.poll(waiting).toBe(0);
  await other.query("rollback");
  other.release();
  await addJobs(pool, [{ task: "send_push", payload: {} }]);
  await expect.poll(() => ran).toEqual(["send_push"]);
  await jobs.close();
  await hasty.end();
});
