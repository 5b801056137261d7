/** Makes messages from events: the recipient, the template and its values. */
import type { EventType, LedgerEvent, MessageSettings } from "#ledger/decide/events.ts";
import type { Database } from "#ledger/store/read/database.ts";
import { ordersById, type OrderView } from "#ledger/store/read/orders.ts";
import { rechargesById, type RechargeView } from "#ledger/store/read/recharges.ts";
import { formatDay } from "#ledger/terms/dates.ts";
import { fillTemplate, occasionOf, shownCard, templateFor } from "#ledger/terms/messages.ts";
import { type MessageKind } from "#ledger/terms/statuses.ts";
import { groupedCedis } from "#ledger/terms/money.ts";
import { needsAfaForm } from "#ledger/terms/networks.ts";
import { orderReference, rechargeReference } from "#ledger/terms/references.ts";
import { unsealDetails } from "../records/sealed.ts";
import { sealText, type Secrets } from "../auth/secrets.ts";
import { measureSms } from "./segments.ts";

export interface Composed {
  event_position: number | null;
  kind: string;
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

/** The events that cause messages. */
export const notifiableEvents: EventType[] = [
  "topup_requested",
  "topup_approved",
  "topup_declined",
  "order_placed",
  "order_completed",
  "order_rejected",
];

/** At most one message for each event. A person whose data was erased since gets none. */
export async function composeMessages(given: Composing, events: LedgerEvent[]): Promise<Composed[]> {
  const notifiable = events.filter(({ type }) => notifiableEvents.includes(type));
  const [orders, recharges] = await Promise.all([
    ordersById(given.db, idsOf(notifiable, "order/")),
    rechargesById(given.db, idsOf(notifiable, "recharge/")),
  ]);
  const orderBy = new Map(orders.map((row) => [`order/${row.id}`, row]));
  const rechargeBy = new Map(recharges.map((row) => [`recharge/${row.id}`, row]));
  return notifiable.flatMap((event) => {
    const order = orderBy.get(event.stream);
    if (order) return composeOrder(given, event, order);
    const recharge = rechargeBy.get(event.stream);
    return recharge ? composeRecharge(given, event, recharge) : [];
  });
}

function idsOf(events: LedgerEvent[], prefix: string): number[] {
  const ids = events
    .filter(({ stream }) => stream.startsWith(prefix))
    .map(({ stream }) => Number(stream.slice(prefix.length)));
  return [...new Set(ids)];
}

type Values = Record<string, string>;

function composeOrder(given: Composing, event: LedgerEvent, order: OrderView): Composed[] {
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
  if (event.type === "order_placed") {
    if (!needsAfaForm(order.network)) return [write(given, "order_placed", about, values)];
    const card = shownCard(items?.card ?? "", given.settings.card_number);
    const form = { name: "", dob: "", location: "", ...items, card, formPhone: items?.phone ?? "" };
    const { name, formPhone, dob, location } = form;
    return [
      write(given, "afa_ordered", about, values, { name, formPhone, card, dob: formatDay(dob), location }),
    ];
  }
  if (event.type === "order_rejected") {
    const amount = groupedCedis(event.amount ?? 0);
    return [write(given, "order_rejected", about, { ...values, amount, reason: event.data.reason ?? "" })];
  }
  if (voucher === null) return [write(given, "order_completed", about, values)];
  const { pin, serial } = voucher;
  return [write(given, "voucher_completed", about, values, { pin, serial })];
}

function composeRecharge(given: Composing, event: LedgerEvent, recharge: RechargeView): Composed[] {
  const values: Values = {
    ...peopleOf(given, recharge),
    reference: rechargeReference(recharge.id),
    amount: groupedCedis(recharge.amount),
    momo: recharge.momo_transaction_id ?? "none",
    balance: groupedCedis(event.balance_after ?? 0),
  };
  const requested = recharge.purpose === "agent-upgrade" ? "agent_requested" : "topup_requested";
  const kind = event.type === "topup_requested" ? requested : event.type;
  if (kind !== requested && kind !== "topup_approved" && kind !== "topup_declined") return [];
  return [write(given, kind, { event, person: recharge }, values)];
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
    user_id: isForUser ? person.user_id : null,
    recipient: isForUser ? person.phone : adminPhone,
    text: secret ? fillTemplate(template, { ...values, ...covered }) : whole,
    sealed: secret ? sealText(secrets.message, whole) : null,
    segments: measureSms(whole).segments,
    at: event.recorded_at,
  };
}
