/** The key pair that signs push notifications (VAPID, RFC 8292): the configured one, else one that the shop makes once. */
import type { Pool } from "pg";
import webPush from "web-push";
import { openIfOurs, sealText, type Secrets } from "../serve/secrets.ts";

export interface PushKeys {
  /** base64url, as browsers take it. */
  publicKey: string;
  privateKey: string;
}

/** How a push service can reach the shop. Apple's accepts neither localhost nor .invalid, but does not check the rest. */
export function pushSubject(publicUrl: string): string {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === "https:" && hostname !== "localhost" ? publicUrl : "mailto:shop@example.com";
}

/** Returns a function that reads the keys once and remembers them. */
export function openPushKeys(
  pool: Pool,
  secrets: Secrets,
  configured: PushKeys | undefined,
): () => Promise<PushKeys> {
  let known: Promise<PushKeys> | undefined;
  return () => {
    if (configured) return Promise.resolve(configured);
    known ??= readKeys(pool, secrets).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

async function readKeys(pool: Pool, secrets: Secrets): Promise<PushKeys> {
  const kept = await keptKeys(pool);
  const opened = kept && openKeys(secrets, kept);
  if (opened) return opened;
  const made = webPush.generateVAPIDKeys();
  // Keys that were sealed with another secret are replaced. Of several processes, the first one's keys stay.
  await pool.query(
    `insert into shop.push_key as k (public_key, private_key) values ($1, $2)
     on conflict (id) do update set public_key = excluded.public_key, private_key = excluded.private_key
     where k.private_key = $3`,
    [made.publicKey, sealText(secrets.sealing.push, made.privateKey), kept?.privateKey ?? ""],
  );
  const now = await keptKeys(pool);
  const keys = now && openKeys(secrets, now);
  if (!keys) throw new Error("the keys for push notifications are sealed with another process's secret");
  return keys;
}

async function keptKeys(pool: Pool): Promise<PushKeys | undefined> {
  const { rows } = await pool.query<PushKeys>(
    `select public_key as "publicKey", private_key as "privateKey" from shop.push_key`,
  );
  return rows[0];
}

function openKeys(secrets: Secrets, { publicKey, privateKey }: PushKeys): PushKeys | undefined {
  const opened = openIfOurs(secrets.sealing.push, privateKey);
  return opened === undefined ? undefined : { publicKey, privateKey: opened };
}
