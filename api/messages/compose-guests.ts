/** SMS to the number that paid for a guest's order: with the order's link, which is stored sealed. */
import type { EventOf, LedgerEvent } from "#ledger/core/events.ts";
import { type GuestOrderView, guestOrdersOfPayments } from "#ledger/orders/guest-reads.ts";
import { ordersById } from "#ledger/orders/reads.ts";
import { guestOrderRoute } from "#contract/terms/shops.ts";
import type { MessageKind } from "#contract/terms/event-texts.ts";
import { groupedCedis } from "#contract/terms/money.ts";
import { orderReference } from "#contract/terms/references.ts";
import { idOfStream, numberOfStream } from "#contract/terms/streams.ts";
import { openIfOurs } from "../serve/secrets.ts";
import { type Composed, type Composing, write } from "./compose.ts";

const kinds = {
  payment_spent: "guest_paid",
  order_completed: "guest_completed",
  payment_returned: "guest_refunded",
} as const satisfies Partial<Record<LedgerEvent["type"], MessageKind>>;

type GuestEvent = EventOf<keyof typeof kinds>;

export const guestEvents = Object.keys(kinds);

/** At most one message for each event, and none for payments and orders that are no guest's. */
export async function composeGuestMessages(
  given: Composing & { publicUrl: string },
  events: LedgerEvent[],
): Promise<Composed[]> {
  const told = events.filter((event): event is GuestEvent => event.type in kinds);
  const completed = told.flatMap((event) =>
    event.type === "order_completed" ? numberOfStream(event.stream) : [],
  );
  const orders = await ordersById(given.db, [...new Set(completed)]);
  const ofOrder = new Map(orders.map(({ id, payment }) => [id, payment]));
  const paymentOf = (event: GuestEvent) =>
    event.type === "order_completed" ? ofOrder.get(numberOfStream(event.stream)) : idOfStream(event.stream);
  const payments = new Set(told.flatMap((event) => paymentOf(event) ?? []));
  const guests = await guestOrdersOfPayments(given.db, [...payments]);
  return told.flatMap((event) => {
    const payment = paymentOf(event);
    const guest = payment && guests.find((one) => one.payment === payment);
    return guest ? compose(given, event, guest) : [];
  });
}

function compose(
  given: Composing & { publicUrl: string },
  event: GuestEvent,
  { token, payer, order, network, offer, receiver, price }: GuestOrderView,
): Composed[] {
  const opened = openIfOurs(given.secrets.sealing.guest, token);
  // Erased, or sealed with another secret.
  if (opened === undefined || payer === "") return [];
  const values = {
    shop: given.shopName,
    reference: order === null ? "" : orderReference(order),
    network,
    offer,
    receiver,
    amount: groupedCedis(price),
  };
  const link = `${given.publicUrl}${guestOrderRoute}/${opened}`;
  return [write(given, kinds[event.type], { event, to: { user: null, phone: payer } }, values, { link })];
}
