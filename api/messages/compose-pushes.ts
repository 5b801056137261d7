/** Push notifications of decided orders and top-up requests, and of help with signing in: one for each browser of their user. */
import type { PoolClient } from "pg";
import type { EventOf, LedgerEvent } from "#ledger/core/events.ts";
import type { Database } from "#ledger/tables/open-reads.ts";
import { ordersById } from "#ledger/orders/reads.ts";
import { topupsById } from "#ledger/topups/reads.ts";
import {
  completedOrder,
  decidedTopup,
  givenHelp,
  type Notification,
  rejectedOrder,
} from "#contract/notifications.ts";
import { signInHelpIn } from "#contract/terms/sign-in-help.ts";
import { idOfStream, numberOfStream } from "#contract/terms/streams.ts";
import { enqueue, pushOutbox } from "./outbox.ts";

const orderTypes = ["order_completed", "order_rejected"] as const;
const topupTypes = ["topup_approved", "topup_declined"] as const;
export const pushEvents: string[] = [...orderTypes, ...topupTypes, "user_profile_changed"];

type OrderEvent = EventOf<(typeof orderTypes)[number]>;
type TopupEvent = EventOf<(typeof topupTypes)[number]>;

interface Composed {
  event: LedgerEvent;
  user: string;
  notification: Notification;
}

/** Runs in the transaction that moves the checkpoint. Costs one query if nobody has subscribed. */
export async function storePushes(client: PoolClient, db: Database, events: LedgerEvent[]): Promise<void> {
  if (!events.some(({ type }) => pushEvents.includes(type)) || !(await isAnybodySubscribed(client))) return;
  const composed = [
    ...(await composeOrders(db, events)),
    ...(await composeTopups(db, events)),
    ...composeHelp(events),
  ];
  const { rows } = await client.query<{ id: number }>({
    name: "store_pushes",
    text: `
      insert into shop.push_delivery (subscription_id, event_position, topic, body, state, created_at, fresh_at, next_at)
      select s.id, p.position, p.topic, p.body, 'waiting', now(), p.at, now()
      from unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[])
        as p (user_id, position, topic, body, at)
      join shop.push_subscription s using (user_id)
      on conflict (subscription_id, event_position) do nothing returning id`,
    values: [
      composed.map(({ user }) => user),
      composed.map(({ event }) => event.position),
      composed.map(({ notification }) => notification.tag),
      composed.map(({ notification }) => JSON.stringify(notification)),
      composed.map(({ event }) => event.recorded_at),
    ],
  });
  await enqueue(client, pushOutbox, rows);
}

async function isAnybodySubscribed(client: PoolClient): Promise<boolean> {
  const { rowCount } = await client.query({
    name: "is_anybody_subscribed",
    text: "select from shop.push_subscription limit 1",
  });
  return rowCount === 1;
}

async function composeOrders(db: Database, events: LedgerEvent[]): Promise<Composed[]> {
  const decided = events.filter((event): event is OrderEvent => isOneOf(orderTypes, event.type));
  const rows = await ordersById(db, idsOf(decided));
  const orders = new Map(rows.map((row) => [row.id, row]));
  return decided.flatMap((event) => {
    const order = orders.get(numberOfStream(event.stream));
    // What a guest paid goes back to the guest.
    if (!order || (order.payment !== null && event.type === "order_rejected")) return [];
    const notification =
      event.type === "order_completed"
        ? completedOrder(order)
        : rejectedOrder(order, { refunded: event.amount ?? 0, reason: event.data.reason ?? "" });
    return { event, user: order.user, notification };
  });
}

async function composeTopups(db: Database, events: LedgerEvent[]): Promise<Composed[]> {
  const decided = events.filter((event): event is TopupEvent => isOneOf(topupTypes, event.type));
  const rows = await topupsById(db, idsOf(decided));
  const topups = new Map(rows.map((row) => [row.id, row]));
  return decided.flatMap((event) => {
    const topup = topups.get(numberOfStream(event.stream));
    if (!topup) return [];
    const status = event.type === "topup_approved" ? "approved" : "declined";
    return { event, user: topup.user, notification: decidedTopup(topup, status) };
  });
}

function composeHelp(events: LedgerEvent[]): Composed[] {
  return events.flatMap((event) => {
    if (event.type !== "user_profile_changed") return [];
    const way = signInHelpIn(event.data.fields);
    return way === undefined ? [] : [{ event, user: idOfStream(event.stream), notification: givenHelp(way) }];
  });
}

function idsOf(events: (OrderEvent | TopupEvent)[]): number[] {
  return [...new Set(events.map(({ stream }) => numberOfStream(stream)))];
}

function isOneOf(types: readonly string[], type: string): boolean {
  return types.includes(type);
}
