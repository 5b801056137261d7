/** An agent's webhook and its deliveries, as the agent sees them. */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Pool } from "pg";
import type { Database } from "#ledger/tables/open-reads.ts";
import { countUpToMax, type Total } from "#ledger/tables/search.ts";
import type { DeliveryRecord } from "#contract/webhooks.ts";
import { sealText, type Secrets } from "../serve/secrets.ts";
import { inTransaction } from "./in-transaction.ts";
import type { Messages } from "./messages.ts";
import { enqueue, webhookOutbox } from "./outbox.ts";

export interface Webhook {
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
export async function setWebhook(
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
export async function removeWebhook(
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

export async function listDeliveries(
  db: Database,
  user: string,
  { cursor, limit }: { cursor?: number | undefined; limit: number },
): Promise<DeliveryRecord[]> {
  let query = db.selectFrom("shop.webhook_delivery").select(columns).where("user_id", "=", user);
  if (cursor !== undefined) query = query.where("id", "<", cursor);
  return (await query.orderBy("id", "desc").limit(limit).execute()) as DeliveryRecord[];
}

export function countDeliveries(db: Database, user: string): Promise<Total> {
  return countUpToMax(db, sql`select from shop.webhook_delivery where user_id = ${user}`);
}

export async function deliveryOf(
  db: Database,
  user: string,
  id: number,
): Promise<DeliveryRecord | undefined> {
  const row = await db
    .selectFrom("shop.webhook_delivery")
    .select(columns)
    .where("user_id", "=", user)
    .where("id", "=", id)
    .executeTakeFirst();
  return row as DeliveryRecord | undefined;
}
