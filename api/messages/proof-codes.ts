/** Sends a code that proves a phone or email, or that sets a new password. */
import type { Pool } from "pg";
import { justSent, keepCode, newCode, type ProofOf } from "../auth/proofs.ts";
import { accountMessage, type Telling } from "./notices.ts";
import { inTransaction } from "./in-transaction.ts";
import { storeMessages } from "./store-messages.ts";

/**
 * Stores a new code and the message that carries it. Two requests at once send one code. Returns until when the last code
 * works (ISO 8601).
 */
export function sendProofCode(pool: Pool, telling: Telling, of: ProofOf): Promise<string> {
  const { user, channel, address } = of;
  return inTransaction(pool, async (client) => {
    await client.query("select pg_advisory_xact_lock(hashtextextended('proof ' || $1, 0))", [user]);
    const sent = await justSent(client, of);
    if (sent !== undefined) return sent;
    const code = newCode();
    const message = accountMessage(telling, {
      kind: "proof_code",
      text: channel === "reset" ? "resetCode" : "code",
      code,
      user,
      channel: channel === "email" ? "email" : "sms",
      recipient: address,
      at: new Date().toISOString(),
    });
    const [id = 0] = await storeMessages(client, [message], { hasGateway: telling.configured.sms });
    return keepCode(client, telling.secrets, { ...of, code, message: id });
  });
}

/** Whether the message's code still works: it has neither expired nor been replaced or used. */
export async function isCodeOf(pool: Pool, message: number): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "is_code_of",
    text: "select from shop.proof_code where message_id = $1 and expires_at > now()",
    values: [message],
  });
  return rowCount === 1;
}
