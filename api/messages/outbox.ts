/**
 * The life cycle of a row to send: a message, the delivery of a webhook, or a push notification. The row has its state and the time of its next
 * attempt; a job only makes a worker look at it. A worker first takes the row, with one statement. Only the worker that
 * took it writes the result: `attempts` identifies it.
 *
 * So each row is sent at least once: if a process dies between the gateway's answer and storing it, the row is taken again
 * after `lost_ms`. In no other case is anything sent twice.
 *
 * The attempts are in the row, and not left to graphile-worker, because it gives the job of a killed process free only after
 * four hours.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool, PoolClient, QueryConfig } from "pg";
import { isDatabaseAway } from "#ledger/connect/errors.ts";
import type { Channel } from "./gateway-health.ts";
import { addJobs, type Task } from "./jobs.ts";
import type { MessagePatience } from "./options.ts";

export interface Outbox {
  table: "shop.message" | "shop.webhook_delivery" | "shop.push_delivery";
  task: Task;
  /** The prefix of a job's key. */
  prefix: string;
  /** The column that a job names: a row's id, or the owner of rows. */
  subject: "id" | "user_id";
  /** The SQL condition for the rows of this outbox. */
  only: string;
  /** The state of a row that was sent. */
  sent: "sent" | "delivered";
}

export const smsOutbox: Outbox = {
  table: "shop.message",
  task: "send_sms",
  prefix: "sms:",
  subject: "id",
  only: "channel = 'sms'",
  sent: "sent",
};
export const mailOutbox: Outbox = {
  table: "shop.message",
  task: "send_mail",
  prefix: "mail:",
  subject: "id",
  only: "channel = 'email'",
  sent: "sent",
};
export function outboxOf(channel: Channel): Outbox {
  return channel === "sms" ? smsOutbox : mailOutbox;
}

/**
 * One job for all deliveries of an agent: while their server is down for a day, ten thousand waiting deliveries cost as
 * many queries as one.
 */
export const webhookOutbox: Outbox = {
  table: "shop.webhook_delivery",
  task: "deliver_webhook",
  prefix: "webhook:",
  subject: "user_id",
  only: "true",
  sent: "delivered",
};

/** One job for each notification of each browser. */
export const pushOutbox: Outbox = {
  table: "shop.push_delivery",
  task: "send_push",
  prefix: "push:",
  subject: "id",
  only: "true",
  sent: "delivered",
};

export interface Ages {
  age_ms_max: number;
  patience: MessagePatience;
}

/** Adds a job for each subject of these rows. `delay_s`: of a row that has to wait. */
export async function enqueue(
  client: Pool | PoolClient,
  { task, prefix, subject }: Outbox,
  rows: { id?: number; user_id?: string; delay_s?: number }[],
): Promise<void> {
  const bySubject = new Map(rows.map((row) => [row[subject], row]));
  const jobs = [...bySubject].map(([one, { delay_s }]) => ({
    task,
    key: `${prefix}${one}`,
    payload: { [subject]: one },
    ...(delay_s !== undefined && { delay_s }),
  }));
  await addJobs(client, jobs);
}

/** Takes the row for one attempt; undefined if there is nothing to do. A row that is too old expires here. */
export async function takeRow<R extends object>(
  pool: Pool,
  { table }: Outbox,
  id: number,
  { age_ms_max, patience }: Ages,
): Promise<(R & { id: number; attempts: number }) | undefined> {
  const { rows } = await pool.query<R & { id: number; attempts: number; state: string }>({
    name: `take ${table}`,
    text: `
      update ${table} as r set
        state = case when old.late then 'expired' else 'sending' end,
        attempts = r.attempts + case when old.late then 0 else 1 end,
        started_at = case when old.late then r.started_at else now() end,
        settled_at = case when old.late then now() end,
        next_at = case when old.late then null else now() + make_interval(secs => $3) end
      from (select fresh_at < now() - make_interval(secs => $2) as late from ${table} where id = $1) as old
      where r.id = $1 and (r.state = 'waiting' or r.state = 'sending' and r.next_at <= now())
      returning r.*`,
    values: [id, age_ms_max / 1000, patience.lost_ms / 1000],
  });
  const row = rows[0];
  return row?.state === "sending" ? row : undefined;
}

/**
 * Stores the final result of an attempt. Retries while the database is unavailable for a moment, because a message without
 * a stored result is sent again.
 */
export async function storeResult(
  pool: Pool,
  { table }: Outbox,
  { id, attempts }: { id: number; attempts: number },
  state: string,
  answer: string,
): Promise<void> {
  await runUntilStored(pool, {
    name: `settle ${table}`,
    text: `update ${table} set state = $3, answer = $4, settled_at = now(), next_at = null
           where id = $1 and attempts = $2 and state = 'sending'`,
    values: [id, attempts, state, answer],
  });
}

/**
 * Stores a failed attempt and the time of the next one, with its job if jobs name rows. `wait_ms_min`: how long the
 * receiver asked to wait.
 */
export async function tryLater(
  pool: Pool,
  outbox: Outbox,
  { id, attempts }: { id: number; attempts: number },
  answer: string,
  { age_ms_max, patience }: Ages,
  wait_ms_min = 0,
): Promise<void> {
  const wait_ms = Math.max(retryDelay_ms(attempts, patience), wait_ms_min);
  await runUntilStored(pool, {
    name: `later ${outbox.table}`,
    // If the next attempt would be too late, the row is looked at once more to expire.
    text: `
      with later as (
        update ${outbox.table} set state = 'waiting', answer = $3,
          next_at = least(now() + make_interval(secs => $4), fresh_at + make_interval(secs => $5))
        where id = $1 and attempts = $2 and state = 'sending' returning id, next_at
      )
      select ${outbox.subject === "id" ? jobOf(outbox) : "id"} from later`,
    values: [id, attempts, answer, wait_ms / 1000, age_ms_max / 1000 + 0.01],
  });
}

/** Postpones a row without an attempt, because its gateway is failing. */
export async function postpone(pool: Pool, outbox: Outbox, id: number, delay_ms: number): Promise<void> {
  await pool.query({
    name: `postpone ${outbox.table}`,
    text: `
      with later as (
        update ${outbox.table} set next_at = now() + make_interval(secs => $2)
        where id = $1 and state = 'waiting' returning id, next_at
      )
      select ${jobOf(outbox)} from later`,
    values: [id, delay_ms / 1000],
  });
}

function jobOf({ task, prefix, subject }: Outbox): string {
  return `jobs.add_job('${task}', json_build_object('${subject}', ${subject}), run_at => next_at, job_key => '${prefix}' || ${subject})`;
}

/** Makes jobs for overdue rows, whose process died or whose job was lost. */
export async function sweep(pool: Pool, outbox: Outbox, { patience }: Ages): Promise<void> {
  const { rows } = await pool.query<{ id?: number; user_id?: string }>({
    text: `select ${outbox.subject} from ${outbox.table} where ${outbox.only} and state in ('waiting', 'sending')
             and next_at < now() - case state when 'waiting' then make_interval(secs => $1) else '0' end
           order by next_at limit 200`,
    values: [patience.lost_ms / 1000],
  });
  await enqueue(pool, outbox, rows);
}

/**
 * Resets the row as if it were new. `recipient`: for a message that had none. False if it is already being sent, or if its
 * state is no longer the seen one.
 */
export async function resend(
  pool: Pool,
  outbox: Outbox,
  id: number,
  { recipient, seen }: { recipient?: string | undefined; seen?: string | undefined } = {},
): Promise<boolean> {
  const found = `, found as (
    update shop.message_search s set words = m.recipient || ' ' || m.text from again m where s.message_id = m.id)`;
  const { rowCount } = await pool.query(
    `with again as (
       update ${outbox.table} set state = 'waiting', fresh_at = now(), next_at = now(), settled_at = null
         ${recipient === undefined ? "" : ", recipient = $3"}
       where id = $1 and state not in ('waiting', 'sending') and state = coalesce($2, state)
       returning *
     )${recipient === undefined ? "" : found}
     select ${jobOf(outbox)} from again`,
    [id, seen, ...(recipient === undefined ? [] : [recipient])],
  );
  return rowCount === 1;
}

const purged_max = 500;

/** Deletes the oldest rows that were last sent or tried before the given age, a limited number at a time. */
export async function purge(pool: Pool, table: Outbox["table"], kept_ms: number): Promise<void> {
  await pool.query({
    name: `purge ${table}`,
    text: `delete from ${table} where fresh_at < now() - make_interval(secs => $1) and id in (
             select id from ${table} where state not in ('waiting', 'sending') order by id limit ${purged_max})`,
    values: [kept_ms / 1000],
  });
}

/** Cancels the row; false if it is too late. */
export async function cancel(pool: Pool, outbox: Outbox, id: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with stopped as (
       update ${outbox.table} set state = 'cancelled', settled_at = now(), next_at = null
       where id = $1 and state in ('waiting', 'unsent') returning id
     )
     select jobs.remove_job('${outbox.prefix}' || id) from stopped`,
    [id],
  );
  return rowCount === 1;
}

const pauses_ms = [100, 300, 900, 2700];

/** Retries while the database is unavailable for a moment. */
export async function runUntilStored(pool: Pool, query: QueryConfig): Promise<void> {
  for (const pause_ms of pauses_ms) {
    try {
      await pool.query(query);
      return;
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      await sleep(pause_ms);
    }
  }
  await pool.query(query);
}

const retry_ms_max = 3 * 60 * 60_000;

/** Triples each time, with a random factor from 0.5 to 1.5, so that retries do not come all at once. */
export function retryDelay_ms(attempts: number, { retry_ms }: Pick<MessagePatience, "retry_ms">): number {
  const base_ms = Math.min(retry_ms * 3 ** (attempts - 1), retry_ms_max);
  return base_ms * (0.5 + Math.random());
}
