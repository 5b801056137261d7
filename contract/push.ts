/** Push notifications: the browsers in which a user wants them. */
import * as v from "valibot";
import { limits } from "#contract/terms/limits.ts";
import { calledAddress } from "./fields.ts";
import { operationsOf } from "./operation.ts";

const notASubscription = "Not a push subscription";

const endpoint = calledAddress(limits.push_endpoint_length_max);

/** POST /user/push/subscribe: a browser's PushSubscription as JSON. */
export const subscribeBody = v.object({
  endpoint,
  keys: v.object(
    {
      /** An uncompressed point of P-256: 65 bytes, the first of which is 4. */
      p256dh: v.pipe(v.string(notASubscription), v.regex(/^B[\w-]{86}=?$/, notASubscription)),
      /** 16 bytes. */
      auth: v.pipe(v.string(notASubscription), v.regex(/^[\w-]{22}(==)?$/, notASubscription)),
    },
    notASubscription,
  ),
  /** Whether this browser is also told what waits in the office. Only admins are. */
  office: v.optional(v.boolean(), false),
});
export type SubscribeBody = v.InferOutput<typeof subscribeBody>;
/** Where and how a browser is reached. */
export type Endpoint = Pick<SubscribeBody, "endpoint" | "keys">;

/** GET /user/push/key. The browser's `applicationServerKey`, base64url. */
export const pushKeyAnswer = v.object({ publicKey: v.string() });
export type PushKeyAnswer = v.InferOutput<typeof pushKeyAnswer>;

export const pushAnswer = v.object({ subscribed: v.boolean() });

export const pushOperations = /* @__PURE__ */ operationsOf("Users", {
  readPushKey: {
    call: "GET /user/push/key",
    summary: "Read the key with which a browser subscribes to push notifications",
    access: "signed-in",
    answer: pushKeyAnswer,
  },
  subscribePush: {
    call: "POST /user/push/subscribe",
    summary: "Get push notifications in this browser",
    description: `The browser gets a notification when one of your orders is completed or rejected, or one of your top-up requests is approved or declined, until this session signs out. With \`office\`, an admin's browser is also told when orders, top-up requests or approvals wait. Each user has at most ${limits.push_subscriptions_max} browsers: another one takes the place of the oldest. Call it again after each sign-in. Private, local and link-local addresses are refused.`,
    access: "signed-in",
    body: subscribeBody,
    answer: pushAnswer,
  },
  unsubscribePush: {
    call: "POST /user/push/unsubscribe",
    summary: "Get no more push notifications in this browser",
    access: "signed-in",
    body: v.object({ endpoint }),
    answer: pushAnswer,
  },
});
