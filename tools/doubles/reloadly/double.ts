/** A Reloadly account on loopback that behaves as documented, including the worst that the documents allow. */
import { DoubleClock } from "../clock.ts";
import { FateQueue } from "../fate.ts";
import type { SupplierOptions } from "../supplier/book.ts";
import { startSupplier, type SupplierDouble } from "../supplier/double.ts";
import { contentType, ReloadlyApi } from "./api.ts";
import { orderKinds, type ReloadlyShares, type RequestFate, requestKinds } from "./fates.ts";
import type { Currency } from "./operators.ts";
import { type Destination, type ReloadlyOrder, signedWebhook, topupRecord } from "./order.ts";

interface ReloadlyOptions extends SupplierOptions {
  clientId: string;
  clientSecret: string;
  /** Of the account. Amounts of the balance and prices of orders are in it. */
  currency?: Currency["code"] | undefined;
  /** Where webhooks go, and the secret that signs them. Without it, none is sent. */
  webhook?: Destination | undefined;
  shares?: ReloadlyShares | undefined;
  /** How long a token is good for. */
  token_ms?: number | undefined;
  /** How long a number that got something is refused. Documented: two minutes. */
  pause_ms?: number | undefined;
}

export interface ReloadlyDouble extends SupplierDouble<ReloadlyOrder, RequestFate> {
  /** Its rate can change at any time. */
  currency: Currency;
}

const usualToken_ms = 24 * 60 * 60_000;
const usualPause_ms = 2 * 60_000;

/** Tokens are given out at the same address, below /oauth/token. */
export async function startReloadlyDouble(options: ReloadlyOptions): Promise<ReloadlyDouble> {
  const { seed, clientId, clientSecret, webhook: destination, shares = {} } = options;
  const { token_ms = usualToken_ms, pause_ms = usualPause_ms, clock = new DoubleClock() } = options;
  const code = options.currency ?? "USD";
  const currency: Currency = { code, rate: code === "USD" ? 15.4 : 1 };
  const terms = { clientId, clientSecret, currency, token_ms, pause_ms, destination };
  const double = await startSupplier<ReloadlyOrder, RequestFate>(
    { ...options, clock },
    {
      fates: new FateQueue(orderKinds, shares.order ?? {}, seed),
      requestFates: new FateQueue(requestKinds, shares.request ?? {}, seed + 1),
      base: "",
      contentType,
      webhookOf(order) {
        // Documented: it tells the end. With "first", it also tells the beginning before the answer.
        const { state, fate } = order;
        const isTold = state === "pending" ? fate.webhook === "first" : !isUnderWay.has(state);
        if (destination === undefined || !isTold) return undefined;
        return signedWebhook(destination, topupRecord(order, currency), clock);
      },
      open(book) {
        const api = new ReloadlyApi(book, terms);
        return (request) => api.answer(request);
      },
    },
  );
  return { ...double, currency };
}

const isUnderWay: ReadonlySet<string> = new Set(["waiting", "processing"]);
