/** Everything that the shop sends: SMS, password reset emails, webhooks, push notifications. One instance per process. */
import type { TaskList } from "graphile-worker";
import type { Pool, PoolClient, QueryConfig } from "pg";
import type { Logger } from "pino";
import { z } from "zod";
import type { LedgerEvent } from "#ledger/core/events.ts";
import { createPool, plannedOnce } from "#ledger/connect/connect.ts";
import { withUsualSettings } from "#ledger/connect/database-url.ts";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { SupplierName } from "#contract/terms/fulfilment.ts";
import { serverLimits } from "#contract/terms/server-limits.ts";
import type { SendPasswordReset } from "./options.ts";
import type { ProofOf } from "../auth/proofs.ts";
import type { Door } from "../serve/door.ts";
import type { Secrets } from "../serve/secrets.ts";
import { type Circuit, openCircuit } from "./circuit.ts";
import { composeGuestMessages, guestEvents } from "./compose-guests.ts";
import { composeMessages, notifiableEvents } from "./compose.ts";
import { pushEvents, storePushes } from "./compose-pushes.ts";
import { storeDeliveries, webhookEvents } from "./compose-webhooks.ts";
import { MessageFollower } from "./follow-messages.ts";
import { GatewayHealth } from "./gateway-health.ts";
import { freeLostJobs, startJobs } from "./jobs.ts";
import { readMessageSettings } from "./message-settings.ts";
import { type Low, tellLow } from "./low-notices.ts";
import { type MessageOptions, type MessagePatience, usualPatience } from "./options.ts";
import {
  type Ages,
  mailOutbox,
  type Outbox,
  purge,
  pushOutbox,
  smsOutbox,
  sweep,
  webhookOutbox,
} from "./outbox.ts";
import { openPushKeys, type PushKeys, pushSubject } from "./push-keys.ts";
import { purgeSubscriptions } from "./push-subscriptions.ts";
import { type Mailer, openMailer } from "./send-mail.ts";
import { storeMessages } from "./store-messages.ts";
import { type MailWork, workMail } from "./work-mail.ts";
import { askForReset, askForResetCode, beginCode, beginReset } from "./resets.ts";
import { officePushEvents, storeOfficePushes, storePaymentPushes } from "./office-pushes.ts";
import { type Configured, paymentMessages, type Telling, tellRedBooks, tellUser } from "./notices.ts";
import { rightsEvents, tellFirstUse, tellRights } from "./rights-notices.ts";
import { sendProofCode } from "./proof-codes.ts";
import { pushWorker } from "./work-pushes.ts";
import { webhookWorker } from "./work-webhooks.ts";
import { workSms } from "./work-sms.ts";

export interface Messages {
  /** Its own pool, with a connection for the listener of the job queue. */
  pool: Pool;
  hasGateway: boolean;
  /** Also if the demo shop shows links in its terminal. */
  hasMail: boolean;
  /** Where users can be told something. */
  configured: Configured;
  /** Whether they can be told anything at all. */
  canTell: boolean;
  allowPrivateAddresses: boolean;
  /** How long an agent's server may take. */
  answer_ms: number;
  /** The keys that browsers subscribe with. They are made when they are first needed. */
  pushKeys: () => Promise<PushKeys>;
  /** How many messages and deliveries are waiting; undefined if the database does not answer. */
  waiting: () => Promise<number | undefined>;
  /** Tells it that the log may have new events. */
  wake(): void;
  /** Accepts any address, known or not. False if no mail server is configured. */
  askForReset(email: string): Promise<boolean>;
  /** Accepts any phone number, known or not. False if no SMS gateway is configured. */
  askForResetCode(phone: string): Promise<boolean>;
  /** Sends a code that proves a phone or email. Returns until when the last code works (ISO 8601). */
  sendProofCode(of: ProofOf): Promise<string>;
  /** Tells every admin that the books do not balance, once for each time. */
  tellRedBooks(): Promise<void>;
  /** Tells every admin what runs low at a supplier, once until it is not low any more. */
  tellLow(supplier: SupplierName, low: readonly Low[]): Promise<void>;
  /** Tells every admin that this one uses their rights after a change of how they sign in, once for each change. */
  tellFirstUse(user: string): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** What it takes to tell people something. */
export interface Messaging extends Door {
  messages: Messages;
}

export interface MessagesNeeds {
  databaseUrl: string;
  /** For reads. */
  db: Database;
  secrets: Secrets;
  shopName: string;
  publicUrl: string;
  log: Logger;
  messages?: MessageOptions | undefined;
  /** Replaces a mail server. */
  sendPasswordReset?: SendPasswordReset | undefined;
}

const pool_max = 8;

const followedEvents = [
  ...new Set([
    ...notifiableEvents,
    ...guestEvents,
    ...webhookEvents,
    ...pushEvents,
    ...officePushEvents,
    "payment_details_changed",
    ...rightsEvents,
  ]),
];

export function openMessages(needs: MessagesNeeds): Messages {
  const { databaseUrl, secrets, log, messages: options = {} } = needs;
  const pool = createPool(withUsualSettings(databaseUrl, plannedOnce), pool_max);
  const onLost = () => {
    // A pool that ends does not wait for its connections, and the database may stop before they are closed.
    if (!pool.ending) log.warn("a connection for messages was lost");
  };
  pool.on("error", onLost);
  // The job queue keeps one connection for itself, whose errors no pool handles.
  pool.on("connect", (client) => client.on("error", onLost));
  const patience = { ...usualPatience, ...options.patience };
  const ages: Ages = { age_ms_max: options.age_ms_max ?? serverLimits.message_age_ms_max, patience };
  const pushKeys = openPushKeys(pool, secrets, options.pushKeys);
  const mail = mailWork(needs, pool, ages);
  const telling = tellingOf(needs);
  const { configured } = telling;
  const follower = new MessageFollower({
    pool,
    types: followedEvents,
    onEvents: (client, events) => write(needs, telling, patience, client, events),
    onError: (error) => log.warn({ err: error }, "following the log for messages failed and will be retried"),
    poll_ms: patience.poll_ms,
  });
  let jobs: { close(): Promise<void> } | undefined;
  let sweeping: NodeJS.Timeout | undefined;
  return {
    pool,
    hasGateway: configured.sms,
    hasMail: mail !== undefined,
    configured,
    canTell: configured.sms || configured.email,
    allowPrivateAddresses: options.allowPrivateAddresses ?? false,
    answer_ms: patience.answer_ms,
    pushKeys,
    waiting: () => countWaiting(pool).catch(() => undefined),
    wake: () => {
      if (!options.isOff) follower.wake();
    },
    async askForReset(email) {
      if (mail) await askForReset(pool, secrets, email);
      return mail !== undefined;
    },
    async askForResetCode(phone) {
      if (configured.sms) await askForResetCode(pool, secrets, phone);
      return configured.sms;
    },
    sendProofCode: (of) => sendProofCode(pool, telling, of),
    tellRedBooks: () => tellRedBooks(pool, telling),
    tellLow: (supplier, low) => tellLow(pool, telling, supplier, low),
    tellFirstUse: (user) => tellFirstUse(pool, telling, user),
    async start() {
      if (options.isOff) return;
      const tasks = taskList(needs, pool, ages, { mail: mail?.work, telling, pushKeys });
      jobs = await startJobs(pool, tasks, log, patience.poll_ms);
      follower.start();
      const swept = [
        webhookOutbox,
        pushOutbox,
        ...(options.sms ? [smsOutbox] : []),
        ...(mail ? [mailOutbox] : []),
      ];
      sweeping = setInterval(() => void sweepAll(pool, swept, ages, log), patience.sweep_ms);
    },
    async close() {
      clearInterval(sweeping);
      await follower.close();
      await jobs?.close();
      mail?.mailer?.close();
      await pool.end();
    },
  };
}

async function countWaiting(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ count: number }>({
    text: `select (select count(*) from shop.message where state in ('waiting', 'sending'))
             + (select count(*) from shop.webhook_delivery where state in ('waiting', 'sending'))
             + (select count(*) from shop.push_delivery where state in ('waiting', 'sending')) as count`,
    // A database that hangs counts as unavailable.
    query_timeout: 2000,
  } as QueryConfig);
  return rows[0]?.count;
}

function tellingOf({ secrets, shopName, messages: options = {} }: MessagesNeeds): Telling {
  const configured = { sms: options.sms !== undefined, email: options.mail !== undefined };
  return { secrets, shopName, configured };
}

async function write(
  { db, secrets, shopName, publicUrl }: MessagesNeeds,
  telling: Telling,
  patience: MessagePatience,
  client: PoolClient,
  events: LedgerEvent[],
): Promise<void> {
  const settings = await readMessageSettings(db);
  const composing = { db, secrets, shopName, settings, publicUrl };
  const messages = await composeMessages(composing, events);
  messages.push(...(await composeGuestMessages(composing, events)));
  messages.push(...(await paymentMessages(client, telling, events)));
  await storeMessages(client, messages, { hasGateway: telling.configured.sms });
  await storeDeliveries(client, db, events);
  await storePushes(client, db, events);
  await storeOfficePushes(client, events, patience);
  await storePaymentPushes(client, events);
  await tellRights(client, telling, events);
}

const aboutRow = z.object({ id: z.int() });
const aboutUser = z.object({ user_id: z.string() });
const aboutAddress = z.object({ email: z.string() });
const aboutPhone = z.object({ phone: z.string() });

/** A process without a gateway leaves jobs that need one to processes that have it. */
function taskList(
  { db, secrets, log, publicUrl, messages: options = {} }: MessagesNeeds,
  pool: Pool,
  ages: Ages,
  {
    mail,
    telling,
    pushKeys,
  }: { mail: MailWork | undefined; telling: Telling; pushKeys: () => Promise<PushKeys> },
): TaskList {
  const tasks: TaskList = {};
  const { sms: gateway, allowPrivateAddresses: allowPrivate = false } = options;
  if (gateway) {
    const circuit: Circuit = openCircuit(ages.patience.open_ms);
    const work = { pool, secrets, log, gateway, circuit, health: new GatewayHealth(pool), ages };
    tasks["send_sms"] = (payload) => workSms(work, aboutRow.parse(payload).id);
    tasks["begin_code"] = (payload) => beginCode(pool, telling, aboutPhone.parse(payload).phone);
  }
  if (mail) {
    tasks["begin_reset"] = (payload) => beginReset(mail, aboutAddress.parse(payload).email);
    tasks["send_mail"] = (payload) => workMail(mail, aboutRow.parse(payload).id);
  }
  if (telling.configured.sms || telling.configured.email)
    tasks["tell_user"] = (payload) => tellUser(pool, telling, aboutRow.parse(payload).id);
  const deliver = webhookWorker({ pool, secrets, ages, allowPrivate });
  tasks["deliver_webhook"] = (payload) => deliver(aboutUser.parse(payload).user_id);
  const push = pushWorker({
    pool,
    db,
    secrets,
    log,
    keys: pushKeys,
    subject: options.pushSubject ?? pushSubject(publicUrl),
    ages: { ...ages, age_ms_max: serverLimits.push_age_ms_max },
    allowPrivate,
  });
  tasks["send_push"] = (payload) => push(aboutRow.parse(payload).id);
  return tasks;
}

/** Undefined if no mail can be sent. */
function mailWork(
  { db, secrets, publicUrl, shopName, messages: options = {}, sendPasswordReset }: MessagesNeeds,
  pool: Pool,
  ages: Ages,
): { work: MailWork; mailer: Mailer | undefined } | undefined {
  const circuit = openCircuit(ages.patience.open_ms);
  const common = { pool, db, secrets, shopName, publicUrl, circuit, health: new GatewayHealth(pool), ages };
  if (options.mail) {
    const mailer = openMailer(options.mail, ages.patience.answer_ms);
    return { mailer, work: { ...common, transport: mailer } };
  }
  if (!sendPasswordReset) return undefined;
  return { mailer: undefined, work: { ...common, transport: { showReset: sendPasswordReset } } };
}

async function sweepAll(pool: Pool, outboxes: Outbox[], ages: Ages, log: Logger): Promise<void> {
  try {
    for (const outbox of outboxes) await sweep(pool, outbox, ages);
    await freeLostJobs(pool);
    await purge(pool, "shop.message", serverLimits.message_kept_ms);
    await purge(pool, "shop.webhook_delivery", serverLimits.delivery_kept_ms);
    await purge(pool, "shop.push_delivery", serverLimits.push_kept_ms);
    await purgeSubscriptions(pool, serverLimits.push_subscription_kept_ms);
  } catch (error) {
    log.warn({ err: error }, "the search for lost and expired messages failed");
  }
}
