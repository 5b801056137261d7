/**
 * Whether a user's phone and email are proved to be theirs, and the codes that prove it. A proof is for one number or
 * address: a trigger of the database removes it when they change.
 */
import { randomInt } from "node:crypto";
import type { PoolClient } from "pg";
import { sql } from "kysely";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { SideWrite } from "#ledger/log/writer.ts";
import { limits } from "#contract/terms/limits.ts";
import { serverLimits } from "#contract/terms/server-limits.ts";
import type { ProofChannel } from "#contract/terms/statuses.ts";
import { ApiError } from "../serve/errors.ts";
import { isSame, mac, type Secrets } from "../serve/secrets.ts";

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

/** How codes for a new password reach a user: by SMS, or read out by support. */
export const resetChannels = ["reset", "support"] as const;

/** A user has one code of each at a time. */
export type CodeChannel = ProofChannel | (typeof resetChannels)[number];

/** What a code is for. */
export interface ProofOf {
  user: string;
  channel: CodeChannel;
  /** The email, or the phone number of the account. It must still be the user's when the code is used. */
  address: string;
}

export function newCode(): string {
  return codeText(randomInt(10 ** limits.proof_code_digits));
}

/** The same code for the same request, so that a retry of it can show the code again. */
export function codeOfRequest(secrets: Secrets, user: string, key: string): string {
  const number = mac(secrets.proof, `support ${user} ${key}`).readUIntBE(0, 6);
  return codeText(number % 10 ** limits.proof_code_digits);
}

function codeText(number: number): string {
  return String(number).padStart(limits.proof_code_digits, "0");
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
  const { text, values } = keepCodeWrite(secrets, of);
  const { rows } = await client.query<{ expires_at: string }>(text, values);
  const [row] = rows;
  if (!row) throw new Error("a code was not stored");
  return row.expires_at;
}

/** `message`: which carries the code, if one does. */
export function keepCodeWrite(secrets: Secrets, of: ProofOf & { code: string; message?: number }): SideWrite {
  const { user, channel, address, code, message = null } = of;
  return {
    text: `insert into shop.proof_code (user_id, channel, address, hash, expires_at, message_id)
     values ($1, $2, $3, $4, now() + make_interval(secs => $5), $6)
     on conflict (user_id, channel) do update set address = excluded.address, hash = excluded.hash, attempts = 0,
       sent_at = excluded.sent_at, expires_at = excluded.expires_at, message_id = excluded.message_id
     returning expires_at`,
    values: [user, channel, address, codeHash(secrets, of, code), limits.proof_code_ms / 1000, message],
  };
}

/** Until when this very code works (ISO 8601); undefined if it does not, or no longer. */
export async function codeExpiry(
  db: Database,
  secrets: Secrets,
  of: ProofOf,
  code: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("shop.proof_code")
    .select("expires_at")
    .where("user_id", "=", of.user)
    .where("channel", "=", of.channel)
    .where("hash", "=", codeHash(secrets, of, code))
    .where("expires_at", ">", new Date().toISOString())
    .executeTakeFirst();
  return row?.expires_at;
}

/**
 * What the code proves; undefined if it is wrong, has expired, was used, or was tried too often. An attempt counts before
 * it is compared, so that simultaneous ones count too. The code still works until the writes of its event are done.
 */
export async function checkCode(
  db: Database,
  secrets: Secrets,
  { user, channels, code }: { user: string; channels: readonly CodeChannel[]; code: string },
): Promise<ProofOf | undefined> {
  const { rows } = await sql<{ channel: CodeChannel; address: string; hash: Buffer }>`
    update shop.proof_code p set attempts = p.attempts + 1
    from shop."user" u
    where p.user_id = ${user} and p.channel = any (${channels}) and p.attempts < ${limits.proof_code_attempts_max}
      and p.expires_at > now() and u.id = p.user_id
      and p.address = case p.channel when 'email' then u.email else u.phone end
    returning p.channel, p.address, p.hash`.execute(db);
  return rows
    .map(({ channel, address, hash }) => ({ of: { user, channel, address }, hash }))
    .find(({ of, hash }) => isSame(hash, codeHash(secrets, of, code)))?.of;
}

/** Whose address a code proves. One that support has read out proves none. */
const proves: Record<CodeChannel, ProofChannel | undefined> = {
  phone: "phone",
  email: "email",
  reset: "phone",
  support: undefined,
};

/** The writes that belong to the event of a proof. They use up the code. */
export function provedWrites({ user, channel, address }: ProofOf): SideWrite[] {
  const proved = proves[channel];
  const used = {
    text: "delete from shop.proof_code where user_id = $1 and channel = $2",
    values: [user, channel],
  };
  if (proved === undefined) return [used];
  return [
    {
      text: `update shop."user" set ${proved}_proved_at = now() where id = $1 and ${proved} = $2`,
      values: [user, address],
    },
    used,
  ];
}

export function codeHash(secrets: Secrets, { user, channel, address }: ProofOf, code: string): Buffer {
  return mac(secrets.proof, `${user} ${channel} ${address} ${code}`);
}

export function codeWrong(): ApiError {
  const message = "This code is wrong or no longer valid. Check it, or ask for a new one.";
  return new ApiError("proof_code_wrong", message, { fields: { code: message } });
}
