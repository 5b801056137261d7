/** Whether a message may still go to whom it was made for, and its whole text. */
import type { Pool } from "pg";
import { openIfOurs, type Secrets } from "../serve/secrets.ts";
import { isCodeOf } from "./proof-codes.ts";

export interface Addressed {
  id: number;
  kind: string;
  channel: "sms" | "email";
  /** Null: the message is for the shop. */
  user_id: string | null;
  recipient: string;
}

/**
 * Why it must not be sent; undefined if it may. The number or address may belong to somebody else by now, and a message may
 * contain a voucher's PIN. But the number before a change has to be told of the change.
 */
export async function whyNotTo(pool: Pool, row: Addressed): Promise<string | undefined> {
  if (row.user_id !== null && row.kind !== "phone_changed" && !(await isAddressOf(pool, row)))
    return `This ${row.channel === "sms" ? "number" : "address"} is not the user's any more`;
  if (row.kind === "proof_code" && !(await isCodeOf(pool, row.id))) return "The code does not work any more";
  return undefined;
}

async function isAddressOf(pool: Pool, { user_id, channel, recipient }: Addressed): Promise<boolean> {
  const column = channel === "sms" ? "phone" : "email";
  const { rowCount } = await pool.query({
    name: `is_${column}_of`,
    text: `select from shop."user" where id = $1 and ${column} = $2 and not deleted`,
    values: [user_id, recipient],
  });
  return rowCount === 1;
}

/** A message's text with its sealed parts; undefined if it was sealed with another secret. */
export function openWhole(
  secrets: Secrets,
  { text, sealed }: { text: string; sealed: string | null },
): string | undefined {
  return sealed === null ? text : openIfOurs(secrets.sealing.message, sealed);
}
