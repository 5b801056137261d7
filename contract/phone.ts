/** The shop's phone, which forwards the messages of mobile money networks. */
import * as v from "valibot";
import { phoneRails } from "#contract/terms/rails.ts";
import { cedis, reason, serial } from "./fields.ts";
import { operationsOf } from "./operation.ts";

/** Cedis. */
const railMessage = v.object({
  _id: v.number(),
  rail: v.picklist(phoneRails),
  kind: v.picklist(["received", "sent", "reversed"]),
  /** The rail's own id. */
  transaction: v.string(),
  amount: v.number(),
  fee: v.number(),
  /** Whether an admin has read it out from the phone. */
  isTyped: v.boolean(),
  receivedAt: v.string(),
});
export type RailMessageRecord = v.InferOutput<typeof railMessage>;

/** Messages that follow each other, but not what the wallet held. */
const waitingChain = v.object({
  /** Cedis that the wallet held before the first and after the last; null if the messages do not say it. */
  from: v.nullable(v.number()),
  to: v.nullable(v.number()),
  /** By how much `from` is more than the proven balance: what missing messages add up to. Null without one of the two. */
  missing: v.nullable(v.number()),
  /** Messages that came well after these are proven, so these fit nowhere: probably nobody has paid. */
  isPassed: v.boolean(),
  count: v.number(),
  /** The first ones. */
  messages: v.array(railMessage),
});
export type WaitingChain = v.InferOutput<typeof waitingChain>;

export const phoneReport = v.object({
  /** Whether the shop takes messages from a phone. */
  isOn: v.boolean(),
  phones: v.array(
    v.object({
      device: v.string(),
      heardAt: v.string(),
      /** When it received its newest message of a network. */
      messageAt: v.nullable(v.string()),
      /** Messages of a network that nobody could read. */
      unread: v.number(),
      unreadAt: v.nullable(v.string()),
    }),
  ),
  rails: v.array(
    v.object({
      rail: v.picklist(phoneRails),
      /** Cedis by the proven messages; null until an admin has said it once. */
      balance: v.nullable(v.number()),
      /** When the phone received the newest proven message. */
      movedAt: v.nullable(v.string()),
      waiting: v.array(waitingChain),
      /** What left the wallet, the newest first. The books have it only if an admin has booked it. */
      outgoing: v.array(railMessage),
    }),
  ),
  /** What looks like a receipt and came from another sender, the newest first. */
  foreign: v.array(railMessage),
});
export type PhoneReport = v.InferOutput<typeof phoneReport>;

/** POST /payment/phone/{rail}/balance. Cedis. `from`: the proven balance that the admin saw; null if there was none. */
export const railBalanceBody = v.object({
  balance: cedis,
  from: v.nullable(cedis),
  reason,
});

export const phoneAnswer = v.object({
  /** Nothing has changed yet: another admin must approve it first. */
  pending: v.optional(v.literal(true)),
  phone: phoneReport,
});

export const phoneOperations = /* @__PURE__ */ operationsOf("Payments", {
  hearPhone: {
    call: "POST /payment/sms",
    summary: "Hear from the shop's phone",
    description:
      "The webhook of the SMS forwarder. `x-signature` is the HMAC-SHA256 of the body followed by `x-timestamp`, with the shop's key. Messages of networks are read and not stored; a payment is credited only if the balance in its message follows what the wallet held before. All other messages are forgotten.",
    access: "anyone",
    answer: v.object({}),
    refusals: ["sms_off", "signature_wrong"],
  },
  readPhone: {
    call: "GET /payment/phone",
    summary: "Read how the shop's phone is, and which of its messages wait",
    answer: phoneReport,
  },
  typeMessage: {
    call: "POST /payment/phone/message",
    summary: "Read out a message that the phone did not forward",
    description: "It must follow the balance like any other. Whose payment it is, an admin says.",
    stepUp: true,
    /** A message as it stands on the phone. */
    body: v.object({
      message: v.pipe(v.string(), v.trim(), v.maxLength(2000, "This message is too long")),
    }),
    answer: phoneAnswer,
    refusals: ["message_unread"],
  },
  dismissMessage: {
    call: "PUT /payment/phone/message/{id}/dismiss",
    summary: "Say that a waiting message is about no payment",
    stepUp: true,
    params: { id: serial },
    answer: phoneAnswer,
    refusals: ["message_not_waiting"],
  },
  confirmRailBalance: {
    call: "POST /payment/phone/{rail}/balance",
    summary: "Say what a wallet held, so that waiting messages follow it",
    description: "Where there are two admins, another one must approve it.",
    stepUp: true,
    params: { rail: v.picklist(phoneRails) },
    body: railBalanceBody,
    command: true,
    answer: phoneAnswer,
    refusals: [
      "amount_invalid",
      "reason_required",
      "unchanged",
      "balance_moved",
      "approval_open",
      "approval_decided",
    ],
  },
});
