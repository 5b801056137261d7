/** Products, their packages and images. */
import * as v from "valibot";
import { limits } from "#contract/terms/limits.ts";
import { formatCedis, parseCedis } from "#contract/terms/money.ts";
import { networks } from "#contract/terms/product-types.ts";
import { isClean } from "#contract/terms/plain-text.ts";
import { productStatuses } from "#contract/terms/statuses.ts";
import { texts } from "#contract/terms/texts.ts";
import { anyText, text } from "./fields.ts";
import { operationsOf } from "./operation.ts";

const productStatus = v.picklist(productStatuses, "Please choose available or out of stock");

/** A price in cedis; becomes pesewas. */
const price = v.pipe(
  v.union([v.number(), v.string()], texts.priceNotNumber),
  v.transform((typed: string | number): number | undefined => parseCedis(typed)),
  v.number(texts.priceNotNumber),
  v.minValue(1, "The price must be above zero"),
  v.maxValue(limits.price_max, `The price must not exceed ${formatCedis(limits.price_max)}`),
);

/** A package as the admin's form sends it: the specification's client calls the offer of a new one `name`. */
const packageBody = v.pipe(
  v.object({
    _id: v.optional(v.pipe(v.string(), v.maxLength(60))),
    offer: v.optional(v.unknown()),
    name: v.optional(v.unknown()),
    priceCustomer: price,
    priceAgent: price,
    priceSAg: price,
  }),
  v.transform(({ name, ...item }) => ({ ...item, offer: item.offer ?? name })),
  v.object({
    _id: v.optional(v.string()),
    offer: text(limits.offer_length_max, "Please enter the offer"),
    priceCustomer: v.number(),
    priceAgent: v.number(),
    priceSAg: v.number(),
  }),
);

/**
 * POST /product/create and PUT /product/{id}. `image`: a data URL, or the address that GET /product answered, which
 * keeps that image. Null removes the image. Fields that are left out do not change.
 */
export const productBody = v.object({
  network: v.picklist(networks, "Please select a network"),
  image: v.nullish(v.pipe(v.string(texts.imageWrongKind), v.maxLength(limits.body_bytes_max))),
  packages: v.pipe(
    v.array(packageBody, "Please add the packages"),
    v.maxLength(limits.packages_max, `At most ${limits.packages_max} packages`),
    v.check(
      (list) => areUnique(list.map(({ offer }) => offer.toLowerCase())),
      "Two packages have the same offer",
    ),
    v.check((list) => areUnique(list.flatMap(({ _id }) => _id ?? [])), "Two packages have the same _id"),
  ),
  status: v.optional(productStatus),
  note: v.optional(anyText(limits.notice_length_max)),
  /** The position of the product that the admin saw. If the product has changed since, the call is refused. */
  seen: v.optional(v.pipe(v.number("Not a position"), v.safeInteger("Not a position"))),
});

/** POST /product/create-several: what a shop begins with. */
export const productsBody = v.object({
  products: v.pipe(
    v.array(productBody, "Please add the products"),
    v.minLength(1, "Please choose at least one package"),
    v.maxLength(networks.length, `At most ${networks.length} products`),
    v.check((list) => areUnique(list.map(({ network }) => network)), "Two products have the same network"),
  ),
});

/** The id in a path. */
export const productId = v.pipe(v.string(), v.maxLength(60), v.check(isClean));

/** SHA-256 of an image's bytes, hex. */
export const imageHash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

export const packageRecord = v.object({
  _id: v.string(),
  offer: v.string(),
  priceCustomer: v.number(),
  priceAgent: v.number(),
  priceSAg: v.number(),
});
export type PackageRecord = v.InferOutput<typeof packageRecord>;

/** A product with its packages; prices in cedis. `image` is an address; `note` is a warning to show beside it. */
export const productRecord = v.object({
  _id: v.string(),
  network: v.string(),
  image: v.nullable(v.string()),
  status: v.picklist(productStatuses),
  note: v.string(),
  packages: v.array(packageRecord),
  position: v.number(),
});
export type ProductRecord = v.InferOutput<typeof productRecord>;

/** `pending`: nothing has changed yet, another admin must approve first. A new product is not there until then. */
export const productAnswer = v.object({
  product: v.optional(productRecord),
  pending: v.optional(v.literal(true)),
  message: v.string(),
  position: v.number(),
});
export type ProductAnswer = v.InferOutput<typeof productAnswer>;

export const productsAnswer = v.object({
  products: v.array(productRecord),
  message: v.string(),
  position: v.number(),
});
export type ProductsAnswer = v.InferOutput<typeof productsAnswer>;

function areUnique(list: string[]): boolean {
  return new Set(list).size === list.length;
}

export const productOperations = /* @__PURE__ */ operationsOf("Catalogue", {
  listProducts: {
    call: "GET /product",
    summary: "List products with their packages",
    access: "anyone",
    byKey: true,
    tagged: true,
    compressed: true,
    answer: v.array(productRecord),
  },
  createProduct: {
    call: "POST /product/create",
    summary: "Create a product",
    description:
      "If a limit for corrections is set in Extras and the shop has had two admins, this waits for another admin: the answer is `pending`.",
    body: productBody,
    command: true,
    status: 201,
    answer: productAnswer,
    refusals: ["network_taken", "approval_decided", "approval_open"],
  },
  createProducts: {
    call: "POST /product/create-several",
    summary: "Create several products at once",
    description:
      "All of them or none. If a limit for corrections is set in Extras and the shop has had two admins, create each alone.",
    body: productsBody,
    command: true,
    status: 201,
    answer: productsAnswer,
    refusals: ["network_taken", "second_admin_needed"],
  },
  changeProduct: {
    call: "PUT /product/{id}",
    summary: "Change a product and its packages",
    description:
      "If a limit for corrections is set in Extras and the shop has had two admins, a price more than 20 % below what it was within 24 hours, and an offer that is new, wait for another admin: the answer is `pending`.",
    params: { id: productId },
    body: productBody,
    command: true,
    stepUp: "sometimes",
    answer: productAnswer,
    refusals: ["product_unknown", "network_taken", "changed_meanwhile", "approval_decided", "approval_open"],
  },
  changeProductStatus: {
    call: "PUT /product/{id}/status",
    summary: "Mark a product as available or out of stock",
    params: { id: productId },
    /** `seen`: the status that the admin saw. If it has changed since, the call is refused. */
    body: v.object({ status: productStatus, seen: v.optional(productStatus) }),
    command: true,
    answer: v.object({ status: productStatus, position: v.number() }),
    refusals: ["product_unknown", "changed_meanwhile", "unchanged"],
  },
  productImage: {
    call: "GET /product/image/{hash}",
    summary: "Read a product's image",
    description: "The address contains the hash of the content, so the answer can be cached permanently.",
    access: "anyone",
    immutable: true,
    params: { hash: imageHash },
    answer: { media: "image/*" },
  },
});
