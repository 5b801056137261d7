/** An agent's webhook: the agent sets it, sees its deliveries and can replay them. */
import { mayHaveApiKey } from "#contract/terms/statuses.ts";
import type { Principal } from "../serve/principals.ts";
import type { Messages, Messaging } from "./messages.ts";
import { operations } from "#contract/operations.ts";
import { ApiError, refused } from "../serve/errors.ts";
import { answerPage } from "../serve/list-answer.ts";
import { addressProblem } from "./public-address.ts";
import { enqueue, resend, webhookOutbox } from "./outbox.ts";
import type { Serve } from "../serve/serve.ts";
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Pool } from "pg";
import type { Database } from "#ledger/tables/open-reads.ts";
import { countUpToMax, type Total } from "#ledger/tables/search.ts";
import type { DeliveryRecord } from "#contract/webhooks.ts";
import { sealText, type Secrets } from "../serve/secrets.ts";
import { inTransaction } from "./in-transaction.ts";

const none = { url: "", createdAt: null, secret: null };

export function webhookRoutes(shop: Messaging, serve: Serve): void {
  const { db, messages, secrets } = shop;

  serve(operations.readWebhook, async (c) => {
    const webhook = await readWebhook(db, agent(c.get("principal")));
    return webhook ? { url: webhook.url, createdAt: webhook.created_at, secret: null } : none;
  });

  serve(operations.setWebhook, async (c, { body: { url } }) => {
    const user = agent(c.get("principal"));
    await requireReachable(shop, url);
    const { secret } = await setWebhook(messages, secrets, user, url);
    const webhook = await readWebhook(db, user);
    return { url, createdAt: webhook?.created_at ?? null, secret };
  });

  serve(operations.removeWebhook, async (c) => {
    await removeWebhook(messages, agent(c.get("principal")));
    return none;
  });

  serve(operations.listDeliveries, async (c, { query }) => {
    const user = agent(c.get("principal"));
    return answerPage(
      {
        read: (of) => listDeliveries(db, user, of),
        total: () => countDeliveries(db, user),
        cursorOf: ({ _id }) => Number(_id),
        toRecord: (record) => record,
      },
      query,
    );
  });

  serve(operations.replayDelivery, async (c, { params: { id } }) => {
    const user = agent(c.get("principal"));
    if (!(await deliveryOf(db, user, id))) throw new ApiError("not_found", "There is no such delivery");
    const done = await resend(messages.pool, webhookOutbox, id);
    const now = await deliveryOf(db, user, id);
    if (!now) throw new ApiError("not_found", "There is no such delivery");
    if (!done)
      throw new ApiError("message_state", "This delivery is already being sent", { status: now.state });
    return now;
  });
}

function agent({ user, level }: Principal): string {
  if (!mayHaveApiKey(level)) throw refused({ code: "agents_only" });
  return user;
}

async function requireReachable({ messages }: Messaging, url: string): Promise<void> {
  const problem = await addressProblem(url, messages.allowPrivateAddresses);
  if (problem !== undefined) throw new ApiError("input_invalid", problem, { fields: { url: problem } });
}

interface Webhook {
  url: string;
  created_at: string;
}

export async function readWebhook(db: Database, user: string): Promise<Webhook | undefined> {
  return db
    .selectFrom("shop.webhook")
    .select(["url", "created_at"])
    .where("user_id", "=", user)
    .executeTakeFirst();
}

/**
 * Returns the new secret, which is never shown again, once nothing is being sent to the old address. Waiting deliveries are
 * due at once, because the new address has not failed yet and must get them in order.
 */
async function setWebhook(
  { pool, answer_ms }: Pick<Messages, "pool" | "answer_ms">,
  secrets: Secrets,
  user: string,
  url: string,
): Promise<{ secret: string }> {
  const secret = `whsec_${randomBytes(32).toString("base64url")}`;
  await inTransaction(pool, async (client) => {
    await client.query(
      `insert into shop.webhook (user_id, url, secret) values ($1, $2, $3)
       on conflict (user_id) do update set url = excluded.url, secret = excluded.secret, created_at = now()`,
      [user, url, sealText(secrets.sealing.webhook, secret)],
    );
    // A separate statement, because it must see changes that the first one may have waited for.
    const { rowCount } = await client.query(
      "update shop.webhook_delivery set next_at = now() where user_id = $1 and state = 'waiting'",
      [user],
    );
    if (rowCount !== 0) await enqueue(client, webhookOutbox, [{ user_id: user }]);
  });
  await untilArrived(pool, user, answer_ms);
  return { secret };
}

/** Returns once nothing is being sent to the address. Waiting deliveries are cancelled. */
async function removeWebhook(
  { pool, answer_ms }: Pick<Messages, "pool" | "answer_ms">,
  user: string,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query("delete from shop.webhook where user_id = $1", [user]);
    await client.query(
      `update shop.webhook_delivery set state = 'cancelled', settled_at = now(), next_at = null,
         answer = 'There is no webhook any more'
       where user_id = $1 and state = 'waiting'`,
      [user],
    );
  });
  await untilArrived(pool, user, answer_ms);
}

const look_ms = 25;
/** Added to the time of an answer, for the work before the call. */
const slack_ms = 2000;

/** A delivery that was taken before now, in any process, may still go to the old address. */
async function untilArrived(pool: Pool, user: string, answer_ms: number): Promise<void> {
  const { rows } = await pool.query<{ now: string }>("select clock_timestamp() as now");
  for (;;) {
    const { rowCount } = await pool.query(
      `select from shop.webhook_delivery where user_id = $1 and state = 'sending' and started_at <= $2
         and started_at > clock_timestamp() - make_interval(secs => $3) limit 1`,
      [user, rows[0]?.now, (answer_ms + slack_ms) / 1000],
    );
    if (rowCount === 0) return;
    await sleep(look_ms);
  }
}

/** Those of a record. */
const columns = [
  sql<string>`id::text`.as("_id"),
  "event",
  "body",
  "state",
  "attempts",
  "answer",
  "created_at as createdAt",
  "next_at as nextAt",
  "settled_at as settledAt",
] as const;

async function listDeliveries(
  db: Database,
  user: string,
  { cursor, limit }: { cursor?: number | undefined; limit: number },
): Promise<DeliveryRecord[]> {
  let query = db.selectFrom("shop.webhook_delivery").select(columns).where("user_id", "=", user);
  if (cursor !== undefined) query = query.where("id", "<", cursor);
  return (await query.orderBy("id", "desc").limit(limit).execute()) as DeliveryRecord[];
}

function countDeliveries(db: Database, user: string): Promise<Total> {
  return countUpToMax(db, sql`select from shop.webhook_delivery where user_id = ${user}`);
}

async function deliveryOf(db: Database, user: string, id: number): Promise<DeliveryRecord | undefined> {
  const row = await db
    .selectFrom("shop.webhook_delivery")
    .select(columns)
    .where("user_id", "=", user)
    .where("id", "=", id)
    .executeTakeFirst();
  return row as DeliveryRecord | undefined;
}
