/**
 * Push notifications that tell admins what waits in the office. A burst makes one of them: it waits a moment before it is
 * sent, says what waits then, and the next one keeps a distance.
 */
import type { Pool, PoolClient } from "pg";
import type { EventType, LedgerEvent } from "#ledger/core/events.ts";
import type { Database } from "#ledger/tables/open-reads.ts";
import { countOrders } from "#ledger/orders/reads.ts";
import { waitingWithdrawals } from "#ledger/withdrawals/reads.ts";
import { countTopups } from "#ledger/topups/reads.ts";
import {
  changedPayment,
  type Notification,
  officeTags,
  pendingOrders,
  pendingRequests,
} from "#contract/notifications.ts";
import type { MessagePatience } from "./options.ts";
import { enqueue, pushOutbox } from "./outbox.ts";

const queueOf: Partial<Record<EventType, string>> = {
  order_placed: officeTags.orders,
  topup_requested: officeTags.requests,
  withdrawal_requested: officeTags.requests,
  approval_requested: officeTags.requests,
};
export const officePushEvents = Object.keys(queueOf);

/** SQL: the account `a` may get what admins get. */
export const isAdminSql = "a.level = 'Admin' and a.status = 'Active' and not a.deleted";

/** Runs in the transaction that moves the checkpoint. At most one notification of each queue waits for each browser. */
export async function storeOfficePushes(
  client: PoolClient,
  events: LedgerEvent[],
  { office_gather_ms, office_pause_ms }: MessagePatience,
): Promise<void> {
  const queued = new Map(events.map((event) => [queueOf[event.type], event]));
  queued.delete(undefined);
  if (queued.size === 0) return;
  const { rows } = await client.query<{ id: number; delay_s: number }>({
    name: "store_office_pushes",
    text: `
      insert into shop.push_delivery (subscription_id, event_position, topic, body, state, created_at, fresh_at, next_at)
      select s.id, q.position, q.topic, '', 'waiting', now(), q.at, greatest(now() + make_interval(secs => $4),
        (select max(coalesce(d.settled_at, d.created_at)) from shop.push_delivery d
         where d.subscription_id = s.id and d.topic = q.topic) + make_interval(secs => $5))
      from unnest($1::text[], $2::bigint[], $3::timestamptz[]) as q (topic, position, at)
      cross join shop.push_subscription s join ledger.account a using (user_id)
      where s.office and ${isAdminSql} and not exists (
        select from shop.push_delivery d where d.subscription_id = s.id and d.topic = q.topic and d.state = 'waiting')
      on conflict (subscription_id, event_position) do nothing
      returning id, extract(epoch from next_at - now())::float8 as delay_s`,
    values: [
      [...queued.keys()],
      [...queued.values()].map(({ position }) => position),
      [...queued.values()].map(({ recorded_at }) => recorded_at),
      office_gather_ms / 1000,
      office_pause_ms / 1000,
    ],
  });
  await enqueue(client, pushOutbox, rows);
}

/**
 * Tells every admin of new payment details, also in browsers that are told nothing else of the office: all top-ups go to
 * them. In the transaction that moves the checkpoint.
 */
export async function storePaymentPushes(client: PoolClient, events: LedgerEvent[]): Promise<void> {
  for (const event of events) {
    if (event.type !== "payment_details_changed") continue;
    const { momo_phone_number: number, momo_account_name: name } = event.data.after;
    await pushToAdmins(client, changedPayment({ number, name }), event);
  }
}

/** At once, to every browser of every admin. `position`: of the event that it is about, if it is about one. */
export async function pushToAdmins(
  client: PoolClient,
  notification: Notification,
  event: { position: number | null; recorded_at: string },
): Promise<void> {
  const { rows } = await client.query<{ id: number }>({
    name: "push_to_admins",
    text: `
      insert into shop.push_delivery (subscription_id, event_position, topic, body, state, created_at, fresh_at, next_at)
      select s.id, $1, $2, $3, 'waiting', now(), $4, now()
      from shop.push_subscription s join ledger.account a using (user_id) where ${isAdminSql}
      on conflict (subscription_id, event_position) do nothing returning id`,
    values: [event.position, notification.tag, JSON.stringify(notification), event.recorded_at],
  });
  await enqueue(client, pushOutbox, rows);
}

/** What waits in a queue now, for this admin; undefined if nothing does. */
export async function waitingIn(
  pool: Pool,
  db: Database,
  { topic, user }: { topic: string; user: string },
): Promise<Notification | undefined> {
  if (topic === officeTags.orders) return pendingOrders((await countOrders(db, undefined)).pending);
  const [topups, withdrawals, approvals] = await Promise.all([
    countTopups(db, { status: "pending" }),
    waitingWithdrawals(db),
    pool.query<{ count: number }>(
      "select count(*)::integer as count from ledger.approval where status = 'pending' and requested_by <> $1",
      [user],
    ),
  ]);
  return pendingRequests({
    topups,
    withdrawals: withdrawals.count,
    approvals: approvals.rows[0]?.count ?? 0,
  });
}
