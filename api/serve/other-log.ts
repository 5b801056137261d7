/**
 * Which log a position belongs to. After an older backup was restored, the log goes on with other events under the same
 * positions, so a position alone does not say what a client has seen.
 */
import type { LogMark } from "#ledger/log/follow.ts";
import type { Database } from "#ledger/tables/open-reads.ts";

/** 64 bits of the hash, hex: enough to tell two logs apart. */
const log_name_length = 16;

/** A position, and the name of the log up to it, as clients get and return them. */
export function markOf({ position, hash }: LogMark): { position: number; log: string } {
  return { position, log: nameOf(hash) };
}

function nameOf(hash: string): string {
  return hash.slice(0, log_name_length);
}

/** Whether a client saw another log: this one ends before its position, or has a different event there. */
export async function isOfOtherLog(
  db: Database,
  position: number,
  log: string | undefined,
): Promise<boolean> {
  if (position === 0) return false;
  const event = await db
    .selectFrom("ledger.event")
    .select("hash")
    .where("position", "=", position)
    .executeTakeFirst();
  // Clients that send no name are of a version before there was one.
  return event === undefined || (log !== undefined && log !== nameOf(event.hash.toString("hex")));
}
