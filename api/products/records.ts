/** Products as the wire carries them, with their prices in cedis. */
import type { ProductView } from "#ledger/products/catalogue.ts";
import { toCedis } from "#contract/terms/money.ts";
import type { ProductRecord } from "#contract/products.ts";
import { imageUrl } from "./images.ts";

export function productRecord(view: ProductView): ProductRecord {
  return {
    _id: view.id,
    network: view.network,
    image: view.image && imageUrl(view.image),
    status: view.status,
    note: view.note,
    packages: view.packages.map((item) => ({
      _id: item.id,
      offer: item.offer,
      priceCustomer: toCedis(item.customer),
      priceAgent: toCedis(item.agent),
      priceSAg: toCedis(item.superAgent),
    })),
    position: view.position,
  };
}
