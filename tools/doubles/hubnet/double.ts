/** A Hubnet account on loopback that behaves as it was seen to, including the worst that is then possible. */
import { FateQueue } from "../fate.ts";
import type { SupplierOptions } from "../supplier/book.ts";
import { startSupplier, type SupplierDouble } from "../supplier/double.ts";
import { HubnetApi, type HubnetTerms } from "./api.ts";
import { type HubnetShares, orderKinds, type RequestFate, requestKinds } from "./fates.ts";
import { type HubnetOrder, webhookOf } from "./order.ts";

interface HubnetOptions extends SupplierOptions {
  key: string;
  shares?: HubnetShares | undefined;
  /** How many requests are answered in a minute of its clock, for each call. Seen: 5. */
  minute_max?: number | undefined;
}

export interface HubnetDouble extends SupplierDouble<HubnetOrder, RequestFate> {
  /** What a GB costs the shop, in pesewas. No call says it. */
  prices: HubnetTerms["prices"];
}

export async function startHubnetDouble(options: HubnetOptions): Promise<HubnetDouble> {
  const { seed, key, minute_max = 5, shares = {} } = options;
  const prices = { mtn: 430, at: 380, "big-time": 300 };
  const double = await startSupplier<HubnetOrder, RequestFate>(options, {
    fates: new FateQueue(orderKinds, shares.order ?? {}, seed),
    requestFates: new FateQueue(requestKinds, shares.request ?? {}, seed + 1),
    base: "/live/api/context/business/transaction",
    webhookOf,
    open(book) {
      const api = new HubnetApi(book, { key, minute_max, prices });
      return (request) => api.answer(request);
    },
  });
  return { ...double, prices };
}
