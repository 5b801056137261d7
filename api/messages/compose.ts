/** Makes messages from events: the recipient, the template and its values. */
import type { EventOf, EventType, LedgerEvent } from "#ledger/decide/events.ts";
import type { MessageSettings } from "#ledger/decide/events/settings.ts";
import type { Database } from "#ledger/store/read/database.ts";
import { ordersById, type OrderView } from "#ledger/store/read/orders.ts";
import { topupsById, type TopupView } from "#ledger/store/read/topups.ts";
import { formatDay } from "#ledger/terms/dates.ts";
import { fillTemplate, occasionOf, shownCard, templateFor } from "#ledger/terms/messages.ts";
import { type MessageKind } from "#ledger/terms/message-kinds.ts";
import { groupedCedis } from "#ledger/terms/money.ts";
import { needsAfaForm } from "#ledger/terms/networks.ts";
import { orderReference, topupReference } from "#ledger/terms/references.ts";
import { kindOfStream, numberOfStream, type Stream } from "#ledger/terms/streams.ts";
import { unsealDetails } from "../records/sealed.ts";
import { sealText, type Secrets } from "../auth/secrets.ts";
import type { Channel } from "./gateway-health.ts";
import { measureSms } from "./segments.ts";

export interface Composed {
  event_position: number | null;
  kind: string;
  channel: Channel;
  /** Null: the message is for the shop. */
  user_id: string | null;
  /** Empty if there is no number. */
  recipient: string;
  text: string;
  sealed: string | null;
  segments: number;
  /** The time of the event. */
  at: string;
}

export interface Composing {
  db: Database;
  secrets: Secrets;
  shopName: string;
  settings: MessageSettings;
  /** The number for messages to the shop; empty if there is none. */
  adminPhone: string;
}

/** Which events cause messages: a new type of event is decided on here. */
const causesMessage = {
  topup_requested: true,
  duplicate_accepted: false,
  topup_approved: true,
  topup_declined: true,
  topup_removed: false,
  order_placed: true,
  order_processed: false,
  order_completed: true,
  order_rejected: true,
  order_removed: false,
  // Of admins, all admins are told in rights-notices.ts.
  user_registered: false,
  user_level_changed: false,
  user_status_changed: false,
  user_profile_changed: false,
  user_deleted: false,
  sessions_ended: false,
  api_key_replaced: false,
  wallet_opened: false,
  wallet_corrected: false,
  // Nobody expects a message about the money that they already had.
  wallet_moved_in: false,
  move_in_started: false,
  // Its user hears of the top-up that it pays for.
  payment_received: false,
  payment_fee_charged: false,
  payment_held: false,
  payment_matched: false,
  payment_covered: false,
  payment_returned: false,
  payment_disputed: false,
  payment_dispute_won: false,
  payment_reversed: false,
  payment_return_failed: false,
  wallet_funded: false,
  rail_transferred: false,
  rail_balance_confirmed: false,
  list_cleared: false,
  supplier_batch_sent: false,
  supplier_layout_changed: false,
  product_created: false,
  product_changed: false,
  product_status_changed: false,
  notice_changed: false,
  // The admins are told in notices.ts.
  payment_details_changed: false,
  support_links_changed: false,
  message_settings_changed: false,
  correction_limit_changed: false,
  topup_limit_changed: false,
  step_up_changed: false,
  admin_factor_changed: false,
  approval_requested: false,
  approval_granted: false,
  approval_declined: false,
} as const satisfies Record<EventType, boolean>;

type NotifiableType = {
  [T in EventType]: (typeof causesMessage)[T] extends true ? T : never;
}[EventType];
type NotifiableEvent = EventOf<NotifiableType>;
type OrderEvent = Extract<NotifiableEvent, { stream: Stream<"order"> }>;
type TopupEvent = Extract<NotifiableEvent, { stream: Stream<"topup"> }>;

export const notifiableEvents = (Object.keys(causesMessage) as EventType[]).filter(
  (type) => causesMessage[type],
);

/** At most one message for each event. A person whose data was erased since gets none. */
export async function composeMessages(given: Composing, events: LedgerEvent[]): Promise<Composed[]> {
  const notifiable = events.filter((event): event is NotifiableEvent => causesMessage[event.type]);
  const [orders, topups] = await Promise.all([
    ordersById(given.db, numbersOf(notifiable.filter(isOfOrder))),
    topupsById(given.db, numbersOf(notifiable.filter(isOfTopup))),
  ]);
  const orderBy = new Map(orders.map((row) => [row.id, row]));
  const topupBy = new Map(topups.map((row) => [row.id, row]));
  return notifiable.flatMap((event) => {
    if (isOfOrder(event)) {
      const order = orderBy.get(numberOfStream(event.stream));
      return order ? composeOrder(given, event, order) : [];
    }
    const topup = topupBy.get(numberOfStream(event.stream));
    return topup ? composeTopup(given, event, topup) : [];
  });
}

function isOfOrder(event: NotifiableEvent): event is OrderEvent {
  return kindOfStream(event.stream) === "order";
}

function isOfTopup(event: NotifiableEvent): event is TopupEvent {
  return kindOfStream(event.stream) === "topup";
}

function numbersOf(events: (OrderEvent | TopupEvent)[]): number[] {
  return [...new Set(events.map(({ stream }) => numberOfStream(stream)))];
}

type Values = Record<string, string>;

function composeOrder(given: Composing, event: OrderEvent, order: OrderView): Composed {
  const { items, voucher } = unsealDetails(given.secrets, order);
  const values: Values = {
    ...peopleOf(given, order),
    reference: orderReference(order.id),
    network: order.network,
    offer: order.offer,
    receiver: order.receiver,
    amount: groupedCedis(order.amount),
  };
  const about = { event, person: order };
  switch (event.type) {
    case "order_placed": {
      if (!needsAfaForm(order.network)) return write(given, "order_placed", about, values);
      const card = shownCard(items?.card ?? "", given.settings.card_number);
      const form = { name: "", dob: "", location: "", ...items, card, formPhone: items?.phone ?? "" };
      const { name, formPhone, dob, location } = form;
      const secret = { name, formPhone, card, dob: formatDay(dob), location };
      return write(given, "afa_ordered", about, values, secret);
    }
    case "order_completed": {
      if (voucher === null) return write(given, "order_completed", about, values);
      const { pin, serial } = voucher;
      return write(given, "voucher_completed", about, values, { pin, serial });
    }
    case "order_rejected": {
      const amount = groupedCedis(event.amount ?? 0);
      return write(given, "order_rejected", about, { ...values, amount, reason: event.data.reason ?? "" });
    }
    default:
      return event satisfies never;
  }
}

function composeTopup(given: Composing, event: TopupEvent, topup: TopupView): Composed {
  const values: Values = {
    ...peopleOf(given, topup),
    reference: topupReference(topup.id),
    amount: groupedCedis(topup.amount),
    momo: topup.momo_transaction_id ?? "none",
    balance: groupedCedis(event.balance_after ?? 0),
  };
  const about = { event, person: topup };
  switch (event.type) {
    case "topup_requested": {
      const isAgentRequest = topup.purpose === "agent-upgrade";
      return write(given, isAgentRequest ? "agent_requested" : event.type, about, values);
    }
    case "topup_approved":
      return write(given, event.type, about, values);
    case "topup_declined": {
      const plain = write(given, event.type, about, { ...values, reason: "" });
      const told = write(given, event.type, about, { ...values, reason: event.data.reason ?? "" });
      // The user can also read the reason in their list of requests, so it is not worth a second segment.
      return told.segments > plain.segments ? plain : told;
    }
    default:
      return event satisfies never;
  }
}

interface Person {
  user_id: string;
  username: string;
  phone: string;
}

function peopleOf({ shopName }: Composing, { username, phone }: Person): Values {
  return { shop: shopName, user: username, phone };
}

/** `secret`: values that are stored sealed. The readable text has stars in their place. */
function write(
  { secrets, settings, adminPhone }: Composing,
  kind: MessageKind,
  { event, person }: { event: LedgerEvent; person: Person },
  values: Values,
  secret?: Values,
): Composed {
  const template = templateFor(kind, settings.templates);
  const whole = fillTemplate(template, { ...values, ...secret });
  const covered = Object.fromEntries(Object.keys(secret ?? {}).map((name) => [name, "****"]));
  const isForUser = occasionOf(kind).to === "user";
  return {
    event_position: event.position,
    kind,
    channel: "sms",
    user_id: isForUser ? person.user_id : null,
    recipient: isForUser ? person.phone : adminPhone,
    text: secret ? fillTemplate(template, { ...values, ...covered }) : whole,
    sealed: secret ? sealText(secrets.sealing.message, whole) : null,
    segments: measureSms(whole).segments,
    at: event.recorded_at,
  };
}
