/** An agent's webhook: where their own server is told of their orders. */
import * as v from "valibot";
import { limits } from "#ledger/terms/limits.ts";
import { isClean } from "#ledger/terms/plain-text.ts";
import { deliveryStates } from "#ledger/terms/statuses.ts";
import { pageCursor, pageLimit } from "./lists.ts";

const urlText = "Please enter an address that begins with https://";

/** PUT /user/webhook. Whether it leads to the public internet, the server looks up. */
export const webhookBody = v.object({
  url: v.pipe(
    v.string(urlText),
    v.trim(),
    v.maxLength(limits.webhook_url_length_max, `At most ${limits.webhook_url_length_max} characters`),
    v.check(isClean, "Please use plain text"),
    v.regex(/^https?:\/\/[^\s@#]+$/i, urlText),
    v.url(urlText),
  ),
});

export const webhookAnswer = v.object({
  /** Empty where there is none. */
  url: v.string(),
  createdAt: v.nullable(v.string()),
  /** What signs the deliveries. Only in the answer that sets it: it is not shown again. */
  secret: v.nullable(v.string()),
});
export type WebhookAnswer = v.InferOutput<typeof webhookAnswer>;

/** GET /user/webhook/deliveries */
export const deliveriesQuery = v.object({ limit: pageLimit, cursor: pageCursor });

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
