import type { ProductStatus } from "#contract/terms/statuses.ts";
import { idOfStream } from "#contract/terms/streams.ts";
import type { Changes } from "../changes.ts";
import { cutsAfter, type ProductChange } from "./price-cuts.ts";
import type { ProductFacts } from "../rows/products.ts";
import type { State } from "../state.ts";
import { type Changed, eventsOf, type Happened, type Requested } from "./declare.ts";
import { actOfShop } from "./settings.ts";

type ProductEvent<Data> = Happened<"product", Data>;

const ofProduct = eventsOf("product");

export const productEvents = {
  /** `list`: it is one of a list, whose act is before it in the log. */
  product_created: ofProduct<ProductFacts & Requested & { list?: true }>((state, event, changes) => {
    const { requested_by: _, list: __, ...facts } = event.data;
    putProduct(state, event, changes, facts);
  }),
  /** So many products, with so many packages in all, were created together. They follow in the log. */
  products_listed: actOfShop<{ products: number; packages: number }>(),
  product_changed: ofProduct<ProductChange>((state, event, changes) => {
    state.price_cuts = cutsAfter(state.price_cuts, event);
    putProduct(state, event, changes, event.data.after);
  }),
  product_status_changed: ofProduct<Changed<ProductStatus>>((state, event, changes) => {
    const before = state.products.get(idOfStream(event.stream));
    if (before) putProduct(state, event, changes, { ...before, status: event.data.after });
  }),
};

function putProduct(
  { products }: State,
  { stream, version, position }: ProductEvent<unknown>,
  changes: Changes,
  facts: ProductFacts,
): void {
  const id = idOfStream(stream);
  products.set(id, { id, ...facts, version, position });
  changes.products.add(id);
}
