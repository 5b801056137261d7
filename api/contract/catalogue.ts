/** Products, the notice and the payment details. */
import * as v from "valibot";
import { limits } from "#ledger/terms/limits.ts";
import { formatCedis, parseCedis } from "#ledger/terms/money.ts";
import { networks } from "#ledger/terms/networks.ts";
import { isClean } from "#ledger/terms/plain-text.ts";
import { productStatuses } from "#ledger/terms/statuses.ts";
import { texts } from "#ledger/terms/texts.ts";
import { phone, text } from "./fields.ts";

const productStatus = v.picklist(productStatuses, "Please choose available or out of stock");

/** PUT /product/{id}/status. `seen`: what it was when it was looked at, so that nobody is overwritten. */
export const productStatusBody = v.object({ status: productStatus, seen: v.optional(productStatus) });

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
 * keeps that image; null removes it. What is left out stays as it is.
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
  note: v.optional(
    v.pipe(
      v.string("Please use plain text"),
      v.trim(),
      v.maxLength(limits.notice_length_max, `At most ${limits.notice_length_max} characters`),
      v.check(isClean, "Please use plain text"),
    ),
  ),
  /** The position of the product that was looked at: what somebody else has changed since is not overwritten. */
  seen: v.optional(v.pipe(v.number("Not a position"), v.safeInteger("Not a position"))),
});

/** An id in a path. */
export const productId = v.pipe(v.string(), v.maxLength(60), v.check(isClean));

/** SHA-256 of an image's bytes, hex. */
export const imageHash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** PUT /extra/notice. `seen`, here and below: what stood there when it was looked at, so that nobody is overwritten. */
export const noticeBody = v.object({
  noticeContent: v.pipe(
    v.string("Please enter the notice"),
    v.trim(),
    v.maxLength(limits.notice_length_max, `At most ${limits.notice_length_max} characters`),
    v.check(isClean, "Please use plain text"),
  ),
  seen: v.optional(v.object({ noticeContent: v.string() })),
});

/** PUT /extra/momo-details */
export const momoDetailsBody = v.object({
  momoPhoneNumber: phone,
  momoAccountName: text(limits.name_length_max, "Please enter the account name"),
  seen: v.optional(v.object({ momoPhoneNumber: v.string(), momoAccountName: v.string() })),
});

/** An address that a phone opens in its chat app; nothing but https, whatever it is made to look like. */
const chatLink = v.pipe(
  v.string("Please enter a link"),
  v.trim(),
  v.maxLength(limits.link_length_max, `At most ${limits.link_length_max} characters`),
  v.check(
    (link) => link === "" || /^https:\/\/[^\s/@]+\.[^\s@]+$/.test(link),
    "Please enter a link that begins with https://",
  ),
  v.check(isClean, "Please use plain text"),
);

/** PUT /extra/support-links */
export const supportLinksBody = v.object({
  supportGroup: chatLink,
  supportChat: chatLink,
  seen: v.optional(v.object({ supportGroup: v.string(), supportChat: v.string() })),
});

export const packageRecord = v.object({
  _id: v.string(),
  offer: v.string(),
  priceCustomer: v.number(),
  priceAgent: v.number(),
  priceSAg: v.number(),
});
export type PackageRecord = v.InferOutput<typeof packageRecord>;

/** A product with its packages; prices in cedis. `image` is an address; `note` a warning to show beside it. */
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

export const productAnswer = v.object({ product: productRecord, message: v.string(), position: v.number() });
export type ProductAnswer = v.InferOutput<typeof productAnswer>;

/** PUT /product/{id}/status */
export const productStatusAnswer = v.object({ status: productStatus, position: v.number() });

/** GET /extra/momo-details, and the noticeUpdated event. */
export const noticeRecord = v.object({
  noticeContent: v.string(),
  momoPhoneNumber: v.string(),
  momoAccountName: v.string(),
  /** Addresses of the chat group and the chat contact; empty where there is none. */
  supportGroup: v.string(),
  supportChat: v.string(),
  shopName: v.string(),
  position: v.number(),
});
export type NoticeRecord = v.InferOutput<typeof noticeRecord>;

function areUnique(list: string[]): boolean {
  return new Set(list).size === list.length;
}
