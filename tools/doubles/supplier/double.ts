/** What the double of every supplier can do, whoever acts: a test, a storm, or a person at the desk. */
import { DoubleClock } from "../clock.ts";
import type { Fates } from "../fate.ts";
import { type DoubleRequest, serveDouble } from "../server.ts";
import { OrderBook, type SupplierOptions } from "./book.ts";
import type { SupplierRequestFate } from "./fates.ts";
import type { SupplierOrder } from "./order.ts";
import { sendWebhook, type SupplierJournal, type Webhook } from "./webhooks.ts";

export interface SupplierDouble<
  O extends SupplierOrder = SupplierOrder,
  R extends SupplierRequestFate = SupplierRequestFate,
> {
  /** The base address of the API, with its path. */
  url: string;
  clock: DoubleClock;
  journal: SupplierJournal;
  /** The truth about every order, by reference. */
  orders: ReadonlyMap<string, O>;
  /** What the shop has left, in hundredths of the account's currency. */
  balance(): number;
  /** @param hundredths of the account's currency */
  topUp(hundredths: number): void;
  /** Sets the fate of the next purchase with a new key. Can be called several times, for the ones after it. */
  forceNext(fate: Partial<O["fate"]>): void;
  /** Sets the fate of all purchases for this number, whatever its last digits would choose. */
  forcePhone(phone: string, fate: Partial<O["fate"]>): void;
  /** Sets the fate of the next request whose path begins so. */
  forceRequest(path: string, fate: Partial<R>): void;
  /** A person acts on an order. @throws if the reference is unknown */
  deliver(reference: string): void;
  fail(reference: string): void;
  refund(reference: string): void;
  /** Sends it at once, whoever has made it. */
  send: (webhook: Webhook) => Promise<void>;
  close(): Promise<void>;
}

interface Supplier<O extends SupplierOrder, R extends SupplierRequestFate> {
  fates: Fates<O["fate"]>;
  requestFates: Fates<R>;
  /** All calls are below it. */
  base: string;
  /** The type of what it answers. */
  contentType?: string;
  /** The header with the shop's key for an order. */
  keyHeader?: string;
  /** What the shop is told of an order that is now in this state; undefined if the supplier does not tell it. */
  webhookOf: (order: O) => Webhook | undefined;
  /** @returns what answers the shop's requests, or throws a Refusal */
  open: (book: OrderBook<O>) => (request: DoubleRequest<R>) => Promise<object> | object;
}

export async function startSupplier<O extends SupplierOrder, R extends SupplierRequestFate>(
  options: SupplierOptions,
  supplier: Supplier<O, R>,
): Promise<SupplierDouble<O, R>> {
  const clock = options.clock ?? new DoubleClock();
  const journal: SupplierJournal = { requests: [], webhooks: [], doublePurchases: [] };
  const ending = new AbortController();
  const line = { clock, journal, signal: ending.signal };
  const book = new OrderBook<O>(options, { ...supplier, line });
  const server = await serveDouble<R>({
    ...supplier,
    clock,
    journal,
    port: options.port,
    fates: supplier.requestFates,
    answer: supplier.open(book),
  });
  const { fulfilment } = book;
  return {
    url: server.url,
    clock,
    journal,
    orders: book.orders,
    balance: () => book.balance,
    topUp: (hundredths) => (book.balance += hundredths),
    forceNext: (fate) => supplier.fates.force(fate),
    forcePhone: (phone, fate) => book.fatesByPhone.set(phone, fate),
    forceRequest: (path, fate) => supplier.requestFates.force(fate, path),
    deliver: (reference) => fulfilment.deliver(book.find(reference)),
    fail: (reference) => fulfilment.fail(book.find(reference)),
    refund: (reference) => fulfilment.refund(book.find(reference)),
    send: (webhook) => sendWebhook(line, webhook),
    async close() {
      ending.abort();
      await server.close();
      await clock.idle();
    },
  };
}
