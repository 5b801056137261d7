/** The browsers that get a user's push notifications. Their addresses and keys are kept sealed. */
import { hash } from "node:crypto";
import type { Pool } from "pg";
import { limits } from "#contract/terms/limits.ts";
import type { Endpoint, SubscribeBody } from "#contract/push.ts";
import { openIfOurs, sealText, type Secrets } from "../serve/secrets.ts";
import { inTransaction } from "./in-transaction.ts";

export interface NewSubscription extends SubscribeBody {
  user: string;
  session: string;
  /** The shop's key that the browser subscribed with. */
  publicKey: string;
}

/**
 * Adds a subscription or renews it. Several users of one browser share its subscription: it belongs to the last one who
 * subscribed. Without the keys, which only the browser and its user's session know, nobody can take it from them.
 */
export async function addSubscription(
  pool: Pool,
  secrets: Secrets,
  { user, session, publicKey, endpoint, keys, office }: NewSubscription,
): Promise<"added" | "another's" | "session ended"> {
  const endpointHash = hashOf(endpoint);
  const keysHash = hashOf(`${keys.p256dh} ${keys.auth}`);
  const sealed = sealText(secrets.sealing.push, JSON.stringify({ endpoint, keys } satisfies Endpoint));
  return inTransaction(pool, async (client) => {
    // One browser of a user at a time, so that the limit holds, and one user of a browser. Their rows are not locked for
    // this, because whoever ends sessions locks those in another order.
    for (const one of [user, endpointHash.toString("hex")])
      await client.query("select pg_advisory_xact_lock(hashtextextended('push ' || $1, 0))", [one]);
    // Locked, so that the session either ends after this, and takes the subscription with it, or has ended before.
    const { rowCount } = await client.query(
      "select from shop.session where id = $1 and ended_at is null for share",
      [session],
    );
    if (rowCount === 0) return "session ended";
    // Notifications for the previous user are deleted too.
    await client.query(
      "delete from shop.push_subscription where endpoint_hash = $1 and keys_hash = $2 and user_id <> $3",
      [endpointHash, keysHash, user],
    );
    const added = await client.query(
      `insert into shop.push_subscription as s (user_id, session_id, endpoint_hash, keys_hash, sealed, public_key, office)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (endpoint_hash) do update set session_id = excluded.session_id, keys_hash = excluded.keys_hash,
         sealed = excluded.sealed, public_key = excluded.public_key, office = excluded.office,
         renewed_at = now()
       where s.user_id = excluded.user_id`,
      [user, session, endpointHash, keysHash, sealed, publicKey, office],
    );
    if (added.rowCount === 0) return "another's";
    await client.query(
      `delete from shop.push_subscription where user_id = $1 and id not in (
         select id from shop.push_subscription where user_id = $1 order by renewed_at desc, id desc limit $2)`,
      [user, limits.push_subscriptions_max],
    );
    return "added";
  });
}

export async function removeSubscription(pool: Pool, user: string, endpoint: string): Promise<void> {
  await pool.query("delete from shop.push_subscription where user_id = $1 and endpoint_hash = $2", [
    user,
    hashOf(endpoint),
  ]);
}

/** Deletes subscriptions that were not renewed for long. */
export async function purgeSubscriptions(pool: Pool, kept_ms: number): Promise<void> {
  await pool.query({
    name: "purge_push_subscriptions",
    text: "delete from shop.push_subscription where renewed_at < now() - make_interval(secs => $1)",
    values: [kept_ms / 1000],
  });
}

/** Undefined if it was sealed with another secret. */
export function openSubscription(secrets: Secrets, sealed: string): Endpoint | undefined {
  const opened = openIfOurs(secrets.sealing.push, sealed);
  return opened === undefined ? undefined : (JSON.parse(opened) as Endpoint);
}

function hashOf(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
