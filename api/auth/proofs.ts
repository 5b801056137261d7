/**
 * Whether a user's phone and email are proved to be theirs, and the codes that prove it. A proof is for one number or
 * address: a trigger of the database removes it when they change.
 */
import { randomInt } from "node:crypto";
import type { PoolClient } from "pg";
import type { Database } from "#ledger/store/read/database.ts";
import type { SideWrite } from "#ledger/store/write/writer.ts";
import { limits } from "#ledger/terms/limits.ts";
import { serverLimits } from "#ledger/terms/server-limits.ts";
import type { ProofChannel } from "#ledger/terms/statuses.ts";
import { isSame, mac, type Secrets } from "./secrets.ts";

export interface Provable {
  /** The phone number or the email. */
  address: string;
  /** ISO 8601, UTC; null if it is not proved. */
  provedAt: string | null;
}

export type Proofs = Record<ProofChannel, Provable>;

/** Undefined if there is no such user. */
export async function readProofs(db: Database, user: string): Promise<Proofs | undefined> {
  const row = await db
    .selectFrom("shop.user")
    .select(["phone", "email", "phone_proved_at", "email_proved_at"])
    .where("id", "=", user)
    .where("deleted", "=", false)
    .executeTakeFirst();
  return (
    row && {
      phone: { address: row.phone, provedAt: row.phone_proved_at },
      email: { address: row.email, provedAt: row.email_proved_at },
    }
  );
}

/** What a code is for. */
export interface ProofOf {
  user: string;
  channel: ProofChannel;
  address: string;
}

export function newCode(): string {
  return String(randomInt(10 ** limits.proof_code_digits)).padStart(limits.proof_code_digits, "0");
}

/** Until when the last code works (ISO 8601), if it was sent a moment ago. */
export async function justSent(
  db: Pick<PoolClient, "query">,
  { user, channel, address }: ProofOf,
): Promise<string | undefined> {
  const { rows } = await db.query<{ expires_at: string }>(
    `select expires_at from shop.proof_code where user_id = $1 and channel = $2 and address = $3
       and expires_at > now() and sent_at > now() - make_interval(secs => $4)`,
    [user, channel, address, serverLimits.proof_code_pause_ms / 1000],
  );
  return rows[0]?.expires_at;
}

/** Stores the code in place of the one before it. Returns until when it works (ISO 8601). */
export async function keepCode(
  client: Pick<PoolClient, "query">,
  secrets: Secrets,
  of: ProofOf & { code: string; message: number },
): Promise<string> {
  const { user, channel, address, code, message } = of;
  const { rows } = await client.query<{ expires_at: string }>(
    `insert into shop.proof_code (user_id, channel, address, hash, expires_at, message_id)
     values ($1, $2, $3, $4, now() + make_interval(secs => $5), $6)
     on conflict (user_id, channel) do update set address = excluded.address, hash = excluded.hash, attempts = 0,
       sent_at = excluded.sent_at, expires_at = excluded.expires_at, message_id = excluded.message_id
     returning expires_at`,
    [user, channel, address, hashOf(secrets, of, code), limits.proof_code_ms / 1000, message],
  );
  const [row] = rows;
  if (!row) throw new Error("a code was not stored");
  return row.expires_at;
}

/**
 * What the code proves; undefined if it is wrong, has expired, was used, or was tried too often. An attempt counts before
 * it is compared, so that simultaneous ones count too. The code still works until the writes of its event are done.
 */
export async function checkCode(
  db: Database,
  secrets: Secrets,
  { user, channel, code }: { user: string; channel: ProofChannel; code: string },
): Promise<ProofOf | undefined> {
  const row = await db
    .updateTable("shop.proof_code as p")
    .from("shop.user as u")
    .set((eb) => ({ attempts: eb("p.attempts", "+", 1) }))
    .where("p.user_id", "=", user)
    .where("p.channel", "=", channel)
    .where("p.attempts", "<", limits.proof_code_attempts_max)
    .where("p.expires_at", ">", new Date().toISOString())
    .whereRef("u.id", "=", "p.user_id")
    .whereRef("p.address", "=", `u.${channel}`)
    .returning(["p.address", "p.hash"])
    .executeTakeFirst();
  if (!row) return undefined;
  const of = { user, channel, address: row.address };
  return isSame(row.hash, hashOf(secrets, of, code)) ? of : undefined;
}

/** The writes that belong to the event of a proof. They use up the code. */
export function provedWrites({ user, channel, address }: ProofOf): SideWrite[] {
  return [
    {
      text: `update shop."user" set ${channel}_proved_at = now() where id = $1 and ${channel} = $2`,
      values: [user, address],
    },
    { text: "delete from shop.proof_code where user_id = $1 and channel = $2", values: [user, channel] },
  ];
}

function hashOf(secrets: Secrets, { user, channel, address }: ProofOf, code: string): Buffer {
  return mac(secrets.proof, `${user} ${channel} ${address} ${code}`);
}
