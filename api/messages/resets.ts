/**
 * Requests for a password reset. Every request makes the same job. Only the job finds out whether somebody has the address.
 * The link is made when its email is sent, so no token is stored in the queue.
 */
import type { Pool } from "pg";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { SideWrite } from "#ledger/log/writer.ts";
import { findPerson } from "../auth/password-resets.ts";
import { openText, sealText, type Secrets } from "../serve/secrets.ts";
import { plainMessage } from "./compose.ts";
import { inTransaction } from "./in-transaction.ts";
import { addJobs } from "./jobs.ts";
import type { Telling } from "./notices.ts";
import { sendProofCode } from "./proof-codes.ts";
import { storeMessages } from "./store-messages.ts";

export async function askForReset(pool: Pool, secrets: Secrets, email: string): Promise<void> {
  await addJobs(pool, [
    { task: "begin_reset", payload: { email: sealText(secrets.sealing.message, email) } },
  ]);
}

/** The write that sends the user a link. It belongs to the event of an admin who helps them. */
export function sendLinkWrite(secrets: Secrets, email: string): SideWrite {
  return {
    text: "select (jobs.add_job('begin_reset', json_build_object('email', $1::text))).id",
    values: [sealText(secrets.sealing.message, email)],
  };
}

/** Requests for a code by SMS, likewise. */
export async function askForResetCode(pool: Pool, secrets: Secrets, phone: string): Promise<void> {
  await addJobs(pool, [{ task: "begin_code", payload: { phone: sealText(secrets.sealing.message, phone) } }]);
}

export async function beginCode(pool: Pool, telling: Telling, sealed: string): Promise<void> {
  const phone = openText(telling.secrets.sealing.message, sealed);
  const user = await userOfPhone(pool, phone);
  if (user !== undefined) await sendProofCode(pool, telling, { user, channel: "reset", address: phone });
}

async function userOfPhone(pool: Pool, phone: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from shop."user" where phone = $1 and not deleted`,
    [phone],
  );
  return rows[0]?.id;
}

export async function beginReset(
  { pool, db, secrets }: { pool: Pool; db: Database; secrets: Secrets },
  sealed: string,
): Promise<void> {
  const email = openText(secrets.sealing.message, sealed);
  const found = await findPerson(db, "email", email);
  if (!found) return;
  const text = "A link that sets a new password";
  const about = { kind: "password_reset", channel: "email", user_id: found.id } as const;
  const mail = plainMessage({ ...about, recipient: email, text });
  await inTransaction(pool, (client) => storeMessages(client, [mail], { hasGateway: false }));
}
