/** Messages: what was sent, what was not, what the shop says in them, and where they go. */
import * as v from "valibot";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { accountMessageLabels, type AnyMessageKind, otherMessageKinds } from "#contract/account-messages.ts";
import { limits } from "#contract/terms/limits.ts";
import { cardNumberModes, templateProblem } from "#contract/terms/messages.ts";
import { messageStates } from "#contract/terms/statuses.ts";
import { type MessageKind, messageKinds, occasions } from "#contract/terms/event-texts.ts";
import { anyText, phone, serial } from "./fields.ts";
import { choiceFilter, declareList, fileOperation, queryOf } from "./list.ts";
import { pageOf, numberCursor } from "./lists.ts";
import { operationsOf } from "./operation.ts";

const anyKind = [...messageKinds, ...otherMessageKinds] as const;

const channels = ["sms", "email"] as const;
export type Channel = (typeof channels)[number];

export const messageRecord = v.object({
  _id: v.string(),
  kind: v.picklist(anyKind),
  channel: v.picklist(channels),
  /** Empty if there is no number to send it to. */
  recipient: v.string(),
  /** Sealed parts, such as a form's details and a voucher's PIN, are replaced by stars. */
  text: v.string(),
  isSealed: v.boolean(),
  /** How many segments an SMS has, which its price depends on; 0 for an email. */
  segments: v.number(),
  state: v.picklist(messageStates),
  attempts: v.number(),
  /** The gateway's last answer. */
  answer: v.string(),
  createdAt: v.string(),
  nextAt: v.nullable(v.string()),
  settledAt: v.nullable(v.string()),
  /** The position of the event that caused it. */
  position: v.nullable(v.number()),
});
export type MessageRecord = v.InferOutput<typeof messageRecord>;

/** The kinds of messages as pages call them. */
export const messageNames: Readonly<Record<AnyMessageKind, string>> = {
  .../* @__PURE__ */ (Object.fromEntries(messageKinds.map((kind) => [kind, occasions[kind].label])) as Record<
    MessageKind,
    string
  >),
  ...accountMessageLabels,
  test: "Test",
  password_reset: "Password reset",
};

/** Its search covers the receiver's number or address, and the text. */
export const messageList = /* @__PURE__ */ declareList<MessageRecord>()({
  name: "messages",
  noun: "message",
  key: ({ _id }) => _id,
  path: "/message",
  sizes: limits.page_sizes_finance,
  file: "/message/messages.csv",
  fields: {
    createdAt: { title: "Date", kind: "moment", card: "more" },
    kind: { title: "Kind and receiver", fileTitle: "Kind" },
    channel: { title: "Channel", only: "file" },
    recipient: { title: "Receiver", only: "file" },
    text: { title: "Text" },
    segments: { title: "Segments" },
    state: { title: "State and gateway", fileTitle: "State" },
    attempts: { title: "Attempts", only: "file" },
    answer: { title: "Answer", only: "file" },
    settledAt: { title: "Settled", kind: "moment", only: "file" },
  },
  filters: {
    state: /* @__PURE__ */ choiceFilter("state", "State", messageStates, {
      as: "chips",
      names: { unsent: "not sent" },
    }),
    kind: /* @__PURE__ */ choiceFilter("kind", "Kind", anyKind, { names: messageNames }),
  },
  search: { placeholder: "Number or text" },
  days: ({ createdAt }) => createdAt,
});

const gatewayRecord = v.object({
  configured: v.boolean(),
  /** Depends on its last answer; "well" before the first one. */
  state: v.picklist(["well", "failing", "no credit"]),
  since: v.nullable(v.string()),
  answer: v.string(),
  /** How many messages are waiting to be sent. */
  waiting: v.number(),
});

export const gatewaysAnswer = v.object({ sms: gatewayRecord, email: gatewayRecord });
export type GatewaysAnswer = v.InferOutput<typeof gatewaysAnswer>;

const templateText = /* @__PURE__ */ anyText(officeLimits.template_length_max, "Please enter the text");

/** Each template has its own fields. An empty template restores the default text. */
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
  /** Only the templates that differ from the default texts. */
  templates: v.partial(v.object(v.entriesFromList(messageKinds, v.string()))),
});

/**
 * PUT /message/settings. With an empty number, the first admin's own number is used. `seen`: the settings that the admin
 * saw.
 */
export const messageSettingsBody = v.object({
  adminPhone: v.union([v.literal(""), phone], "Please enter a 10-digit phone number"),
  cardNumber: v.picklist(cardNumberModes, "Please choose whole or last four"),
  templates,
  seen: v.optional(settings),
});

export const messageSettingsAnswer = v.object({
  ...settings.entries,
  /** The number in use: the configured one, or the first admin's. */
  effectivePhone: v.string(),
  /** The last change, and the settings before it; null if there was none. */
  changed: v.nullable(v.object({ by: v.string(), at: v.string(), before: settings })),
  position: v.number(),
});
export type MessageSettingsAnswer = v.InferOutput<typeof messageSettingsAnswer>;

/** POST /message/preview and /message/test: a text with sample values in its fields. */
const sampleBody = v.pipe(
  v.object({ kind: v.picklist(messageKinds, "Please choose a message"), template: templateText }),
  v.forward(
    v.check(
      ({ kind, template }) => templateProblem(kind, template) === undefined,
      ({ input }) => templateProblem(input.kind, input.template) ?? "",
    ),
    ["template"],
  ),
);

export const previewAnswer = v.object({
  text: v.string(),
  segments: v.number(),
  characters: v.number(),
  encoding: v.picklist(["GSM-7", "UCS-2"]),
});
export type PreviewAnswer = v.InferOutput<typeof previewAnswer>;

export const messageOperations = /* @__PURE__ */ operationsOf("Messages", {
  listMessages: {
    call: `GET ${messageList.path}`,
    summary: "List messages, newest first, in pages",
    description:
      "`search` is a part of the receiver's number or address, or of the text. Messages are kept for a year.",
    query: /* @__PURE__ */ queryOf(messageList),
    answer: pageOf(messageRecord, numberCursor),
  },
  exportMessages: /* @__PURE__ */ fileOperation(messageList, "Export the filtered messages as a file"),
  readGateways: {
    call: "GET /message/gateways",
    summary: "Read whether messages can be sent, and how the gateways answer",
    answer: gatewaysAnswer,
  },
  resendMessage: {
    call: "POST /message/{id}/resend",
    summary: "Send a message again, or one that was not sent",
    description: "Refused while the message is being sent.",
    params: { id: serial },
    /** `seen`: the state that the admin saw. If it has changed since, the call is refused. */
    body: v.object({ seen: v.optional(v.picklist(messageStates)) }),
    answer: messageRecord,
    refusals: ["message_state", "no_gateway", "no_admin_phone"],
  },
  cancelMessage: {
    call: "POST /message/{id}/cancel",
    summary: "Cancel a message that is waiting to be sent",
    params: { id: serial },
    answer: messageRecord,
    refusals: ["message_state"],
  },
  readMessageSettings: {
    call: "GET /message/settings",
    summary: "Read the message settings, and who changed them last",
    answer: messageSettingsAnswer,
  },
  changeMessageSettings: {
    call: "PUT /message/settings",
    summary: "Change the texts of messages, and the number for messages to the shop",
    description: "The log keeps the old and the new values.",
    body: messageSettingsBody,
    command: true,
    stepUp: true,
    answer: messageSettingsAnswer,
    refusals: ["changed_meanwhile"],
  },
  previewMessage: {
    call: "POST /message/preview",
    summary: "Preview a text with sample values and its number of segments",
    body: sampleBody,
    answer: previewAnswer,
  },
  testMessage: {
    call: "POST /message/test",
    summary: "Send a text with sample values to the shop's own number",
    body: sampleBody,
    status: 201,
    answer: messageRecord,
    refusals: ["no_gateway", "no_admin_phone"],
  },
  testMail: {
    call: "POST /message/test-mail",
    summary: "Send an email to yourself, to try the mail server",
    description: "It has a link to the shop's address.",
    status: 201,
    answer: messageRecord,
    refusals: ["no_gateway"],
  },
});
