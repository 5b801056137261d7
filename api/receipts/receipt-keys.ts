/** The key that signs receipts: the configured one, else one that the shop makes. One at a time, and all are remembered. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { sql } from "kysely";
import type { ReceiptKeys } from "#contract/receipts.ts";
import type { Database } from "#ledger/tables/open-reads.ts";
import { ApiError } from "../serve/errors.ts";
import { openIfOurs, sealText, type Secrets } from "../serve/secrets.ts";

export interface SigningKey {
  privateKey: KeyObject;
  publicKey: string;
  /** Now, by the clock that says from when until when keys sign, in whole seconds. */
  at: string;
}

/** What a private key in PKCS #8 begins with (RFC 8410). The 32 bytes of the key follow. */
const header = Buffer.from("302e020100300506032b657004220420", "hex");

/** `seed`: 32 bytes in base64 or base64url. */
function keyOf(seed: string): KeyObject {
  return createPrivateKey({
    key: Buffer.concat([header, Buffer.from(seed, "base64url")]),
    format: "der",
    type: "pkcs8",
  });
}

export function publicHalf(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ format: "jwk" }).x!;
}

interface Signing {
  db: Database;
  secrets: Secrets;
  /** RECEIPT_KEY. */
  receiptKey: string | undefined;
}

/** @throws ApiError 503 if the configured key was replaced by another process's */
export async function signingKey({ db, secrets, receiptKey }: Signing): Promise<SigningKey> {
  if (receiptKey !== undefined) {
    const privateKey = keyOf(receiptKey);
    const publicKey = publicHalf(privateKey);
    const at = (await liveAt(db, publicKey)) ?? (await addKey(db, publicKey, null));
    if (at !== undefined) return { privateKey, publicKey, at };
    throw new ApiError("unavailable", "The shop's key for receipts was replaced. Please try again later.");
  }
  const kept = await keptKey(db, secrets);
  if (kept) return kept;
  const { privateKey } = generateKeyPairSync("ed25519");
  const seed = privateKey.export({ format: "jwk" }).d!;
  await addKey(db, publicHalf(privateKey), sealText(secrets.sealing.receipt, seed));
  // Of several processes, the first one's key stays.
  const made = await keptKey(db, secrets);
  if (!made) throw new Error("the key for receipts is sealed with another process's secret");
  return made;
}

const now = sql<string>`date_trunc('second', now())`;

async function liveAt(db: Database, publicKey: string): Promise<string | undefined> {
  const { rows } = await sql<{ at: string }>`
    select ${now} as at from shop.receipt_key where public_key = ${publicKey} and retired_at is null`.execute(
    db,
  );
  return rows[0]?.at;
}

async function keptKey(db: Database, secrets: Secrets): Promise<SigningKey | undefined> {
  const { rows } = await sql<{ publicKey: string; sealed: string; at: string }>`
    select public_key as "publicKey", private_key as sealed, ${now} as at
    from shop.receipt_key where retired_at is null and private_key is not null`.execute(db);
  const [row] = rows;
  const seed = row && openIfOurs(secrets.sealing.receipt, row.sealed);
  return row && seed !== undefined
    ? { privateKey: keyOf(seed), publicKey: row.publicKey, at: row.at }
    : undefined;
}

/** Retires the key before it. Undefined if the new one was known already: a retired key never signs again. */
async function addKey(db: Database, publicKey: string, sealed: string | null): Promise<string | undefined> {
  const { rows } = await sql<{ at: string }>`
    with retired as (
      update shop.receipt_key set retired_at = now(), private_key = null
      where retired_at is null and not exists (select from shop.receipt_key where public_key = ${publicKey})
      returning 1
    )
    -- Counted, so that the other key is retired before.
    insert into shop.receipt_key (public_key, private_key)
    select ${publicKey}, ${sealed} from (select count(*) from retired) r
    on conflict do nothing returning made_at as at`.execute(db);
  return rows[0]?.at;
}

/** Makes the shop sign the next receipt with a new key of its own. */
export async function retireKey(db: Database): Promise<void> {
  await sql`update shop.receipt_key set retired_at = now(), private_key = null where retired_at is null`.execute(
    db,
  );
}

export async function receiptKeysOf(db: Database): Promise<ReceiptKeys> {
  const { rows } = await sql<ReceiptKeys[number]>`
    select public_key as key, made_at as "from", retired_at as until from shop.receipt_key order by retired_at nulls last
  `.execute(db);
  return rows;
}
