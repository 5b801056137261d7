/** The facts the log can hold. Ids, amounts and states only: names, numbers, emails and forms live in ordinary tables. */
import type { Pesewas } from "#contract/terms/money.ts";
import type { ClosingKind } from "#contract/terms/payments.ts";
import type { HouseAccount } from "#contract/terms/rails.ts";
import type { Stream, StreamKind } from "#contract/terms/streams.ts";
import { approvalEvents } from "./events/approvals.ts";
import type { Declaration, Happened } from "./events/declare.ts";
import { fulfilmentEvents, supplierEvents } from "./events/fulfilments.ts";
import { orderEvents } from "./events/orders.ts";
import { paymentEvents } from "./events/payments.ts";
import { productEvents } from "./events/products.ts";
import { settingsEvents } from "./events/settings.ts";
import { shopEvents } from "./events/shops.ts";
import { topupEvents } from "./events/topups.ts";
import { userEvents } from "./events/users.ts";
import { walletEvents } from "./events/wallets.ts";
import { withdrawalEvents } from "./events/withdrawals.ts";

export const events = {
  ...userEvents,
  ...walletEvents,
  ...topupEvents,
  ...orderEvents,
  ...supplierEvents,
  ...fulfilmentEvents,
  ...productEvents,
  ...settingsEvents,
  ...paymentEvents,
  ...withdrawalEvents,
  ...approvalEvents,
  ...shopEvents,
};

export type EventType = keyof typeof events;

/** Undefined for a type that the ledger does not know: an imported log may have any. */
export function declarationOf(type: string): Declaration<StreamKind, unknown> | undefined {
  // Each type has its own data; TypeScript cannot follow that through a lookup.
  return events[type as EventType] as unknown as Declaration<StreamKind, unknown> | undefined;
}

/** The types of events that move money. */
export const movementTypes = (Object.keys(events) as EventType[]).filter(
  (type) => declarationOf(type)?.books,
);

export function typesBookedAs(kind: ClosingKind): EventType[] {
  return movementTypes.filter((type) => declarationOf(type)?.books === kind);
}

type EventsOf<T extends EventType> =
  (typeof events)[T] extends Declaration<infer K, infer Data> ? Happened<K, Data> & { type: T } : never;

/** An event as decided; the store adds its hash. */
export type LedgerEvent = { [T in EventType]: EventsOf<T> }[EventType];

/** An event of some types only. */
export type EventOf<T extends EventType> = Extract<LedgerEvent, { type: T }>;

/** The data of each type of event. */
export type Facts = { [T in EventType]: EventsOf<T>["data"] };

export type StreamOf<T extends EventType> = Stream<(typeof events)[T]["stream"]>;

/** One half of a transfer: what the wallet or house account gains (negative: loses). `counterparty` has the other half. */
export type Movement = ({ wallet: string } | { wallet?: undefined; house: HouseAccount }) & {
  counterparty: HouseAccount;
  amount: Pesewas;
};

/** An event as a command decides it, without its place in the log. */
export type Draft = {
  [T in EventType]: { type: T; stream: StreamOf<T>; data: Facts[T]; movement?: Movement };
}[EventType];
