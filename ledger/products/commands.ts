import type { ProductStatus } from "#contract/terms/statuses.ts";
import { productStream, settingsStream } from "#contract/terms/streams.ts";
import { type Deciders, hasHadTwoAdmins, isAdmin, needsActor } from "#ledger/core/checks.ts";
import type { Facts } from "#ledger/core/events.ts";
import { cutsTooFar } from "#ledger/core/events/price-cuts.ts";
import { type ApprovableProductIntents, factsOf, type Product } from "#ledger/core/rows/products.ts";
import type { State } from "#ledger/core/state.ts";

export interface ProductIntents extends ApprovableProductIntents {
  /** What a shop begins with. The networks differ. */
  create_products: { products: ApprovableProductIntents["create_product"][] };
  change_product_status: { product: string; status: ProductStatus; seen?: ProductStatus };
}

export const productCommands: Deciders<ProductIntents> = {
  create_product: {
    needs: needsActor,
    checks: (command, state) => [
      ...isAdmin(command, state),
      ["network_taken", () => isTaken(command.intent, state)],
    ],
    takesTwo: (_, state) => takesTwoToCreate(state),
    events: ({ intent }) => [created(intent)],
  },
  /** All or none. Where a new product takes two admins, each is created alone. */
  create_products: {
    needs: needsActor,
    checks: (command, state) => [
      ...isAdmin(command, state),
      ["network_taken", () => command.intent.products.some((one) => isTaken(one, state))],
      ["second_admin_needed", () => takesTwoToCreate(state) && hasHadTwoAdmins(state)],
    ],
    events: ({ intent: { products } }) => [
      {
        type: "products_listed",
        stream: settingsStream,
        data: {
          products: products.length,
          packages: products.reduce((sum, { facts }) => sum + facts.packages.length, 0),
        },
      },
      ...products.map(({ product, facts }) => created({ product, facts: { ...facts, list: true as const } })),
    ],
  },
  change_product: {
    needs: needsActor,
    checks: (command, state) => [
      ...isAdmin(command, state),
      ["product_unknown", () => !state.products.has(command.intent.product)],
      ["network_taken", () => takenByOther(command.intent.facts.network, command.intent.product, state)],
      [
        "changed_meanwhile",
        () => {
          const { product, seen } = command.intent;
          return seen !== undefined && state.products.get(product)?.position !== seen;
        },
      ],
    ],
    takesTwo: ({ intent }, state) => {
      const before = state.products.get(intent.product);
      return state.settings.correction_limit !== null && !!before && cutsTooFar(before, intent.facts, state);
    },
    events: ({ intent }, state) => [
      {
        type: "product_changed",
        stream: productStream(intent.product),
        data: { before: factsOf(known(state, intent.product)), after: intent.facts },
      },
    ],
  },
  change_product_status: {
    needs: needsActor,
    checks: (command, state) => {
      const product = state.products.get(command.intent.product);
      const { status, seen } = command.intent;
      return [
        ...isAdmin(command, state),
        ["product_unknown", () => !product],
        ["changed_meanwhile", () => seen !== undefined && !!product && product.status !== seen],
        ["unchanged", () => product?.status === status],
      ];
    },
    events: ({ intent }, state) => [
      {
        type: "product_status_changed",
        stream: productStream(intent.product),
        data: { before: known(state, intent.product).status, after: intent.status },
      },
    ],
  },
};

type NewProduct = ProductIntents["create_product"];

function created({ product, facts }: { product: string; facts: Facts["product_created"] }) {
  return { type: "product_created" as const, stream: productStream(product), data: facts };
}

/** An offer that never had a price could be sold for anything. */
function takesTwoToCreate(state: State): boolean {
  return state.settings.correction_limit !== null;
}

/** Creating a product under an id in use would silently overwrite it. */
function isTaken({ product, facts }: NewProduct, state: State): boolean {
  return state.products.has(product) || takenByOther(facts.network, product, state);
}

function takenByOther(network: string, product: string, state: State): boolean {
  return [...state.products.values()].some((one) => one.network === network && one.id !== product);
}

function known(state: State, id: string): Product {
  const product = state.products.get(id);
  if (!product) throw new Error(`events of an unknown product ${id}`);
  return product;
}
