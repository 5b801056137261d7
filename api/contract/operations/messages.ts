/** What the shop sends, and what it says. */
import * as v from "valibot";
import { serial } from "../fields.ts";
import { pageOf } from "../lists.ts";
import {
  gatewaysAnswer,
  messageRecord,
  messageSettingsAnswer,
  messageSettingsBody,
  messagesQuery,
  previewAnswer,
  previewBody,
  testBody,
} from "../messages.ts";
import type { Operation } from "../operation.ts";

export const messageOperations = {
  listMessages: {
    method: "GET",
    path: "/message",
    tag: "Messages",
    summary: "List messages, newest first, in pages",
    description:
      "`search` is a part of the receiver's number or address, or of the text, among the newest 50,000 that the other filters leave.",
    access: "admin",
    query: messagesQuery,
    answer: pageOf(messageRecord, v.number()),
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
