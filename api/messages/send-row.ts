/** One attempt to send a row, whatever it is and whoever sends it; and whether it may still go to whom it was made for. */
import type { Pool } from "pg";
import type { Circuit } from "./circuit.ts";
import { type Ages, type Outbox, postpone, storeResult, takeRow, tryLater } from "./outbox.ts";
import type { SendResult } from "./send-result.ts";
import { openIfOurs, type Secrets } from "../serve/secrets.ts";
import { isCodeOf } from "./proof-codes.ts";

export interface Sender {
  pool: Pool;
  circuit: Circuit;
  ages: Ages;
}

export type Taken<R> = R & { id: number; attempts: number };

/** Takes the row, has it sent, and stores the result. Returns undefined if there was nothing to send, or if the circuit is
 *  open and the row was postponed. */
export async function sendRow<R extends object, V extends SendResult & { wait_ms?: number; ages?: Ages }>(
  { pool, circuit, ages }: Sender,
  outbox: Outbox,
  id: number,
  send: (row: Taken<R>) => Promise<V>,
): Promise<{ row: Taken<R>; result: V } | undefined> {
  const made = await circuit.attempt(async () => {
    const row = await takeRow<R>(pool, outbox, id, ages);
    return row && { row, result: await send(row) };
  });
  if (made === "open") await postpone(pool, outbox, id, circuit.pause_ms());
  if (made === "open" || made === undefined) return undefined;
  const { outcome, answer, wait_ms, ages: ofRow = ages } = made.result;
  if (outcome === "failed") await tryLater(pool, outbox, made.row, answer, ofRow, wait_ms);
  else await storeResult(pool, outbox, made.row, stateOf(outbox, outcome), answer);
  return made;
}

function stateOf({ sent }: Outbox, outcome: Exclude<SendResult["outcome"], "failed">): string {
  if (outcome === "sent") return sent;
  return outcome === "no credit" ? "refused" : outcome;
}

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
