/** What the shop shows to everybody: the notice, the payment details and the support links. */
import * as v from "valibot";
import { limits } from "#contract/terms/limits.ts";
import { isClean } from "#contract/terms/plain-text.ts";
import { anyText, phone, text } from "./fields.ts";
import { operationsOf } from "./operation.ts";

/**
 * PUT /extra/notice. `seen`, here and below: the values that the admin saw. If they have changed since, the call is
 * refused.
 */
export const noticeBody = v.object({
  noticeContent: anyText(limits.notice_length_max, "Please enter the notice"),
  seen: v.optional(v.object({ noticeContent: v.string() })),
});

export const momoDetailsBody = v.object({
  momoPhoneNumber: phone,
  momoAccountName: text(limits.name_length_max, "Please enter the account name"),
  seen: v.optional(v.object({ momoPhoneNumber: v.string(), momoAccountName: v.string() })),
});

/** A link that a phone opens in its chat app. Only https is allowed. */
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

export const supportLinksBody = v.object({
  supportGroup: chatLink,
  supportChat: chatLink,
  seen: v.optional(v.object({ supportGroup: v.string(), supportChat: v.string() })),
});

/** GET /extra/momo-details, and the noticeUpdated event. */
export const noticeRecord = v.object({
  noticeContent: v.string(),
  momoPhoneNumber: v.string(),
  momoAccountName: v.string(),
  /** Links to the chat group and to the chat contact; empty if there is none. */
  supportGroup: v.string(),
  supportChat: v.string(),
  shopName: v.string(),
  position: v.number(),
});
export type NoticeRecord = v.InferOutput<typeof noticeRecord>;

/** PUT /extra/momo-details. `pending`: nothing has changed yet, another admin must approve first. */
export const momoDetailsAnswer = v.object({
  ...noticeRecord.entries,
  pending: v.optional(v.literal(true)),
});
export type MomoDetailsAnswer = v.InferOutput<typeof momoDetailsAnswer>;

export const settingsOperations = /* @__PURE__ */ operationsOf("Catalogue", {
  readMomoDetails: {
    call: "GET /extra/momo-details",
    summary: "Read the notice and the payment details",
    access: "anyone",
    answer: noticeRecord,
  },
  changeNotice: {
    call: "PUT /extra/notice",
    summary: "Change the notice",
    body: noticeBody,
    command: true,
    answer: noticeRecord,
    refusals: ["changed_meanwhile"],
  },
  changeMomoDetails: {
    call: "PUT /extra/momo-details",
    summary: "Change the payment details",
    description:
      "The log keeps the old and the new value. Every admin is notified live. Once a limit for two admins is set in Extras and the shop has had two, this waits for another admin: the answer is `pending`.",
    body: momoDetailsBody,
    command: true,
    stepUp: true,
    answer: momoDetailsAnswer,
    refusals: ["changed_meanwhile", "approval_decided", "approval_open"],
  },
  changeSupportLinks: {
    call: "PUT /extra/support-links",
    summary: "Change the support links",
    body: supportLinksBody,
    command: true,
    answer: noticeRecord,
    refusals: ["changed_meanwhile"],
  },
});
