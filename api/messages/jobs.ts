/**
 * The job queue (graphile-worker), in its own schema. A job only names a row. The row says what to do, and whether it is
 * still to be done. So a job that runs twice, or after its message was cancelled, does no harm, and a job that is lost with
 * its process can be made again from the row.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Logger, run, type Runner, runMigrations, type TaskList } from "graphile-worker";
import type { Pool, PoolClient } from "pg";
import { isDatabaseAway } from "#ledger/connect/errors.ts";
import type { Logger as Log } from "pino";

const schema = "jobs";
/** Gateways answer within a second, so this allows some 30 messages a second. */
const concurrency = 32;
const restart_ms = 1000;
/** Jobs that run have so long to end. */
const stopping_ms = 5000;
/** A runner asks for jobs as soon as it starts, and has its answer within this time. */
const asking_ms = 5000;

export type Task =
  | "send_sms"
  | "send_mail"
  | "deliver_webhook"
  | "send_push"
  | "begin_reset"
  | "begin_code"
  | "tell_user"
  | "fulfil_order"
  | "hear_report";

export interface Job {
  task: Task;
  /** Unique: a new job with the same key replaces the present one. */
  key?: string;
  payload: object;
  /** Seconds from now. */
  delay_s?: number;
}

/** Adds jobs to the queue, in the client's transaction if one is open. */
export async function addJobs(client: Pool | PoolClient, jobs: Job[]): Promise<void> {
  if (jobs.length === 0) return;
  await client.query({
    name: "add_jobs",
    text: `select count(*) from jobs.add_jobs(array(
             select (j.task, j.payload, null, now() + make_interval(secs => j.delay), null, j.key, null, null)::jobs.job_spec
             from unnest($1::text[], $2::json[], $3::text[], $4::float8[]) as j (task, payload, key, delay)))`,
    values: [
      jobs.map(({ task }) => task),
      jobs.map(({ payload }) => JSON.stringify(payload)),
      jobs.map(({ key }) => key ?? null),
      jobs.map(({ delay_s }) => delay_s ?? 0),
    ],
  });
}

/** How many jobs are ready but not running yet, counted up to `max`. */
export async function readyJobs(client: Pool | PoolClient, max: number): Promise<number> {
  const { rows } = await client.query<{ ready: number }>({
    name: "ready_jobs",
    text: `select count(*)::integer as ready from (
             select from jobs._private_jobs where is_available and run_at <= now() limit $1) as j`,
    values: [max],
  });
  return rows[0]?.ready ?? 0;
}

/** Nearly all jobs end within this time. One that still runs then may run twice, which does no harm. */
const lost_s = 60;

/**
 * Gives jobs free whose process died, or never heard that it had got them because its connection was cut. The library
 * does that after four hours. Most jobs are made again from their row, and sooner, but a request for a code has no row.
 */
export async function freeLostJobs(client: Pool): Promise<void> {
  await client.query({
    name: "free_lost_jobs",
    text: `update jobs._private_jobs set locked_at = null, locked_by = null
           where locked_at < now() - make_interval(secs => $1)`,
    values: [lost_s],
  });
}

/** The pool must handle the errors of its connections. */
export async function migrateJobs(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool, schema, logger: silent });
}

/**
 * Runs jobs until it is closed. The runner stops if the database is unavailable for a moment, and another one is then started;
 * so too if it is unavailable at first.
 * `poll_ms`: how late a job with a start time may begin.
 */
export async function startJobs(
  pool: Pool,
  tasks: TaskList,
  log: Log,
  poll_ms: number,
): Promise<{ close(): Promise<void> }> {
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let runner: Runner | undefined;
  runner = await start().catch((error: unknown) => {
    if (!isDatabaseAway(error)) throw error;
    again(error);
    return undefined;
  });
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      if (runner)
        await Promise.race([
          runner.stop().catch(() => undefined),
          sleep(stopping_ms, undefined, { ref: false }),
        ]);
    },
  };

  async function start(): Promise<Runner> {
    const started = await run({
      pgPool: pool,
      schema,
      taskList: tasks,
      concurrency,
      pollInterval: poll_ms,
      noHandleSignals: true,
      logger: silent,
      parsedCronItems: [] as never[],
      preset: { worker: batched },
    });
    whenOver(started, again);
    stopIfUnanswered(started);
    return started;
  }

  function again(error?: unknown): void {
    runner = undefined;
    if (closed) return;
    log.warn(
      { reason: error instanceof Error ? error.message : "" },
      "running jobs failed and will be restarted",
    );
    timer = setTimeout(() => void start().then((started) => (runner = started), again), restart_ms);
  }
}

/**
 * Both ends of a job are told to the database in batches: if it is away, what the library tells one by one ends the process,
 * because nobody handles that it failed.
 */
const batched = {
  localQueue: { size: concurrency, ttl: 10_000 },
  completeJobBatchDelay: 20,
  failJobBatchDelay: 20,
};

/** A runner that stops itself because of an error may never say that it has ended: it miscounts what it waits for. */
function whenOver(runner: Runner, over: (error?: unknown) => void): void {
  let isOver = false;
  const once = (error?: unknown) => {
    if (!isOver) over(error);
    isOver = true;
  };
  runner.promise.then(once, once);
  runner.events.once("pool:gracefulShutdown", () => setTimeout(once, stopping_ms).unref());
}

/**
 * A runner first asks for the ids of its tasks. If that fails, the library (0.18.0) keeps the failure and never asks again,
 * so it would run no job for as long as the process lives. Such a runner is stopped, and another one starts in its place.
 */
function stopIfUnanswered(runner: Runner): void {
  const timer = setTimeout(() => void runner.stop().catch(() => undefined), asking_ms);
  for (const event of ["localQueue:getJobs:complete", "pool:gracefulShutdown"] as const)
    runner.events.once(event, () => clearTimeout(timer));
}

/** Drops the library's log lines: they contain payloads and errors, and the rows have what matters. */
const silent = new Logger(() => () => undefined);
