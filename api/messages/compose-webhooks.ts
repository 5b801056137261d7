/** Webhook deliveries: orders as GET /order/allorders answers them, without their sealed parts. */
import type { PoolClient } from "pg";
import type { EventOf, LedgerEvent } from "#ledger/core/events.ts";
import { orderStatusAfter } from "#ledger/core/events/orders.ts";
import type { Database } from "#ledger/tables/open-reads.ts";
import { ordersById, type OrderView } from "#ledger/orders/reads.ts";
import { orderReference } from "#contract/terms/references.ts";
import { toCedis } from "#contract/terms/money.ts";
import { numberOfStream } from "#contract/terms/streams.ts";
import { enqueue, webhookOutbox } from "./outbox.ts";

type StatusEvent = EventOf<keyof typeof orderStatusAfter>;

export const webhookEvents = Object.keys(orderStatusAfter);

/** Runs in the transaction that moves the checkpoint. Costs one query if nobody has a webhook, and none without orders. */
export async function storeDeliveries(
  client: PoolClient,
  db: Database,
  events: LedgerEvent[],
): Promise<void> {
  const changes = events.filter((event): event is StatusEvent => event.type in orderStatusAfter);
  if (changes.length === 0) return;
  const { rows: agents } = await client.query<{ user_id: string }>({
    name: "webhook_agents",
    text: `select w.user_id from shop.webhook w join ledger.account a using (user_id)
           where a.level in ('Agent', 'Super Agent') and a.status = 'Active' and not a.deleted`,
  });
  if (agents.length === 0) return;
  const listening = new Set(agents.map(({ user_id }) => user_id));
  const ids = changes.map(({ stream }) => numberOfStream(stream));
  const orders = new Map((await ordersById(db, [...new Set(ids)])).map((order) => [order.id, order]));
  const deliveries = changes.flatMap((event, index) => {
    const order = orders.get(ids[index] ?? 0);
    return order && listening.has(order.user) ? [{ event, order }] : [];
  });
  if (deliveries.length === 0) return;
  const { rows } = await client.query<{ user_id: string }>({
    name: "store_deliveries",
    text: `
      insert into shop.webhook_delivery (user_id, event_position, event, body, state, created_at, fresh_at, next_at)
      select d.user_id, d.position, d.event, d.body, 'waiting', d.at, now(), now()
      from unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[])
        as d (user_id, position, event, body, at)
      on conflict (user_id, event_position) do nothing returning user_id`,
    values: [
      deliveries.map(({ order }) => order.user),
      deliveries.map(({ event }) => event.position),
      deliveries.map(({ event }) => eventName(event)),
      deliveries.map(({ event, order }) => bodyOf(event, order)),
      deliveries.map(({ event }) => event.recorded_at),
    ],
  });
  await enqueue(client, webhookOutbox, rows);
}

/** "order.completed" */
function eventName({ type }: StatusEvent): string {
  return `order.${orderStatusAfter[type]}`;
}

function bodyOf(event: StatusEvent, order: OrderView): string {
  return JSON.stringify({
    event: eventName(event),
    position: event.position,
    at: event.recorded_at,
    order: {
      _id: String(order.id),
      reference: orderReference(order.id),
      network: order.network,
      offer: order.offer,
      receiver: order.receiver,
      totalAmount: toCedis(order.amount),
      status: orderStatusAfter[event.type],
      bySupplier: "attempt" in event.data,
      ofShop: order.payment !== null,
      reason: event.type === "order_rejected" ? event.data.reason : null,
      // To the wallet: what a guest paid goes back to the guest.
      refunded: event.type === "order_rejected" && order.payment === null ? toCedis(event.amount ?? 0) : 0,
    },
  });
}
