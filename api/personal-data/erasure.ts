/**
 * Erases the personal data of deleted users. The log has only their ids, so orders, movements and balances stay as they are.
 *
 * After `deleted_user_kept_ms` everything goes, and `deleted-1234` takes the place of the name. Only the numbers that they
 * bought for stay longer, except their own: other people's complaints and suppliers' bills name these numbers.
 *
 * Each statement is a small transaction of its own. The user's row comes last, so a round that was interrupted starts again
 * with the same user, and several processes at once do no harm.
 */
import type { Pool } from "pg";
import type { Logger } from "pino";
import { erasedName } from "#contract/erasure.ts";
import { limits } from "#contract/terms/limits.ts";
import { serverLimits } from "#contract/terms/server-limits.ts";
import { orderStream, type Stream, topupStream } from "#contract/terms/streams.ts";

/** Few enough that nothing waits long for their locks. */
const portion_rows = 500;

interface Deleted {
  id: string;
  phone: string;
  /** Of the event that deleted them. */
  position: number;
}

/** How long after the deletion, in ms. */
interface Kept {
  person_ms: number;
  receivers_ms: number;
}

const kept: Kept = {
  person_ms: limits.deleted_user_kept_ms,
  receivers_ms: serverLimits.deleted_receiver_kept_ms,
};

interface Step {
  /** The column with the time at which it was done. */
  done: "erased_at" | "receivers_erased_at";
  after: keyof Kept;
  erase: (pool: Pool, user: Deleted, signal: AbortSignal) => Promise<void>;
}

const steps: Step[] = [
  { done: "erased_at", after: "person_ms", erase: erasePerson },
  {
    done: "receivers_erased_at",
    after: "receivers_ms",
    erase: (pool, { id }, signal) =>
      inPortions(pool, id, "order", signal, (orders) => eraseReceivers(pool, orders, null)),
  },
];

export async function eraseDeletedUsers(
  pool: Pool,
  log: Logger,
  signal: AbortSignal,
  keeping = kept,
): Promise<void> {
  for (const { done, after, erase } of steps)
    for (const user of await dueUsers(pool, done, keeping[after])) {
      await erase(pool, user, signal);
      // An interrupted step is not done.
      if (signal.aborted) return;
      await pool.query(`update shop."user" set ${done} = now() where id = $1 and ${done} is null`, [user.id]);
      log.info({ user: user.id, done }, "the data of a deleted user was erased");
    }
}

async function dueUsers(pool: Pool, done: Step["done"], after_ms: number): Promise<Deleted[]> {
  const { rows } = await pool.query<Deleted>(
    `select u.id, u.phone, e.position
     from shop."user" u join ledger.event e on e.stream = 'user/' || u.id and e.type = 'user_deleted'
     where u.deleted and u.receivers_erased_at is null and u.${done} is null
       and e.recorded_at <= now() - $1 * interval '1 millisecond'
     order by e.position limit ${portion_rows}`,
    [after_ms],
  );
  return rows;
}

/** The rows that belong to one user. Those that hang on a session or subscription are deleted with it. */
const ownTables = [
  "shop.session",
  "shop.password_reset",
  "shop.totp",
  "shop.recovery_code",
  "shop.api_key",
  "shop.webhook",
  "shop.beneficiary",
  "shop.topup_reservation",
  "shop.proof_code",
  "shop.notice",
  "shop.charge",
  "shop.guest_order",
  "shop.payment_claim",
  "shop.agent_shop",
  "shop.shop_report",
  "shop.payout",
];

/** Longer lists of rows about the user $1, and what happens to these. */
const ownLists = [
  { table: "shop.message", which: "user_id = $1", change: "delete from shop.message" },
  { table: "shop.webhook_delivery", which: "user_id = $1", change: "delete from shop.webhook_delivery" },
  {
    table: "shop.security_event",
    // An admin's address in an event about the user is the admin's.
    which: "(actor = $1 or user_id = $1 and actor is null) and address is not null",
    change: "update shop.security_event set address = null",
  },
];

async function erasePerson(pool: Pool, user: Deleted, signal: AbortSignal): Promise<void> {
  await inPortions(pool, user.id, "topup", signal, (topups) => deleteMessages(pool, topups.map(topupStream)));
  await inPortions(pool, user.id, "order", signal, async (orders) => {
    await deleteMessages(pool, orders.map(orderStream));
    await pool.query(
      `update shop.order_detail set form = null, voucher = null
       where order_id = any ($1) and (form is not null or voucher is not null)`,
      [orders],
    );
    await eraseReceivers(pool, orders, user.phone);
  });
  for (const list of ownLists) await eraseList(pool, list, user.id, signal);
  if (signal.aborted) return;
  for (const table of ownTables) await pool.query(`delete from ${table} where user_id = $1`, [user.id]);
  await pool.query("update shop.shop_name set user_id = null where user_id = $1", [user.id]);
  await pool.query(
    `update shop."user" set username = $2, phone = '', email = '', first_name = '', last_name = '', password_hash = ''
     where id = $1 and deleted`,
    [user.id, erasedName(user.position)],
  );
}

/** Also the messages to the shop, which name the user. */
async function deleteMessages(pool: Pool, streams: Stream[]): Promise<void> {
  await pool.query(
    `delete from shop.message
     where event_position = any (array(select position from ledger.event where stream = any ($1)))`,
    [streams],
  );
}

/** `only`: this number, or every one if it is null. */
async function eraseReceivers(pool: Pool, orders: number[], only: string | null): Promise<void> {
  for (const table of ["shop.order_detail", "shop.order_search"])
    await pool.query(
      `update ${table} set receiver = ''
       where order_id = any ($1) and receiver <> '' and receiver = coalesce($2, receiver)`,
      [orders, only],
    );
}

/** All orders or top-up requests of a user, also those that were removed from the lists. */
async function inPortions(
  pool: Pool,
  user: string,
  table: "order" | "topup",
  signal: AbortSignal,
  work: (ids: number[]) => Promise<void>,
): Promise<void> {
  for (let after = 0; !signal.aborted;) {
    const { rows } = await pool.query<{ id: number }>(
      `select id from ledger."${table}" where user_id = $1 and id > $2 order by id limit ${portion_rows}`,
      [user, after],
    );
    const ids = rows.map(({ id }) => id);
    await work(ids);
    if (ids.length < portion_rows) return;
    after = ids.at(-1) ?? after;
  }
}

/** Until none is left: a row that another process was changing may be left if that one died. */
async function eraseList(
  pool: Pool,
  { table, which, change }: (typeof ownLists)[number],
  user: string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await pool.query<{ id: number }>(
      `select id from ${table} where ${which} order by id limit ${portion_rows}`,
      [user],
    );
    if (rows.length === 0) return;
    // Locked in order: two processes with different portions would otherwise wait for each other.
    await pool.query(
      `with due as materialized (select id from ${table} where id = any ($1) order by id for update)
       ${change} where id in (select id from due)`,
      [rows.map(({ id }) => id)],
    );
  }
}
