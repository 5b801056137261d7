/** Makes messages from events: the recipient, the template and its values. */
import { declarationOf, type EventOf, type EventType, type LedgerEvent } from "#ledger/core/events.ts";
import type { MessageSettings } from "#ledger/core/rows/settings.ts";
import type { Database } from "#ledger/tables/open-reads.ts";
import { ordersById, type OrderView } from "#ledger/orders/reads.ts";
import { topupsById, type TopupView } from "#ledger/topups/reads.ts";
import { withdrawalsById, type WithdrawalView } from "#ledger/withdrawals/reads.ts";
import { formatDay } from "#contract/terms/dates.ts";
import { fillTemplate, occasionOf, shownCard, templateFor } from "#contract/terms/messages.ts";
import { type MessageKind, messageKinds, occasions } from "#contract/terms/event-texts.ts";
import { groupedCedis } from "#contract/terms/money.ts";
import { type FormField, productTypeOf } from "#contract/terms/product-types.ts";
import { orderReference, topupReference } from "#contract/terms/references.ts";
import { idOfStream, kindOfStream, numberOfStream, type Stream } from "#contract/terms/streams.ts";
import { unsealDetails } from "../serve/sealed.ts";
import { sealText, type Secrets } from "../serve/secrets.ts";
import type { Channel } from "./gateway-health.ts";
import type { PresentSettings } from "./message-settings.ts";
import { measureSms } from "./segments.ts";

export interface Composed {
  event_position: number | null;
  kind: string;
  channel: Channel;
  /** Null: the message is for the shop, or for a guest. */
  user_id: string | null;
  /** Empty if there is no number. */
  recipient: string;
  text: string;
  sealed: string | null;
  segments: number;
  /** The time of the event. */
  at: string;
}

/** A message that tells of no event, and has nothing to seal. */
export function plainMessage(
  message: Pick<Composed, "kind" | "channel" | "user_id" | "recipient" | "text">,
): Composed {
  const segments = message.channel === "sms" ? measureSms(message.text).segments : 0;
  return { ...message, event_position: null, sealed: null, segments, at: new Date().toISOString() };
}

export interface Composing {
  db: Database;
  secrets: Secrets;
  shopName: string;
  settings: PresentSettings;
}

/** An SMS that is named like an event tells of it. The others take its place for some products and purposes. */
type NotifiableType = Extract<MessageKind, EventType>;
type NotifiableEvent = EventOf<NotifiableType>;
type OrderEvent = Extract<NotifiableEvent, { stream: Stream<"order"> }>;
type TopupEvent = Extract<NotifiableEvent, { stream: Stream<"topup"> }>;
type WithdrawalEvent = Extract<NotifiableEvent, { stream: Stream<"withdrawal"> }>;

export const notifiableEvents: string[] = messageKinds.filter((kind) => declarationOf(kind) !== undefined);

/** At most one message for each event. A person whose data was erased since gets none. */
export async function composeMessages(given: Composing, events: LedgerEvent[]): Promise<Composed[]> {
  const notifiable = events.filter((event): event is NotifiableEvent => event.type in occasions);
  const [orders, topups, withdrawals] = await Promise.all([
    ordersById(given.db, numbersOf(notifiable.filter(isOfOrder))),
    topupsById(given.db, numbersOf(notifiable.filter(isOfTopup))),
    withdrawalsById(
      given.db,
      notifiable.filter(isOfWithdrawal).map(({ stream }) => idOfStream(stream)),
    ),
  ]);
  const orderBy = new Map(orders.map((row) => [row.id, row]));
  const topupBy = new Map(topups.map((row) => [row.id, row]));
  return notifiable.flatMap((event) => {
    if (isOfOrder(event)) {
      const order = orderBy.get(numberOfStream(event.stream));
      // Of an order that a guest has paid, the guest is told.
      const isOfGuest = order?.payment !== null && event.type !== "order_placed";
      return order && !isOfGuest ? composeOrder(given, event, order) : [];
    }
    if (isOfWithdrawal(event)) {
      const withdrawal = withdrawals.find(({ id }) => id === idOfStream(event.stream));
      return withdrawal ? composeWithdrawal(given, event, withdrawal) : [];
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

function isOfWithdrawal(event: NotifiableEvent): event is WithdrawalEvent {
  return kindOfStream(event.stream) === "withdrawal";
}

function numbersOf(events: (OrderEvent | TopupEvent)[]): number[] {
  return [...new Set(events.map(({ stream }) => numberOfStream(stream)))];
}

type Values = Record<string, string>;

function composeOrder(given: Composing, event: OrderEvent, order: OrderView): Composed {
  const values: Values = {
    ...peopleOf(given, order),
    reference: orderReference(order.id),
    network: order.network,
    offer: order.offer,
    receiver: order.receiver,
    amount: groupedCedis(declarationOf(event.type)?.books === "refund" ? (event.amount ?? 0) : order.amount),
    reason: reasonOf(event),
  };
  const { kind, secret } = specialText(given, event, order) ?? { kind: event.type };
  return write(given, kind, { event, to: order }, values, secret);
}

/** What an order's text says of its form or its voucher. These values are stored sealed. */
function specialText(
  { secrets, settings }: Composing,
  { type }: OrderEvent,
  order: OrderView,
): { kind: MessageKind; secret?: Values } | undefined {
  const { items, voucher } = unsealDetails(secrets, order);
  if (type === "order_placed") {
    const { placedMessage, form } = productTypeOf(order.network);
    const secret = form?.fields.map((field) => [
      field.inMessages ?? field.name,
      secretText(field, items?.[field.name] ?? "", settings),
    ]);
    return { kind: placedMessage, ...(secret && { secret: Object.fromEntries(secret) as Values }) };
  }
  if (type === "order_completed" && voucher !== null) {
    const { pin, serial } = voucher;
    return { kind: "voucher_completed", secret: { pin, serial } };
  }
  return undefined;
}

function secretText({ kind }: FormField, typed: string, { card_number }: MessageSettings): string {
  if (kind === "card") return shownCard(typed, card_number);
  return kind === "birthday" ? formatDay(typed) : typed;
}

function composeTopup(given: Composing, event: TopupEvent, topup: TopupView): Composed {
  const values: Values = {
    ...peopleOf(given, topup),
    reference: topupReference(topup.id),
    amount: groupedCedis(topup.amount),
    momo: topup.momo_transaction_id ?? "none",
    balance: groupedCedis(event.balance_after ?? 0),
  };
  const isAgentRequest = event.type === "topup_requested" && topup.purpose === "agent-upgrade";
  const kind = isAgentRequest ? "agent_requested" : event.type;
  return writeShort(given, kind, { event, to: topup }, values);
}

function composeWithdrawal(
  given: Composing,
  event: WithdrawalEvent,
  withdrawal: WithdrawalView,
): Composed | [] {
  // They have just taken it back themselves.
  if (event.type === "withdrawal_rejected" && event.actor === withdrawal.user) return [];
  const { amount, fee, transaction, to } = withdrawal;
  const values: Values = {
    ...peopleOf(given, withdrawal),
    amount: groupedCedis(amount),
    arrives: groupedCedis(amount - fee),
    to: to ?? "",
    transaction: transaction ?? "",
  };
  return writeShort(given, event.type, { event, to: withdrawal }, values);
}

/** The user can also read the reason in their list of requests, so it is not worth a second segment. */
function writeShort(
  given: Composing,
  kind: MessageKind,
  about: { event: NotifiableEvent; to: Person },
  values: Values,
): Composed {
  const plain = write(given, kind, about, values);
  const told = write(given, kind, about, { ...values, reason: reasonOf(about.event) });
  return told.segments > plain.segments ? plain : told;
}

function reasonOf({ data }: NotifiableEvent): string {
  return "reason" in data ? (data.reason ?? "") : "";
}

interface Person {
  user: string;
  username: string;
  phone: string;
}

function peopleOf({ shopName }: Composing, { username, phone }: Person): Values {
  return { shop: shopName, user: username, phone };
}

/** `secret`: values that are stored sealed. The readable text has stars in their place. */
export function write(
  { secrets, settings }: Composing,
  kind: MessageKind,
  { event, to }: { event: LedgerEvent; to: { user: string | null; phone: string } },
  values: Values,
  secret?: Values,
): Composed {
  const template = templateFor(kind, settings.templates);
  // What was typed into a form never takes the place of what the shop says.
  const whole = fillTemplate(template, { ...secret, ...values });
  const covered = Object.fromEntries(Object.keys(secret ?? {}).map((name) => [name, "****"]));
  const isForShop = occasionOf(kind).to === "admin";
  return {
    event_position: event.position,
    kind,
    channel: "sms",
    user_id: isForShop ? null : to.user,
    recipient: isForShop ? settings.effective_phone : to.phone,
    text: secret ? fillTemplate(template, { ...covered, ...values }) : whole,
    sealed: secret ? sealText(secrets.sealing.message, whole) : null,
    segments: measureSms(whole).segments,
    at: event.recorded_at,
  };
}
