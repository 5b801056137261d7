/** One attempt to send a row, whatever it is and whoever sends it. */
import type { Pool } from "pg";
import type { Circuit } from "./circuit.ts";
import { type Ages, type Outbox, postpone, settle, take, tryLater } from "./outbox.ts";
import type { Verdict } from "./verdict.ts";

export interface Sender {
  pool: Pool;
  circuit: Circuit;
  ages: Ages;
}

export type Taken<R> = R & { id: number; attempts: number };

/** Takes the row, has it sent, and stores the result. Returns undefined if there was nothing to send, or if the circuit is
 *  open and the row was postponed. */
export async function sendRow<R extends object, V extends Verdict & { wait_ms?: number; ages?: Ages }>(
  { pool, circuit, ages }: Sender,
  outbox: Outbox,
  id: number,
  hand: (row: Taken<R>) => Promise<V>,
): Promise<{ row: Taken<R>; verdict: V } | undefined> {
  const made = await circuit.attempt(async () => {
    const row = await take<R>(pool, outbox, id, ages);
    return row && { row, verdict: await hand(row) };
  });
  if (made === "open") await postpone(pool, outbox, id, circuit.pause_ms());
  if (made === "open" || made === undefined) return undefined;
  const { outcome, answer, wait_ms, ages: ofRow = ages } = made.verdict;
  if (outcome === "failed") await tryLater(pool, outbox, made.row, answer, ofRow, wait_ms);
  else await settle(pool, outbox, made.row, stateOf(outbox, outcome), answer);
  return made;
}

function stateOf({ sent }: Outbox, outcome: Exclude<Verdict["outcome"], "failed">): string {
  if (outcome === "sent") return sent;
  return outcome === "no credit" ? "refused" : outcome;
}
