/** A DataMart account on loopback that behaves as documented, including the worst that its page allows. */
import { FateQueue } from "../fate.ts";
import type { SupplierOptions } from "../supplier/book.ts";
import { startSupplier, type SupplierDouble } from "../supplier/double.ts";
import { Api, keyHeader } from "./api.ts";
import { Catalogue, type Network, type Package } from "./catalogue.ts";
import { type DataMartShares, orderKinds, type RequestFate, requestKinds } from "./fates.ts";
import { IdempotencyKeys } from "./idempotency-keys.ts";
import { type DataMartOrder, type Destination, type Forgery, signedWebhook, webhookRecord } from "./order.ts";
import { Purchases } from "./purchases.ts";

interface DataMartOptions extends SupplierOptions {
  apiKey: string;
  /** Where webhooks go, and the secret that signs them. Without it, none is sent. */
  webhook?: Destination | undefined;
  shares?: DataMartShares;
}

export interface DataMartDouble extends SupplierDouble<DataMartOrder, RequestFate> {
  /** The catalogue, in pesewas. A test can also change what is in stock. */
  prices: readonly Package[];
  setPrice(network: Network, capacity: number, pesewas: number): void;
  /** An attacker's webhook, sent at once. */
  forge(event: string, data: object, forgery: Forgery): Promise<void>;
}

export async function startDataMartDouble(options: DataMartOptions): Promise<DataMartDouble> {
  const { seed, apiKey, webhook: destination, shares = {} } = options;
  const catalogue = new Catalogue();
  const double = await startSupplier<DataMartOrder, RequestFate>(options, {
    fates: new FateQueue(orderKinds, shares.order ?? {}, seed),
    requestFates: new FateQueue(requestKinds, shares.request ?? {}, seed + 1),
    // Documented: all calls are below it.
    base: "/api/developer",
    keyHeader,
    webhookOf(order) {
      // Documented: there is no event for waiting.
      if (destination === undefined || order.state === "waiting") return undefined;
      const event = order.state === "pending" ? "created" : order.state;
      return signedWebhook(destination, `order.${event}`, webhookRecord(order));
    },
    open(book) {
      const purchases = new Purchases(book, catalogue, destination);
      const api = new Api({ book, purchases, keys: new IdempotencyKeys(book.clock) }, apiKey);
      return (request) => api.answer(request);
    },
  });
  return {
    ...double,
    prices: catalogue.packages,
    setPrice: (network, capacity, pesewas) => catalogue.setPrice(network, capacity, pesewas),
    async forge(event, data, forgery) {
      if (destination) await double.send(signedWebhook(destination, event, data, forgery));
    },
  };
}
