/**
 * Requests for a password reset. Every request makes the same job. Only the job finds out whether somebody has the address.
 * The link is made when its email is sent, so no token is stored in the queue.
 */
import type { Pool } from "pg";
import type { Database } from "#ledger/store/read/database.ts";
import { userOfAddress } from "../auth/password-resets.ts";
import { openText, sealText, type Secrets } from "../auth/secrets.ts";
import { inTransaction } from "./in-transaction.ts";
import { addJobs } from "./jobs.ts";
import { storeMessages } from "./store-messages.ts";

export async function askForReset(pool: Pool, secrets: Secrets, email: string): Promise<void> {
  const payload = { email: sealText(secrets.sealing.message, email) };
  await addJobs(pool, [{ task: "begin_reset", payload }]);
}

export async function beginReset(
  { pool, db, secrets }: { pool: Pool; db: Database; secrets: Secrets },
  sealed: string,
): Promise<void> {
  const email = openText(secrets.sealing.message, sealed);
  const found = await userOfAddress(db, email);
  if (!found) return;
  const mail = {
    event_position: null,
    kind: "password_reset",
    channel: "email" as const,
    user_id: found.id,
    recipient: email,
    text: "A link that sets a new password",
    sealed: null,
    segments: 0,
    at: new Date().toISOString(),
  };
  await inTransaction(pool, (client) => storeMessages(client, [mail], { hasGateway: false }));
}
