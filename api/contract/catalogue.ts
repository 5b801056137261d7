/** Products, the notice and the payment details. */
import * as v from "valibot";
import { limits } from "#ledger/terms/limits.ts";
import { productStatuses } from "#ledger/terms/statuses.ts";
import { phone, text } from "./fields.ts";

/** PUT /product/{id}/status */
export const productStatusBody = v.object({
  status: v.picklist(productStatuses, "Please choose available or out of stock"),
});

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
