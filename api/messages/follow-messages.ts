/**
 * Makes messages from the log. It reads on from its own checkpoint, and writes messages and jobs in the transaction that
 * moves the checkpoint. So no message is lost or made twice, whenever a process is killed. One process follows at a time,
 * the one with the checkpoint's lock. Every process runs jobs.
 *
 * The log is the queue: jobs are made no faster than they are run. Sales have priority: while there are more than
 * `busy_events_per_s` events, messages are made slowly. But events older than `yield_ms_max` no longer wait, or nobody
 * would get a message while a rush lasts.
 */
import type { Pool, PoolClient } from "pg";
import type { LedgerEvent } from "#ledger/core/events.ts";
import { eventColumns } from "#ledger/tables/logged-event.ts";
import { readyJobs } from "./jobs.ts";

export interface FollowOptions {
  pool: Pool;
  /** The types of events that cause a message or a delivery. */
  types: string[];
  /** Runs in the transaction that moves the checkpoint. */
  onEvents(client: PoolClient, events: LedgerEvent[]): Promise<void>;
  onError(error: unknown): void;
  /** The log is also checked at this interval: a hint may be lost, or the following process may have died. */
  poll_ms: number;
  /** Tests that wait for it set a shorter one. */
  yield_ms_max?: number | undefined;
}

/** Events read in one step, whether or not they cause messages. */
const scan_events_max = 2000;
const step_messages_max = 25;
/** How many jobs may wait for a worker. */
const ready_jobs_max = 400;
/** Events within this time share a step. At a hundred events a second this needs a tenth of the statements. */
const gather_ms = 100;
const busy_events_per_s = 500;
/** Fewer events at once are a short burst, which does not count as busy. */
const busy_events_min = 50;
const busy_messages_max = 2;
const busy_pause_ms = 500;
/** How old the next event may be while messages still give way to sales. */
const yield_ms_max = 10_000;
type Progress = "done" | "more" | "later";
/** If there is more to read, the new jobs get this time to run first. */
const pauses_ms: Record<Progress, number> = { done: gather_ms, more: 20, later: busy_pause_ms };

export class MessageFollower {
  readonly #options: FollowOptions;
  #hinted = false;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pausing: (() => void) | undefined;
  #closed = false;
  #pace: { at_ms: number; head: number } | undefined;

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), this.#options.poll_ms);
    this.wake();
  }

  /** Tells it that the log may have new events. Returns at once. */
  wake(): void {
    this.#hinted = true;
    if (this.#closed || this.#running) return;
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
      if (this.#hinted) this.wake();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#pausing?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#hinted && !this.#closed) {
      this.#hinted = false;
      try {
        const progress = await this.#step();
        if (progress !== "done") this.#hinted = true;
        await this.#pause(pauses_ms[progress]);
      } catch (error) {
        this.#options.onError(error);
        await this.#pause(this.#options.poll_ms);
      }
    }
  }

  #pause(pause_ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pause_ms);
      this.#pausing = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #step(): Promise<Progress> {
    const client = await this.#options.pool.connect();
    try {
      // This commit does not wait for the disk. Sending a message does, and by then this earlier commit is on the disk
      // too.
      await client.query("begin; set local synchronous_commit = off");
      const progress = await this.#follow(client);
      await client.query("commit");
      client.release();
      return progress;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async #follow(client: PoolClient): Promise<Progress> {
    const { rows } = await client.query<{ position: number | null; head: number; age_ms: number | null }>({
      name: "message_checkpoint",
      text: `select f.position, (select position from ledger.head) as head,
               (select extract(epoch from now() - e.recorded_at)::float8 * 1000
                from ledger.event e where e.position = f.position + 1) as age_ms
             from shop.message_follower f for update skip locked`,
    });
    const [at] = rows;
    // Another process has the lock.
    if (!at) return "done";
    if (at.position === null) return moveTo(client, at.head);
    const isRush = this.#isRush(at.head, at.position);
    if (at.head === at.position) return "done";
    const isBusy = isRush && (at.age_ms ?? 0) < (this.#options.yield_ms_max ?? yield_ms_max);
    if (!isBusy && (await readyJobs(client, ready_jobs_max)) >= ready_jobs_max) return "later";
    const messages_max = isBusy ? busy_messages_max : step_messages_max;
    const upTo = Math.min(at.head, at.position + scan_events_max);
    const events = await this.#readEvents(client, at.position, upTo, messages_max);
    if (events.length > 0) await this.#options.onEvents(client, events);
    const reached = events.length === messages_max ? (events.at(-1)?.position ?? upTo) : upTo;
    await moveTo(client, reached);
    if (reached === at.head) return "done";
    return isBusy ? "later" : "more";
  }

  async #readEvents(client: PoolClient, after: number, upTo: number, max: number): Promise<LedgerEvent[]> {
    const { rows } = await client.query<LedgerEvent>({
      name: "message_events",
      text: `select ${eventColumns} from ledger.event
             where position > $1::bigint and position <= $2::bigint and type = any ($3::text[])
             order by position limit $4`,
      values: [after, upTo, this.#options.types, max],
    });
    return rows;
  }

  /** Measured by the growth of the log since the last step, because all processes write to it. */
  #isRush(head: number, position: number): boolean {
    const now_ms = performance.now();
    const before = this.#pace;
    this.#pace = { at_ms: now_ms, head };
    if (before === undefined || head - position < busy_events_min) return false;
    return (head - before.head) / ((now_ms - before.at_ms) / 1000) > busy_events_per_s;
  }
}

async function moveTo(client: PoolClient, position: number): Promise<Progress> {
  await client.query({
    name: "move_message_checkpoint",
    text: "update shop.message_follower set position = $1",
    values: [position],
  });
  return "done";
}
