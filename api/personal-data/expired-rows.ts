/**
 * Deletes rows that have expired: sessions, tickets, reset links, codes, counts of attempts, security events, dead jobs, and
 * files that did not move in.
 */
import type { Pool } from "pg";
import { limits } from "#contract/terms/limits.ts";
import { keptTime, tooOld } from "../move-in/dry-runs.ts";
import { serverLimits } from "#contract/terms/server-limits.ts";

/** Few enough that nothing waits long for their locks. */
const portion_rows = 500;

/** The table, its key, and which rows have expired. */
const expired = [
  {
    table: "shop.session",
    key: "id",
    // A browser that gets push notifications outlives its session, and would be deleted with it.
    which: `expires_at <= now() - interval '${serverLimits.session_kept_ms} milliseconds'
      and not exists (select from shop.push_subscription p where p.session_id = shop.session.id)`,
  },
  { table: "shop.live_ticket", key: "hash", which: "expires_at <= now()" },
  { table: "shop.password_reset", key: "hash", which: "expires_at <= now()" },
  { table: "shop.proof_code", key: "hash", which: "expires_at <= now()" },
  // A user who was to be told and was not, because no process could.
  {
    table: "shop.notice",
    key: "id",
    which: `at <= now() - interval '${serverLimits.message_age_ms_max} milliseconds'`,
  },
  {
    table: "shop.guest_order",
    key: "id",
    which: `created_at <= now() - interval '${serverLimits.guest_unpaid_kept_ms} milliseconds'
      and not exists (select from shop.charge c where c.guest_order = shop.guest_order.id and c.payment is not null)`,
  },
  { table: "shop.move_in_text", key: "id", which: `uploaded_at <= now() - ${keptTime}` },
  { table: "shop.move_in", key: "id", which: tooOld },
  { table: "shop.attempt", key: "key", which: "resets_at <= now()" },
  {
    table: "shop.security_event",
    key: "id",
    which: `at <= now() - interval '${serverLimits.security_event_kept_ms} milliseconds'`,
  },
  {
    // A job that failed each time stays in the queue. That of a password reset has an email address, sealed.
    table: "jobs._private_jobs",
    key: "id",
    which: `attempts >= max_attempts and locked_at is null
      and created_at <= now() - interval '${limits.deleted_user_kept_ms} milliseconds'`,
  },
];

export async function deleteExpiredRows(pool: Pool, signal: AbortSignal): Promise<void> {
  for (const kind of expired) while (!signal.aborted && (await deletePortion(pool, kind)) === portion_rows);
}

/** Several processes may do this at once: each skips the rows that another one is deleting. */
async function deletePortion(pool: Pool, { table, key, which }: (typeof expired)[number]): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from ${table} where ${key} = any (array(
       select ${key} from ${table} where ${which} limit ${portion_rows} for update skip locked))`,
  );
  return rowCount ?? 0;
}
