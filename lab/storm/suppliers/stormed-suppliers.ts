/** The suppliers that a storm plays, the first choice first. Each is a double, and the shop's settings for it. */
import type { SupplierSettings } from "../../../api/suppliers/fulfilment.ts";
import type { OrderRecord } from "../../../contract/order-list.ts";
import type { SupplierName } from "../../../contract/terms/fulfilment.ts";
import type { Pesewas } from "../../../contract/terms/money.ts";
import type { DoubleClock } from "../../../tools/doubles/clock.ts";
import { startDataMartDouble } from "../../../tools/doubles/datamart/double.ts";
import { hostileDataMart } from "../../../tools/doubles/hostile-shares.ts";
import type { SupplierDouble } from "../../../tools/doubles/supplier/double.ts";
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

/** What each wallet and each supplier has at first. */
export const opening = { wallet: 10_000_00, supplier: 1_000_000_00 } as const;

export interface StartedDouble {
  seed: number;
  clock: DoubleClock;
  port: number;
  opening: Pesewas;
  deliver_ms: { min: number; max: number };
  /** The shop's. */
  apiUrl: string;
}

export interface StormedSupplier {
  name: SupplierName;
  /** What it calls so many GB for a number of MTN. */
  codeOf: (gigabytes: number) => string;
  /** Whether its webhooks are signed. */
  signs: boolean;
  /** After a day it does not know an order by the shop's reference any more. */
  forgetsReferences: boolean;
  start: (options: StartedDouble) => Promise<SupplierDouble>;
  settings: (port: number) => SupplierSettings;
}

/** Short, because many requests get no answer. */
const answer_ms = 400;
const dataMartKey = "the key of the storm's datamart";

export const stormedSuppliers: readonly StormedSupplier[] = [
  {
    name: "datamart",
    codeOf: (gigabytes) => `YELLO ${gigabytes}`,
    signs: true,
    forgetsReferences: true,
    start: ({ apiUrl, ...options }) =>
      startDataMartDouble({
        ...options,
        apiKey: dataMartKey,
        webhookUrl: `${apiUrl}/supplier/datamart/webhook`,
        shares: hostileDataMart,
      }),
    settings: (port) => ({
      datamart: { key: dataMartKey, url: `http://127.0.0.1:${port}/api/developer`, answer_ms },
    }),
  },
];
