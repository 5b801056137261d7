/**
 * The job of one agent: sends their due deliveries, oldest first, each after the one before was accepted. Only one process
 * at a time handles an agent, so a healthy server gets deliveries in the order of the log. An agent's slow or silent server
 * does not delay other agents or SMS.
 */
import type { Pool } from "pg";
import { openIfOurs, type Secrets } from "../serve/secrets.ts";
import { type Circuit, openCircuits } from "./circuit.ts";
import { type Ages, runUntilStored, retryDelay_ms, storeResult, takeRow, webhookOutbox } from "./outbox.ts";
import { tidyAnswer, type SendResult } from "./send-result.ts";
import { createHmac } from "node:crypto";
import { postFailure, type PostOptions, postPublic } from "./post-public.ts";

export interface WebhookWork {
  pool: Pool;
  secrets: Secrets;
  ages: Ages;
  allowPrivate: boolean;
}

interface DeliveryRow {
  id: number;
  attempts: number;
  user_id: string;
  body: string;
}

/** How many agents are handled at a time: a part of the workers. */
const agents_max = 16;
const soon_ms = 1000;
/** After this time, the next agent gets a turn. */
const turn_ms = 5000;
/**
 * Longer than a turn and a call, and longer than the time after which a delivery counts as lost: a process that has not
 * released an agent by then counts as dead, and the delivery that it was sending comes first.
 */
const lease_slack_ms = 10_000;

export function webhookWorker(work: WebhookWork): (user: string) => Promise<void> {
  const { pool, ages } = work;
  const circuitOf = openCircuits(ages.patience.open_ms);
  let agents = 0;
  return async (user) => {
    if (agents >= agents_max) return lookAgain(pool, user, soon_ms * (0.5 + Math.random()));
    agents += 1;
    try {
      const lease = await claim(pool, user, ages);
      // The process that handles the agent looks again when it is done. Without a webhook there is nothing to send.
      if (lease === undefined) return await cancelWithoutWebhook(pool, user);
      // For one setting of the address: a new one is tried at once.
      const circuit = circuitOf(`${user} ${lease.created_at}`);
      const isOpen = await deliverInTurn(work, circuit, user).finally(() => release(pool, user, lease));
      // Checked after the agent is released: an address set before that found the agent taken, and no other process
      // checks.
      const isSame = isOpen && (await webhookOf(pool, user))?.created_at === lease.created_at;
      await lookAgain(pool, user, isSame ? circuit.pause_ms() : 0);
    } finally {
      agents -= 1;
    }
  };
}

/** Returns whether calls to the agent's server are paused. */
async function deliverInTurn(work: WebhookWork, circuit: Circuit, user: string): Promise<boolean> {
  const ends_ms = performance.now() + turn_ms;
  while (performance.now() < ends_ms) {
    const id = await nextOf(work.pool, user);
    if (id === undefined) return false;
    const made = await circuit.attempt(() => deliver(work, id));
    if (made === "open") return true;
    if (made.result?.outcome === "failed") return false;
  }
  return false;
}

interface Lease {
  /** When the address was set. */
  created_at: string;
  busy_until: string;
}

/** Reserves the agent for this process; undefined if another process has the agent, or if there is no webhook. */
async function claim(pool: Pool, user: string, { patience }: Ages): Promise<Lease | undefined> {
  const { rows } = await pool.query<Lease>({
    name: "claim_webhook",
    text: `update shop.webhook set busy_until = now() + make_interval(secs => $2)
           where user_id = $1 and (busy_until is null or busy_until < now()) returning created_at, busy_until`,
    values: [user, (Math.max(turn_ms + patience.answer_ms, patience.lost_ms) + lease_slack_ms) / 1000],
  });
  return rows[0];
}

async function release(pool: Pool, user: string, { busy_until }: Lease): Promise<void> {
  await pool.query({
    name: "release_webhook",
    text: "update shop.webhook set busy_until = null where user_id = $1 and busy_until = $2",
    values: [user, busy_until],
  });
}

/** Adds a job for the agent's next due delivery, at least `pause_ms` from now. An earlier job stays. */
async function lookAgain(pool: Pool, user: string, pause_ms: number): Promise<void> {
  await pool.query({
    name: "look_again_at_webhook",
    text: `select jobs.add_job('deliver_webhook', json_build_object('user_id', $1::text),
             run_at => greatest(due, now() + make_interval(secs => $2)), job_key => 'webhook:' || $1,
             job_key_mode => 'preserve_run_at')
           from (select min(next_at) as due from shop.webhook_delivery
                 where user_id = $1::text::uuid and state in ('waiting', 'sending')) as next
           where due is not null`,
    values: [user, pause_ms / 1000],
  });
}

async function cancelWithoutWebhook(pool: Pool, user: string): Promise<void> {
  await pool.query({
    name: "cancel_without_webhook",
    text: `update shop.webhook_delivery set state = 'cancelled', settled_at = now(), next_at = null,
             answer = 'There is no webhook any more'
           where user_id = $1 and (state = 'waiting' or state = 'sending' and next_at <= now()) and not exists (select from shop.webhook where user_id = $1)`,
    values: [user],
  });
}

async function deliver(
  { pool, secrets, ages, allowPrivate }: WebhookWork,
  id: number,
): Promise<{ result?: SendResult }> {
  const row = await takeRow<DeliveryRow>(pool, webhookOutbox, id, ages);
  if (!row) return {};
  const webhook = await webhookOf(pool, row.user_id);
  if (!webhook?.is_agents) {
    const answer = webhook ? "Webhooks are for agents" : "There is no webhook any more";
    await storeResult(pool, webhookOutbox, row, "cancelled", answer);
    return {};
  }
  const { url } = webhook;
  const secret = openIfOurs(secrets.sealing.webhook, webhook.secret);
  const now_s = Math.floor(Date.now() / 1000);
  const { answer_ms } = ages.patience;
  const result: SendResult =
    secret === undefined
      ? {
          outcome: "failed",
          answer: "The webhook's secret cannot be read any more: please set the webhook again",
        }
      : await callWebhook({ url, secret, body: row.body, id, now_s }, { answer_ms, allowPrivate });
  if (result.outcome === "sent") await storeResult(pool, webhookOutbox, row, "delivered", result.answer);
  else await tryAgain(pool, row, webhook.created_at, result.answer, ages);
  return { result };
}

/**
 * Stores a failed attempt and the time of the next one. If a new address was set meanwhile, the next attempt is at once, or
 * the new address would get later deliveries first. If the address was removed, there is none. The webhook's row is locked,
 * so a new address is set either before this or after it, which makes all waiting deliveries due (webhook-routes.ts).
 */
async function tryAgain(
  pool: Pool,
  { id, attempts, user_id }: DeliveryRow,
  created_at: string,
  answer: string,
  { age_ms_max, patience }: Ages,
): Promise<void> {
  await runUntilStored(pool, {
    name: "try_delivery_again",
    text: `
      with webhook as materialized (
        select created_at = $3 as is_same from shop.webhook where user_id = $4 for share
      )
      update shop.webhook_delivery set answer = $5,
        state = case when exists (select from webhook) then 'waiting' else 'cancelled' end,
        settled_at = case when exists (select from webhook) then settled_at else now() end,
        next_at = case (select is_same from webhook)
          when true then least(now() + make_interval(secs => $6), fresh_at + make_interval(secs => $7))
          when false then now() end
      where id = $1 and attempts = $2 and state = 'sending'`,
    values: [
      id,
      attempts,
      created_at,
      user_id,
      answer,
      retryDelay_ms(attempts, patience) / 1000,
      // If the next attempt would be too late, the row is looked at once more to expire.
      age_ms_max / 1000 + 0.01,
    ],
  });
}

/** The agent's oldest due delivery: new, to be retried, or lost with its process. */
async function nextOf(pool: Pool, user: string): Promise<number | undefined> {
  const { rows } = await pool.query<{ id: number }>({
    name: "next_delivery",
    text: `select id from shop.webhook_delivery
           where user_id = $1 and state in ('waiting', 'sending') and next_at <= now() order by id limit 1`,
    values: [user],
  });
  return rows[0]?.id;
}

interface Webhook {
  url: string;
  secret: string;
  created_at: string;
  /** The agent may have been banned, deleted or made a customer since. */
  is_agents: boolean;
}

async function webhookOf(pool: Pool, user: string): Promise<Webhook | undefined> {
  const { rows } = await pool.query<Webhook>({
    name: "webhook",
    text: `select w.url, w.secret, w.created_at,
             a.level in ('Agent', 'Super Agent') and a.status = 'Active' and not a.deleted as is_agents
           from shop.webhook w join ledger.account a using (user_id) where w.user_id = $1`,
    values: [user],
  });
  return rows[0];
}

interface WebhookCall {
  url: string;
  secret: string;
  body: string;
  /** The id of the delivery, the same in each attempt. */
  id: number;
  now_s: number;
}

/** One signed POST to the agent's server. */
export async function callWebhook(call: WebhookCall, options: PostOptions): Promise<SendResult> {
  const headers = {
    "content-type": "application/json",
    "user-agent": "Cedibook-Webhook",
    "cedibook-delivery": String(call.id),
    "cedibook-signature": signature(call),
  };
  try {
    const { status, text } = await postPublic({ url: call.url, headers, body: call.body }, options);
    const answer = tidyAnswer(`${status} ${text}`);
    return { outcome: status >= 200 && status < 300 ? "sent" : "failed", answer };
  } catch (error) {
    return { outcome: "failed", answer: postFailure(error, "The server") };
  }
}

/** "t=SECONDS,v1=HEX": HMAC-SHA256 of "SECONDS.BODY" with the secret as key. */
function signature({ secret, body, now_s }: WebhookCall): string {
  return `t=${now_s},v1=${createHmac("sha256", secret).update(`${now_s}.${body}`).digest("hex")}`;
}
