/** An agent's webhook: where their own server hears about their orders. */
import * as v from "valibot";
import { limits } from "#contract/terms/limits.ts";
import { deliveryStates } from "#contract/terms/statuses.ts";
import { calledAddress, serial } from "./fields.ts";
import { pageCursor, pageLimit, pageOf, numberCursor } from "./lists.ts";
import { operationsOf } from "./operation.ts";

export const webhookBody = v.object({ url: calledAddress(limits.webhook_url_length_max) });

export const webhookAnswer = v.object({
  /** Empty if there is none. */
  url: v.string(),
  createdAt: v.nullable(v.string()),
  /** Signs the deliveries. Only in the answer to the call that sets it: it is not shown again. */
  secret: v.nullable(v.string()),
});
export type WebhookAnswer = v.InferOutput<typeof webhookAnswer>;

export const deliveryRecord = v.object({
  _id: v.string(),
  /** Such as order.completed. */
  event: v.string(),
  /** What was sent, as JSON. */
  body: v.string(),
  state: v.picklist(deliveryStates),
  attempts: v.number(),
  answer: v.string(),
  createdAt: v.string(),
  nextAt: v.nullable(v.string()),
  settledAt: v.nullable(v.string()),
});
export type DeliveryRecord = v.InferOutput<typeof deliveryRecord>;

export const webhookOperations = /* @__PURE__ */ operationsOf("Users", {
  readWebhook: {
    call: "GET /user/webhook",
    summary: "Read the address of your webhook",
    description: "Only for Agents and Super Agents. Your server gets the changes of your orders there.",
    access: "signed-in",
    answer: webhookAnswer,
    refusals: ["agents_only"],
  },
  setWebhook: {
    call: "PUT /user/webhook",
    summary: "Set the address of your webhook, with a new secret that is shown once",
    description:
      "Each change of an order is POSTed there as JSON. `Cedibook-Signature: t=SECONDS,v1=HEX` is the HMAC-SHA256 of `SECONDS.BODY` with the secret as its key. If the answer is not 2xx, the delivery is retried for a day. Redirects are not followed. Private, local and link-local addresses are refused.",
    access: "signed-in",
    body: webhookBody,
    noted: "webhook changed",
    stepUp: true,
    answer: webhookAnswer,
    refusals: ["agents_only"],
  },
  removeWebhook: {
    call: "DELETE /user/webhook",
    summary: "Remove your webhook",
    access: "signed-in",
    noted: "webhook changed",
    stepUp: true,
    answer: webhookAnswer,
    refusals: ["agents_only"],
  },
  listDeliveries: {
    call: "GET /user/webhook/deliveries",
    summary: "List the deliveries to your webhook, newest first, in pages",
    access: "signed-in",
    query: v.object({ limit: pageLimit, cursor: pageCursor }),
    answer: pageOf(deliveryRecord, numberCursor),
    refusals: ["agents_only"],
  },
  replayDelivery: {
    call: "POST /user/webhook/deliveries/{id}/replay",
    summary: "Send a delivery again",
    access: "signed-in",
    params: { id: serial },
    answer: deliveryRecord,
    refusals: ["agents_only", "message_state"],
  },
});
