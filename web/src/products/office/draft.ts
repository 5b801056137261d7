import type { PackageRecord, ProductRecord } from "#contract/products.ts";
import { parseCedis, toCedis } from "#contract/terms/money.ts";
import { defaultNote } from "#contract/terms/product-types.ts";
import type { ProductStatus } from "#contract/terms/statuses.ts";
import { plainMoney } from "../../lib/money.ts";

export const priceFields = ["priceCustomer", "priceAgent", "priceSAg"] as const;
export type PriceField = (typeof priceFields)[number];

/** Who pays which price. */
export const levelNames: Record<PriceField, string> = {
  priceCustomer: "Customer",
  priceAgent: "Agent",
  priceSAg: "Super Agent",
};

export interface PackageDraft extends Record<PriceField, string> {
  /** Identifies a row, because new packages have no id yet. */
  key: string;
  _id?: string;
  offer: string;
}

export interface ProductDraft {
  /** A data URL for a new image, the path of the current one, or null. */
  image: string | null;
  /** Only for a new product. An existing product's status is changed separately. */
  status?: ProductStatus;
  note: string;
  packages: PackageDraft[];
}

/** The name under which the form keeps what is not saved yet. */
export function draftName(network: string): string {
  return `product ${network}`;
}

export function draftOf(network: string, product: ProductRecord | undefined): ProductDraft {
  if (product === undefined)
    return { image: null, status: "available", note: defaultNote(network), packages: [] };
  const { image, note, packages } = product;
  const typed = packages.map(({ _id, offer, ...prices }) => ({
    key: _id,
    _id,
    offer,
    ...perPrice((field) => plainMoney(prices[field])),
  }));
  return { image, note, packages: typed };
}

/** One value for each price. */
export function perPrice<Value>(of: (field: PriceField) => Value): Record<PriceField, Value> {
  return Object.fromEntries(priceFields.map((field) => [field, of(field)])) as Record<PriceField, Value>;
}

export function bodyOf(network: string, draft: ProductDraft, product: ProductRecord | undefined) {
  return {
    network,
    image: draft.image,
    note: draft.note,
    packages: draft.packages.map(({ key: _, ...row }) => row),
    ...(draft.status === undefined ? {} : { status: draft.status }),
    ...(product === undefined ? {} : { seen: product.position }),
  };
}

/** The packages that can be previewed: those with an offer and all prices. */
export function previewOf(draft: ProductDraft): PackageRecord[] {
  return draft.packages.flatMap(({ key, offer, ...row }) => {
    if (offer.trim() === "" || priceFields.some((field) => parseCedis(row[field]) === undefined)) return [];
    return [{ _id: key, offer, ...perPrice((field) => toCedis(parseCedis(row[field]) ?? 0)) }];
  });
}
