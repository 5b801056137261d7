/**
 * Password resets by mail. Every request makes the same job. Only the job finds out whether somebody has the address. The
 * link is made when its email is sent, so no token is stored in the queue.
 */
import type { Pool } from "pg";
import type { Database } from "#ledger/store/read/database.ts";
import { limits } from "#ledger/terms/limits.ts";
import { issueReset } from "../auth/password-resets.ts";
import { openText, sealText, type Secrets } from "../auth/secrets.ts";
import type { Circuit } from "./circuit.ts";
import type { GatewayHealth } from "./gateway-health.ts";
import { addJobs } from "./jobs.ts";
import { type Ages, enqueue, mailOutbox, postpone, settle, take, tryLater } from "./outbox.ts";
import type { Verdict } from "./verdict.ts";

export interface ResetWork {
  pool: Pool;
  db: Database;
  secrets: Secrets;
  publicUrl: string;
  circuit: Circuit;
  health: GatewayHealth;
  ages: Ages;
  send: (mail: { email: string; link: string }) => Promise<Verdict>;
}

/** An email is useless once its link would have expired. */
export const reset_age_ms_max = limits.password_reset_ms;

export async function askForReset(pool: Pool, secrets: Secrets, email: string): Promise<void> {
  const payload = { email: sealText(secrets.sealing.message, email) };
  await addJobs(pool, [{ task: "begin_reset", payload }]);
}

export async function beginReset({ pool, db, secrets }: ResetWork, sealed: string): Promise<void> {
  const email = openText(secrets.sealing.message, sealed);
  const found = await db
    .selectFrom("shop.user as u")
    .innerJoin("ledger.account as a", "a.user_id", "u.id")
    .select("u.id")
    .where("u.email", "=", email)
    .where("u.deleted", "=", false)
    .where("a.deleted", "=", false)
    .executeTakeFirst();
  if (!found) return;
  const client = await pool.connect();
  try {
    await client.query("begin");
    const { rows } = await client.query<{ id: number }>(
      `with stored as (
         insert into shop.message (kind, channel, user_id, recipient, text, segments, state, created_at, fresh_at, next_at)
         values ('password_reset', 'email', $1, $2, 'A link that sets a new password', 0, 'waiting', now(), now(), now())
         returning id, recipient, text
       ), searched as (
         insert into shop.message_search (message_id, words) select id, recipient || ' ' || text from stored
       )
       select id from stored`,
      [found.id, email],
    );
    await enqueue(
      client,
      mailOutbox,
      rows.map(({ id }) => id),
    );
    await client.query("commit");
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

interface MailRow {
  id: number;
  attempts: number;
  recipient: string;
}

export async function workReset(work: ResetWork, id: number): Promise<void> {
  const { pool, circuit, health, ages } = work;
  const made = await circuit.attempt(async () => {
    const row = await take<MailRow>(pool, mailOutbox, id, ages);
    return { row, verdict: row && (await hand(work, row)) };
  });
  if (made === "open") return postpone(pool, mailOutbox, id, circuit.pause_ms());
  const { row, verdict } = made;
  if (!row) return;
  if (!verdict) return settle(pool, mailOutbox, row, "cancelled", "Nobody has this address any more");
  const { outcome, answer } = verdict;
  if (outcome === "failed") await tryLater(pool, mailOutbox, row, answer, ages);
  else await settle(pool, mailOutbox, row, outcome === "sent" ? "sent" : "refused", answer);
  await health.note("email", verdict);
}

async function hand(
  { db, publicUrl, send }: ResetWork,
  { recipient }: MailRow,
): Promise<Verdict | undefined> {
  const token = await issueReset(db, recipient);
  return token === undefined
    ? undefined
    : send({ email: recipient, link: `${publicUrl}/reset-password/${token}` });
}
