/** An agent's webhook and its deliveries, as he sees them. */
import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import type { Database } from "#ledger/store/reads/database.ts";
import type { DeliveryState } from "#ledger/terms/statuses.ts";
import type { DeliveryRecord } from "../contract/webhooks.ts";
import { sealText, type Secrets } from "../secrets.ts";

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

/** Returns the new secret, which nobody is shown again. */
export async function setWebhook(
  pool: Pool,
  secrets: Secrets,
  user: string,
  url: string,
): Promise<{ secret: string }> {
  const secret = `whsec_${randomBytes(32).toString("base64url")}`;
  await pool.query(
    `insert into shop.webhook (user_id, url, secret) values ($1, $2, $3)
     on conflict (user_id) do update set url = excluded.url, secret = excluded.secret, created_at = now()`,
    [user, url, sealText(secrets.webhook, secret)],
  );
  return { secret };
}

export async function removeWebhook(db: Database, user: string): Promise<void> {
  await db.deleteFrom("shop.webhook").where("user_id", "=", user).execute();
}

export interface DeliveryView {
  id: number;
  event: string;
  body: string;
  state: DeliveryState;
  attempts: number;
  answer: string;
  created_at: string;
  next_at: string | null;
  settled_at: string | null;
}

const columns = [
  "id",
  "event",
  "body",
  "state",
  "attempts",
  "answer",
  "created_at",
  "next_at",
  "settled_at",
] as const;

export async function listDeliveries(
  db: Database,
  user: string,
  { cursor, limit }: { cursor?: number | undefined; limit: number },
): Promise<DeliveryView[]> {
  let query = db.selectFrom("shop.webhook_delivery").select(columns).where("user_id", "=", user);
  if (cursor !== undefined) query = query.where("id", "<", cursor);
  return (await query.orderBy("id", "desc").limit(limit).execute()) as DeliveryView[];
}

export async function countDeliveries(db: Database, user: string, max: number): Promise<number> {
  const { count } = await db
    .selectFrom(
      db.selectFrom("shop.webhook_delivery").select("id").where("user_id", "=", user).limit(max).as("d"),
    )
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function deliveryOf(db: Database, user: string, id: number): Promise<DeliveryView | undefined> {
  const row = await db
    .selectFrom("shop.webhook_delivery")
    .select(columns)
    .where("user_id", "=", user)
    .where("id", "=", id)
    .executeTakeFirst();
  return row as DeliveryView | undefined;
}

export function deliveryRecordOf(view: DeliveryView): DeliveryRecord {
  return {
    _id: String(view.id),
    event: view.event,
    body: view.body,
    state: view.state,
    attempts: view.attempts,
    answer: view.answer,
    createdAt: view.created_at,
    nextAt: view.next_at,
    settledAt: view.settled_at,
  };
}
