/** The suppliers that a storm plays. Each is a double, the shop's settings for it, and what the books should say of its orders. */
import type { SupplierSettings } from "../../../api/suppliers/fulfilment.ts";
import type { OrderRecord } from "../../../contract/order-list.ts";
import type { Route, SupplierName } from "../../../contract/terms/fulfilment.ts";
import type { Pesewas } from "../../../contract/terms/money.ts";
import type { DoubleClock } from "../../../tools/doubles/clock.ts";
import { startDataMartDouble } from "../../../tools/doubles/datamart/double.ts";
import { hostileDataMart, hostileHubnet, hostileReloadly } from "../../../tools/doubles/hostile-shares.ts";
import { startHubnetDouble } from "../../../tools/doubles/hubnet/double.ts";
import type { HubnetOrder } from "../../../tools/doubles/hubnet/order.ts";
import { startReloadlyDouble } from "../../../tools/doubles/reloadly/double.ts";
import { type ReloadlyOrder, topupRecord } from "../../../tools/doubles/reloadly/order.ts";
import type { SupplierDouble } from "../../../tools/doubles/supplier/double.ts";
import type { SupplierOrder } from "../../../tools/doubles/supplier/order.ts";
import type { Shopper } from "../../shoppers.ts";
import type { StormedShop } from "../stormed-shop.ts";

/** A shop in a storm, with the truth about it. */
export interface SupplierStage {
  shop: StormedShop;
  doubles: Map<SupplierName, SupplierDouble>;
  /** Orders that were acknowledged. */
  bought: OrderRecord[];
  shoppers: Shopper[];
}

/** How many times as fast as usual the shop works, and the suppliers' time passes. */
export const hurry = 40;
/** How many times as many calls as usual Hubnet takes: with its five a minute, 10,000 orders would take hours. */
const hubnet_times = 10;
/** The shop sends as many more to each supplier. The others take more than two processes send. */
export const rate = hurry * hubnet_times;

/** What each wallet and each supplier has at first. */
export const opening = { wallet: 10_000_00, supplier: 1_000_000_00 } as const;

export interface StartedDouble {
  seed: number;
  clock: DoubleClock;
  port: number;
  /** The shop's. */
  apiUrl: string;
}

export interface StormedSupplier {
  name: Exclude<SupplierName, "stock">;
  /** In hundredths of its account's currency. */
  opening: number;
  /** Whether its webhooks are signed. */
  signs: boolean;
  /** The shop asks it by the supplier's own reference. Without that, the same request would buy again after a day. */
  isAskedByItsOwn: boolean;
  /** By its documents, an order that has failed takes nothing, and its answers do not say whether that is true. */
  isFreeIfFailed: boolean;
  /** What an admin imports, for one that does not tell its prices. */
  priceList?: { code: string; name: string; network: string; cost: number }[];
  start: (options: StartedDouble) => Promise<SupplierDouble>;
  settings: (port: number) => SupplierSettings;
  /** What the books should have for one of its orders. */
  costOf: (order: SupplierOrder) => Pesewas;
}

/** Short, because many requests get no answer. */
const answer_ms = 400;
const dataMartKey = "the key of the storm's datamart";
const hubnetToken = "the token of the storm's hubnet";
const reloadlyKeys = { clientId: "the client of the storm", clientSecret: "the secret of the storm" };
const webhookSecret = "the secret of the storm's webhooks";

/** Hubnet is asked rarely, so it delivers soon. */
const deliver_ms = { usual: { min: 5000, max: 20 * 60_000 }, soon: { min: 5000, max: 3 * 60_000 } };

const minute_ms = 60_000;
/** For so long, a price that has changed in the moment of a purchase is another one than before. */
const changed_ms = 10 * minute_ms;
/** What a GB of MTN costs at Hubnet, in pesewas. No answer says it. */
const hubnetListed = 430;
const dollar_cedis = 15.4;

export const stormedSuppliers: readonly StormedSupplier[] = [
  {
    name: "datamart",
    opening: opening.supplier,
    signs: true,
    isAskedByItsOwn: true,
    isFreeIfFailed: false,
    start: ({ apiUrl, ...options }) =>
      startDataMartDouble({
        ...options,
        opening: opening.supplier,
        deliver_ms: deliver_ms.usual,
        apiKey: dataMartKey,
        webhook: { url: `${apiUrl}/supplier/datamart/webhook`, secret: webhookSecret },
        shares: hostileDataMart,
      }),
    settings: (port) => ({
      datamart: { key: dataMartKey, webhookSecret, url: `http://127.0.0.1:${port}/api/developer`, answer_ms },
    }),
    costOf: ({ price }) => price,
  },
  {
    name: "hubnet",
    opening: opening.supplier,
    signs: false,
    isAskedByItsOwn: false,
    isFreeIfFailed: false,
    priceList: [2, 3, 5].map((size) => ({
      code: `mtn ${size}`,
      name: `${size} GB`,
      network: "MTN",
      cost: (size * hubnetListed) / 100,
    })),
    async start({ clock, ...options }) {
      const double = await startHubnetDouble({
        ...options,
        clock,
        opening: opening.supplier,
        deliver_ms: deliver_ms.soon,
        key: hubnetToken,
        minute_max: 5 * hubnet_times,
        shares: hostileHubnet,
      });
      keepReturning(clock, () => (double.prices.mtn = hubnetListed));
      return double;
    },
    settings: (port) => ({
      hubnet: {
        token: hubnetToken,
        url: `http://127.0.0.1:${port}/live/api/context/business/transaction`,
        answer_ms,
      },
    }),
    costOf: (order) => (order as HubnetOrder).gigabytes * hubnetListed,
  },
  {
    name: "reloadly",
    opening: Math.round(opening.supplier / dollar_cedis),
    signs: true,
    isAskedByItsOwn: false,
    isFreeIfFailed: true,
    async start({ clock, apiUrl, ...options }) {
      const double = await startReloadlyDouble({
        ...options,
        ...reloadlyKeys,
        webhook: { url: `${apiUrl}/supplier/reloadly/webhook`, secret: webhookSecret },
        clock,
        opening: Math.round(opening.supplier / dollar_cedis),
        deliver_ms: deliver_ms.usual,
        currency: "USD",
        shares: hostileReloadly,
      });
      keepReturning(clock, () => (double.currency.rate = dollar_cedis));
      return double;
    },
    settings: (port) => {
      const url = `http://127.0.0.1:${port}`;
      return { reloadly: { ...reloadlyKeys, webhookSecret, url, authUrl: url, answer_ms } };
    },
    // At the rate that its own answer names: its cost and its discount together are the amount. Up to whole pesewas.
    costOf(order) {
      const { local, price } = order as ReloadlyOrder;
      const { discount } = topupRecord(order as ReloadlyOrder, { code: "USD", rate: dollar_cedis });
      return Math.ceil((local * price) / (price + Math.round(Number(discount) * 100)));
    },
  },
];

/** Otherwise prices and rates that change again and again would be a hundred times as high in a long storm. */
function keepReturning(clock: DoubleClock, back: () => void): void {
  clock.at(clock.now_ms + changed_ms, () => {
    back();
    keepReturning(clock, back);
  });
}

export function stormedSupplier(name: SupplierName): StormedSupplier {
  const found = stormedSuppliers.find((one) => one.name === name);
  if (!found) throw new Error(`the storm has no ${name}`);
  return found;
}

const dataMart = (gigabytes: number): Route => ({ supplier: "datamart", code: `YELLO ${gigabytes}` });
const hubnet = (gigabytes: number): Route => ({ supplier: "hubnet", code: `mtn ${gigabytes}` });

/** What the shop sells. What one supplier has refused, the next one may deliver. */
export const goods: readonly { network: string; offers: Record<string, Route[]> }[] = [
  {
    network: "MTNup2u",
    offers: {
      "1 GB": [dataMart(1)],
      "2 GB": [dataMart(2), hubnet(2)],
      "3 GB": [hubnet(3)],
      "5 GB": [hubnet(5), dataMart(5)],
    },
  },
  {
    network: "Airtime",
    offers: {
      "10 cedis": [{ supplier: "reloadly", code: "10" }],
      "20 cedis": [{ supplier: "reloadly", code: "20" }],
    },
  },
];
