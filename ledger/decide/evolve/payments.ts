import { idOfStream } from "#ledger/terms/streams.ts";
import { type EventOf, type EventType, type LedgerEvent, streamKindOf } from "../events.ts";
import type { Payment, State } from "../state.ts";
import type { Changes } from "./changes.ts";

type PaymentEvent = EventOf<
  { [T in EventType]: (typeof streamKindOf)[T] extends "payment" ? T : never }[EventType]
>;

export function isOfPayment(event: LedgerEvent): event is PaymentEvent {
  return streamKindOf[event.type] === "payment";
}

export function evolvePayment(state: State, event: PaymentEvent, changes: Changes): void {
  if (event.type === "payment_received") return receivePayment(state, event, changes);
  return movePayment(state, event, changes);
}

function receivePayment(state: State, event: EventOf<"payment_received">, changes: Changes): void {
  const { version, position, recorded_at } = event;
  const id = idOfStream(event.stream);
  state.payments.set(id, {
    id,
    ...event.data,
    amount: event.amount ?? 0,
    fee: null,
    status: "received",
    disputed: false,
    reason: null,
    user: null,
    topup: null,
    received_at: recorded_at,
    received: position,
    action_at: null,
    version,
    position,
  });
  changes.payments.add(id);
}

type LaterEvent = Exclude<PaymentEvent, { type: "payment_received" }>;

function movePayment(state: State, event: LaterEvent, changes: Changes): void {
  const { version, position } = event;
  const id = idOfStream(event.stream);
  const before = state.payments.peek(id);
  if (!before) return;
  state.payments.set(id, { ...before, ...changed(event, before), version, position });
  changes.payments.add(id);
  if (event.type === "payment_covered") coverTopup(state, event, changes);
}

function changed(event: LaterEvent, { fee, user }: Payment): Partial<Payment> {
  const { recorded_at: action_at } = event;
  switch (event.type) {
    case "payment_fee_charged":
      return { fee: (fee ?? 0) + (event.amount ?? 0) };
    case "payment_held":
      return { status: "held", reason: event.data.reason };
    case "payment_matched":
    case "payment_covered":
      return { status: "matched", reason: null, user: event.data.user, topup: event.data.topup, action_at };
    case "payment_returned":
      return { status: "returned", reason: event.data.reason, action_at };
    case "payment_disputed":
      return { disputed: true };
    case "payment_dispute_won":
      return { disputed: false };
    case "payment_reversed":
      return { status: "reversed", disputed: false, action_at };
    case "payment_return_failed":
      return user === null
        ? { status: "held", reason: event.data.reason, action_at: null }
        : { status: "matched", reason: event.data.reason, action_at };
    default:
      return event satisfies never;
  }
}

/** From now on no other payment can stand for the same credit. The event is not of the top-up's stream. */
function coverTopup(state: State, event: EventOf<"payment_covered">, changes: Changes): void {
  const { topup } = event.data;
  const before = state.topups.peek(topup);
  if (!before) return;
  state.topups.set(topup, { ...before, payment: idOfStream(event.stream), position: event.position });
  changes.topups.add(topup);
}
