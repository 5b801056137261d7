/** Messages: what was sent, what was not, what the shop says in them, and where they go. */
import * as v from "valibot";
import { limits } from "#ledger/terms/limits.ts";
import { cardNumberModes, templateProblem } from "#ledger/terms/messages.ts";
import { isClean } from "#ledger/terms/plain-text.ts";
import { type MessageKind, messageKinds, messageStates, otherMessageKinds } from "#ledger/terms/statuses.ts";
import { phone, serial } from "./fields.ts";
import { oneOf, pageCursor, pageLimit, pageOf, searchText, numberCursor } from "./lists.ts";
import type { Operation } from "./operation.ts";

const anyKind = [...messageKinds, ...otherMessageKinds] as const;

const channels = ["sms", "email"] as const;

/** GET /message. Search is over the receiver's number or address and the text. */
export const messagesQuery = v.object({
  limit: pageLimit,
  cursor: pageCursor,
  search: searchText,
  state: oneOf("state", messageStates),
  kind: oneOf("kind", anyKind),
});

export const messageRecord = v.object({
  _id: v.string(),
  kind: v.picklist(anyKind),
  channel: v.picklist(channels),
  /** Empty where there is no number to send it to. */
  recipient: v.string(),
  /** Without what is kept sealed: stars stand in the place of a form's details and a voucher's PIN. */
  text: v.string(),
  isSealed: v.boolean(),
  /** What an SMS costs; 0 for an email. */
  segments: v.number(),
  state: v.picklist(messageStates),
  attempts: v.number(),
  /** What the gateway last said. */
  answer: v.string(),
  createdAt: v.string(),
  nextAt: v.nullable(v.string()),
  settledAt: v.nullable(v.string()),
  /** Of the event that it tells of. */
  position: v.nullable(v.number()),
});
export type MessageRecord = v.InferOutput<typeof messageRecord>;

/** POST /message/{id}/resend. `seen`: the state it was looked at in; refused where it is in another by now. */
export const resendBody = v.object({ seen: v.optional(v.picklist(messageStates)) });

const gatewayRecord = v.object({
  configured: v.boolean(),
  /** How it answered last; well until something else is known. */
  state: v.picklist(["well", "failing", "no credit"]),
  since: v.nullable(v.string()),
  answer: v.string(),
  /** Messages that wait to be sent. */
  waiting: v.number(),
});

/** GET /message/gateways */
export const gatewaysAnswer = v.object({ sms: gatewayRecord, email: gatewayRecord });
export type GatewaysAnswer = v.InferOutput<typeof gatewaysAnswer>;

const templateText = v.pipe(
  v.string("Please enter the text"),
  v.trim(),
  v.maxLength(limits.template_length_max, `At most ${limits.template_length_max} characters`),
  v.check(isClean, "Please use plain text"),
);

/** Each by its own fields; one that is empty is the shop's own text again. */
const templates = v.object(
  Object.fromEntries(
    messageKinds.map((kind) => [
      kind,
      v.optional(
        v.pipe(
          templateText,
          v.check(
            (text) => text === "" || templateProblem(kind, text) === undefined,
            ({ input }) => templateProblem(kind, input) ?? "",
          ),
        ),
      ),
    ]),
  ) as unknown as Record<MessageKind, v.OptionalSchema<v.GenericSchema<string, string>, undefined>>,
);

const settings = v.object({
  adminPhone: v.string(),
  cardNumber: v.picklist(cardNumberModes),
  /** Those that differ from the shop's own. */
  templates: v.partial(v.object(v.entriesFromList(messageKinds, v.string()))),
});

/** PUT /message/settings. An empty number: the first admin's own. `seen`: what stood there when it was looked at. */
export const messageSettingsBody = v.object({
  adminPhone: v.union([v.literal(""), phone], "Please enter a 10-digit phone number"),
  cardNumber: v.picklist(cardNumberModes, "Please choose whole or last four"),
  templates,
  seen: v.optional(settings),
});

/** GET and PUT /message/settings */
export const messageSettingsAnswer = v.object({
  ...settings.entries,
  /** The number in use: the set one, or the first admin's. */
  effectivePhone: v.string(),
  /** The last change, and what was before it; null where there was none. */
  changed: v.nullable(v.object({ by: v.string(), at: v.string(), before: settings })),
  position: v.number(),
});
export type MessageSettingsAnswer = v.InferOutput<typeof messageSettingsAnswer>;

/** POST /message/preview and /message/test: a text with ordinary values in its fields. */
const sample = v.pipe(
  v.object({ kind: v.picklist(messageKinds, "Please choose a message"), template: templateText }),
  v.forward(
    v.check(
      ({ kind, template }) => templateProblem(kind, template) === undefined,
      ({ input }) => templateProblem(input.kind, input.template) ?? "",
    ),
    ["template"],
  ),
);

export const previewBody = sample;

export const testBody = sample;

export const previewAnswer = v.object({
  text: v.string(),
  segments: v.number(),
  characters: v.number(),
  encoding: v.picklist(["GSM-7", "UCS-2"]),
});
export type PreviewAnswer = v.InferOutput<typeof previewAnswer>;

export const messageOperations = {
  listMessages: {
    method: "GET",
    path: "/message",
    tag: "Messages",
    summary: "List messages, newest first, in pages",
    description:
      "`search` is a part of the receiver's number or address, or of the text. Messages are kept for a year.",
    access: "admin",
    query: messagesQuery,
    answer: pageOf(messageRecord, numberCursor),
  },
  exportMessages: {
    method: "GET",
    path: "/message/messages.csv",
    tag: "Messages",
    summary: "The messages that a filter leaves, as a file",
    access: "admin",
    query: messagesQuery,
    download: true,
    answer: { media: "text/csv" },
  },
  readGateways: {
    method: "GET",
    path: "/message/gateways",
    tag: "Messages",
    summary: "Whether messages can be sent, and how the gateways answer",
    access: "admin",
    answer: gatewaysAnswer,
  },
  resendMessage: {
    method: "POST",
    path: "/message/{id}/resend",
    tag: "Messages",
    summary: "Send a message again, or one that was not sent",
    description: "Refused while it is on its way.",
    access: "admin",
    params: { id: serial },
    body: resendBody,
    answer: messageRecord,
    refusals: ["message_state", "no_gateway", "no_admin_phone"],
  },
  cancelMessage: {
    method: "POST",
    path: "/message/{id}/cancel",
    tag: "Messages",
    summary: "Do not send a message that waits",
    access: "admin",
    params: { id: serial },
    answer: messageRecord,
    refusals: ["message_state"],
  },
  readMessageSettings: {
    method: "GET",
    path: "/message/settings",
    tag: "Messages",
    summary: "Where messages for the shop go, what they say, and who changed it last",
    access: "admin",
    answer: messageSettingsAnswer,
  },
  changeMessageSettings: {
    method: "PUT",
    path: "/message/settings",
    tag: "Messages",
    summary: "Change where messages for the shop go, and what they say",
    description: "Old and new values stay in the log.",
    access: "admin",
    body: messageSettingsBody,
    command: true,
    answer: messageSettingsAnswer,
    refusals: ["changed_meanwhile"],
  },
  previewMessage: {
    method: "POST",
    path: "/message/preview",
    tag: "Messages",
    summary: "A text with ordinary values, and what it costs",
    access: "admin",
    body: previewBody,
    answer: previewAnswer,
  },
  testMessage: {
    method: "POST",
    path: "/message/test",
    tag: "Messages",
    summary: "Send a text with ordinary values to the shop's own number",
    access: "admin",
    body: testBody,
    status: 201,
    answer: messageRecord,
    refusals: ["no_gateway", "no_admin_phone"],
  },
} as const satisfies Record<string, Operation>;
