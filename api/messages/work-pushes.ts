/** The job of one push notification: takes it, sends it to the browser's push service, and stores the result. */
import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { Secrets } from "../serve/secrets.ts";
import type { Endpoint } from "#contract/push.ts";
import { type Circuit, openCircuits, spacedPauses } from "./circuit.ts";
import { isAdminSql, waitingIn } from "./office-pushes.ts";
import { type Ages, enqueue, postpone, pushOutbox } from "./outbox.ts";
import type { PushKeys } from "./push-keys.ts";
import { openSubscription } from "./push-subscriptions.ts";
import { sendRow, type Taken } from "./send-row.ts";
import webPush from "web-push";
import { postFailure, type PostOptions, postPublic } from "./post-public.ts";
import { tidyAnswer, type SendResult } from "./send-result.ts";

export interface PushWork {
  pool: Pool;
  /** For reads. */
  db: Database;
  secrets: Secrets;
  log: Logger;
  keys: () => Promise<PushKeys>;
  subject: string;
  ages: Ages;
  allowPrivate: boolean;
}

interface DeliveryRow {
  topic: string;
  fresh_at: string;
}

interface Target {
  /** The subscription's id. */
  id: number;
  user: string;
  topic: string;
  /** Empty: it is written when it is sent. */
  body: string;
  /** False if it is for admins, and the user is no admin any more, or has turned it off. */
  is_theirs: boolean;
  sealed: string;
  public_key: string;
  /** False if the session has ended, or the user was banned or deleted. */
  is_wanted: boolean;
}

/**
 * How many users get their notifications at a time, and in how many places one of them: a part of the workers, and few for
 * one user, who may have subscribed a server of their own that never answers.
 */
const places_max = 8;
const places_of_user_max = 2;
const soon_ms = 1000;
/** After this time, another user gets the place. */
const turn_ms = 5000;

/** Besides the one of its job, it sends all notifications of the same user that are due. */
export function pushWorker(work: PushWork): (id: number) => Promise<void> {
  const { pool } = work;
  const send = pushSender(work);
  const pause_ms = spacedPauses(soon_ms);
  const places: string[] = [];
  return async (id) => {
    // Without a subscription the notification is gone too.
    const user = await ownerOf(pool, id);
    if (user === undefined) return;
    // It is sent from one of this user's places.
    if (places.filter((one) => one === user).length >= places_of_user_max) return;
    if (places.length >= places_max) return postpone(pool, pushOutbox, id, pause_ms());
    places.push(user);
    try {
      const ends_ms = performance.now() + turn_ms;
      for (let next: number | undefined = id; next !== undefined; next = await nextOf(pool, user)) {
        await send(next);
        if (performance.now() > ends_ms) break;
      }
    } finally {
      places.splice(places.indexOf(user), 1);
    }
    // Looked for after the place is free: a job before that may have found both places taken, and sent nothing.
    const left = await nextOf(pool, user);
    if (left !== undefined) await enqueue(pool, pushOutbox, [{ id: left }]);
  };
}

function pushSender(work: PushWork): (id: number) => Promise<void> {
  const { open_ms } = work.ages.patience;
  const circuitOf = openCircuits(open_ms);
  return async (id) => {
    const target = await targetOf(work.pool, id);
    if (!target) return;
    const keys = await work.keys();
    const subscription = subscriptionOf(work, target, keys);
    if (!subscription) return removeTarget(work.pool, target);
    const body = await bodyOf(work, target);
    if (body === undefined) return removeWaiting(work.pool, id);
    const circuit = circuitOf(new URL(subscription.endpoint).origin);
    await sendThrough(work, circuit, { id, target, subscription, keys, body });
  };
}

interface Sending {
  id: number;
  target: Target;
  subscription: Endpoint;
  keys: PushKeys;
  body: string;
}

/** Undefined if there is nothing to tell this user any more. */
async function bodyOf(
  { pool, db }: PushWork,
  { is_theirs, body, ...of }: Target,
): Promise<string | undefined> {
  if (!is_theirs) return undefined;
  if (body !== "") return body;
  const notification = await waitingIn(pool, db, of);
  return notification && JSON.stringify(notification);
}

async function removeWaiting(pool: Pool, id: number): Promise<void> {
  await pool.query({
    name: "remove_waiting_push",
    text: "delete from shop.push_delivery where id = $1 and state = 'waiting'",
    values: [id],
  });
}

async function sendThrough(work: PushWork, circuit: Circuit, sending: Sending): Promise<void> {
  const { pool, ages, log } = work;
  const { id, target } = sending;
  const made = await sendRow({ pool, circuit, ages }, pushOutbox, id, (row: Taken<DeliveryRow>) =>
    sendPush(work, row, sending),
  );
  if (made === undefined) return;
  const { outcome, isGone } = made.result;
  if (isGone) await removeTarget(pool, target);
  // Not the answer, which may contain the browser's address.
  else if (outcome !== "sent")
    log.warn({ push: id, outcome, attempts: made.row.attempts }, "a push notification was not sent");
}

function sendPush(
  { subject, ages, allowPrivate }: PushWork,
  { topic, fresh_at }: DeliveryRow,
  { subscription, keys, body }: Sending,
): Promise<PushResult> {
  const left_ms = Date.parse(fresh_at) + ages.age_ms_max - Date.now();
  const ttl_s = Math.max(0, Math.floor(left_ms / 1000));
  const { answer_ms } = ages.patience;
  return callPush({ subscription, keys, subject, body, topic, ttl_s }, { answer_ms, allowPrivate });
}

/** Undefined if the browser must get nothing any more, or cannot, because the shop's keys have changed. */
function subscriptionOf(
  { secrets }: PushWork,
  { is_wanted, public_key, sealed }: Target,
  { publicKey }: PushKeys,
): Endpoint | undefined {
  return is_wanted && public_key === publicKey ? openSubscription(secrets, sealed) : undefined;
}

/** A user can also be banned, or their session be ended, without the API. */
async function targetOf(pool: Pool, id: number): Promise<Target | undefined> {
  const { rows } = await pool.query<Target>({
    name: "push_target",
    text: `select s.id, s.sealed, s.public_key, s.user_id as user, d.topic, d.body,
             e.ended_at is null and a.status = 'Active' and not a.deleted as is_wanted,
             d.topic not like 'office-%' or ${isAdminSql} and (d.body <> '' or s.office) as is_theirs
           from shop.push_delivery d join shop.push_subscription s on s.id = d.subscription_id
           join shop.session e on e.id = s.session_id join ledger.account a on a.user_id = s.user_id
           where d.id = $1`,
    values: [id],
  });
  return rows[0];
}

async function ownerOf(pool: Pool, id: number): Promise<string | undefined> {
  const { rows } = await pool.query<{ user_id: string }>({
    name: "push_owner",
    text: `select s.user_id from shop.push_delivery d join shop.push_subscription s on s.id = d.subscription_id
           where d.id = $1`,
    values: [id],
  });
  return rows[0]?.user_id;
}

/** The user's oldest due notification. One that was lost with its process gets a job of its own from the sweep. */
async function nextOf(pool: Pool, user: string): Promise<number | undefined> {
  const { rows } = await pool.query<{ id: number }>({
    name: "next_push",
    text: `select d.id from shop.push_subscription s join shop.push_delivery d on d.subscription_id = s.id
           where s.user_id = $1 and d.state = 'waiting' and d.next_at <= now() order by d.id limit 1`,
    values: [user],
  });
  return rows[0]?.id;
}

async function removeTarget(pool: Pool, { id, sealed }: Target): Promise<void> {
  await pool.query({
    name: "remove_push_target",
    // Not one that its browser has renewed meanwhile.
    text: "delete from shop.push_subscription where id = $1 and sealed = $2",
    values: [id, sealed],
  });
}

interface PushCall {
  subscription: Endpoint;
  keys: PushKeys;
  /** How the push service can reach the shop: a mailto: or https: address. */
  subject: string;
  body: string;
  topic: string;
  /** How long the push service keeps it for a phone that is off. */
  ttl_s: number;
}

interface PushResult extends SendResult {
  /** The browser's user has withdrawn the permission, or the browser is gone. */
  isGone: boolean;
  /** How long the push service asks to wait. */
  wait_ms: number;
}

const goneStatuses = [404, 410];
/** The push service is busy or slow. Any other 4xx would be the same again. */
const passingStatuses = [408, 425, 429];

/** Encrypted for the browser (RFC 8291) and signed (VAPID, RFC 8292). */
async function callPush(call: PushCall, options: PostOptions): Promise<PushResult> {
  const request = requestOf(call);
  if (!request)
    return { outcome: "refused", answer: "The browser's keys are not valid", isGone: true, wait_ms: 0 };
  try {
    const { status, text, wait_ms } = await postPublic(request, options);
    const answer = tidyAnswer(`${status} ${text}`);
    return { outcome: outcomeOf(status), answer, isGone: goneStatuses.includes(status), wait_ms };
  } catch (error) {
    return { outcome: "failed", answer: postFailure(error, "The push service"), isGone: false, wait_ms: 0 };
  }
}

function outcomeOf(status: number): SendResult["outcome"] {
  if (status >= 200 && status < 300) return "sent";
  return status >= 400 && status < 500 && !passingStatuses.includes(status) ? "refused" : "failed";
}

/** Undefined if the browser's key is no point of the curve. */
function requestOf({ subscription, keys, subject, body, topic, ttl_s }: PushCall) {
  try {
    const {
      endpoint,
      headers,
      body: encrypted,
    } = webPush.generateRequestDetails(subscription, body, {
      vapidDetails: { subject, ...keys },
      contentEncoding: "aes128gcm",
      TTL: ttl_s,
      topic,
      // Phones deliver others only when they wake up anyway. Each of these is shown, and there are few.
      urgency: "high",
    });
    return { url: endpoint, headers, body: encrypted };
  } catch {
    return undefined;
  }
}
