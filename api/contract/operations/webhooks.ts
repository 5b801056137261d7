/** An agent's webhook. */
import * as v from "valibot";
import { serial } from "../fields.ts";
import { pageOf } from "../lists.ts";
import type { Operation } from "../operation.ts";
import { deliveriesQuery, deliveryRecord, webhookAnswer, webhookBody } from "../webhooks.ts";

export const webhookOperations = {
  readWebhook: {
    method: "GET",
    path: "/user/webhook",
    tag: "Users",
    summary: "Where one's own server is told of one's orders",
    description: "Agents and Super Agents have it.",
    access: "signed-in",
    answer: webhookAnswer,
    refusals: ["agents_only"],
  },
  setWebhook: {
    method: "PUT",
    path: "/user/webhook",
    tag: "Users",
    summary: "Set the address, with a new secret that is shown this once",
    description:
      "Each change of an order is POSTed there as JSON. `Cedibook-Signature: t=SECONDS,v1=HEX` is HMAC-SHA256 of `SECONDS.BODY` under the secret. Answers other than 2xx are tried again over a day; redirects are not followed. Private, local and link-local addresses are refused.",
    access: "signed-in",
    body: webhookBody,
    answer: webhookAnswer,
    refusals: ["agents_only"],
  },
  removeWebhook: {
    method: "DELETE",
    path: "/user/webhook",
    tag: "Users",
    summary: "Tell one's own server nothing any more",
    access: "signed-in",
    answer: webhookAnswer,
    refusals: ["agents_only"],
  },
  listDeliveries: {
    method: "GET",
    path: "/user/webhook/deliveries",
    tag: "Users",
    summary: "What one's own server was told, newest first, in pages",
    access: "signed-in",
    query: deliveriesQuery,
    answer: pageOf(deliveryRecord, v.number()),
    refusals: ["agents_only"],
  },
  replayDelivery: {
    method: "POST",
    path: "/user/webhook/deliveries/{id}/replay",
    tag: "Users",
    summary: "Send one of them again",
    access: "signed-in",
    params: { id: serial },
    answer: deliveryRecord,
    refusals: ["agents_only", "message_state"],
  },
} as const satisfies Record<string, Operation>;
