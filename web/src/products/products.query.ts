import type { ProductRecord } from "#contract/products.ts";
import { networks } from "#contract/terms/product-types.ts";
import { fetchList } from "../lib/lists.ts";
import type { Rules } from "../lib/listing.ts";
import { liveQuery } from "../live/live-query.ts";

const rules: Rules<ProductRecord> = {
  key: (product) => product._id,
  takes: (event) => (event.event === "productsUpdated" ? event.data : undefined),
  unknown: "insert",
};

export const productsQuery = liveQuery(
  ["products"],
  (signal) => fetchList<ProductRecord>("/product", signal),
  rules,
);

/** The products that can be bought now, in the specification's order of networks. */
export function available(products: readonly ProductRecord[]): ProductRecord[] {
  const place = (product: ProductRecord) =>
    (networks.indexOf(product.network) + networks.length + 1) % (networks.length + 1);
  return products.filter((product) => product.status === "available").sort((a, b) => place(a) - place(b));
}
