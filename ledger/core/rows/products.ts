import type { Pesewas } from "#contract/terms/money.ts";
import type { PriceKind, Prices } from "#contract/terms/pricing.ts";
import type { ProductStatus } from "#contract/terms/statuses.ts";
import { bigint, integer, jsonb, type Row, type Table, text } from "./table.ts";

/** What an offer is and what each level pays for it, in pesewas. */
export interface Package extends Prices {
  id: string;
  offer: string;
}

export interface ProductFacts {
  network: string;
  status: ProductStatus;
  /** A warning shown beside the product; never blocks. */
  note: string;
  /** SHA-256 of the image's bytes, hex; the bytes are kept outside the log. */
  image: string | null;
  packages: Package[];
}

export interface Product extends Row, ProductFacts {
  id: string;
}

export const productTable: Table<Product> = {
  name: "product",
  key: ["id"],
  columns: {
    id: text,
    network: text,
    status: text,
    note: text,
    image: text,
    packages: jsonb,
    version: integer,
    position: bigint,
  },
};

export function factsOf({ network, status, note, image, packages }: Product): ProductFacts {
  return { network, status, note, image, packages };
}

/** A price that one admin lowered without a second one. */
export interface PriceCut {
  package: string;
  price: PriceKind;
  /** The highest that it was in the hours before. */
  before: Pesewas;
  by: string;
  at: string;
}

export interface ApprovableProductIntents {
  create_product: { product: string; facts: ProductFacts };
  /** `seen`: the position of the product that the admin saw. */
  change_product: { product: string; facts: ProductFacts; seen?: number };
}
