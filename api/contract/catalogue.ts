/** Products, the notice and the payment details. */
import * as v from "valibot";
import { limits } from "#ledger/terms/limits.ts";
import { productStatuses } from "#ledger/terms/statuses.ts";
import { texts } from "#ledger/terms/texts.ts";
import { cedis, phone, text } from "./fields.ts";

const price = v.pipe(
  v.union([v.number(), v.string()], texts.priceNotNumber),
  cedis,
  v.minValue(1, texts.priceNotNumber),
  v.maxValue(limits.price_max, "This price is too high"),
);

/** PUT /product/{id}/status */
export const productStatusBody = v.object({
  status: v.picklist(productStatuses, "Please choose available or out of stock"),
});

/** One package row as it is written: `name` is read as its offer. */
export const packageBody = v.pipe(
  v.object({
    _id: v.optional(v.pipe(v.string(), v.maxLength(60))),
    offer: v.optional(text(limits.offer_length_max)),
    name: v.optional(text(limits.offer_length_max)),
    priceCustomer: price,
    priceAgent: price,
    priceSAg: price,
  }),
  v.check((row) => (row.offer ?? row.name) !== undefined, "Please name the offer"),
);

/** PUT /extra/notice */
export const noticeBody = v.object({
  noticeContent: v.pipe(
    v.string("Please enter the notice"),
    v.trim(),
    v.maxLength(limits.notice_length_max, `At most ${limits.notice_length_max} characters`),
  ),
});

/** PUT /extra/momo-details */
export const momoDetailsBody = v.object({
  momoPhoneNumber: phone,
  momoAccountName: text(limits.name_length_max, "Please enter the account name"),
});

export const packageRecord = v.object({
  _id: v.string(),
  offer: v.string(),
  priceCustomer: v.number(),
  priceAgent: v.number(),
  priceSAg: v.number(),
});
export type PackageRecord = v.InferOutput<typeof packageRecord>;

/** A product with its packages; prices in cedis. `note` is a warning to show beside it. */
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

/** GET /extra/momo-details, and the noticeUpdated event. */
export const noticeRecord = v.object({
  noticeContent: v.string(),
  momoPhoneNumber: v.string(),
  momoAccountName: v.string(),
  shopName: v.string(),
  position: v.number(),
});
export type NoticeRecord = v.InferOutput<typeof noticeRecord>;
