/** One notification to a browser's push service: encrypted for the browser (RFC 8291) and signed (VAPID, RFC 8292). */
import webPush from "web-push";
import type { Endpoint } from "#contract/push.ts";
import { postFailure, type PostOptions, postPublic } from "./post-public.ts";
import type { PushKeys } from "./push-keys.ts";
import { tidyAnswer, type Verdict } from "./verdict.ts";

export interface PushCall {
  subscription: Endpoint;
  keys: PushKeys;
  /** How the push service can reach the shop: a mailto: or https: address. */
  subject: string;
  body: string;
  topic: string;
  /** How long the push service keeps it for a phone that is off. */
  ttl_s: number;
}

export interface PushVerdict extends Verdict {
  /** The browser's user has withdrawn the permission, or the browser is gone. */
  isGone: boolean;
  /** How long the push service asks to wait. */
  wait_ms: number;
}

const goneStatuses = [404, 410];
/** The push service is busy or slow. Any other 4xx would be the same again. */
const passingStatuses = [408, 425, 429];

export async function callPush(call: PushCall, options: PostOptions): Promise<PushVerdict> {
  const request = requestOf(call);
  if (!request)
    return { outcome: "refused", answer: "The browser's keys are not valid", isGone: true, wait_ms: 0 };
  try {
    const { status, text, wait_ms } = await postPublic(request, options);
    const answer = tidyAnswer(`${status} ${text}`);
    return { outcome: outcomeOf(status), answer, isGone: goneStatuses.includes(status), wait_ms };
  } catch (error) {
    return { outcome: "failed", answer: postFailure(error, "The push service"), isGone: false, wait_ms: 0 };
  }
}

function outcomeOf(status: number): Verdict["outcome"] {
  if (status >= 200 && status < 300) return "sent";
  return status >= 400 && status < 500 && !passingStatuses.includes(status) ? "refused" : "failed";
}

/** Undefined if the browser's key is no point of the curve. */
function requestOf({ subscription, keys, subject, body, topic, ttl_s }: PushCall) {
  try {
    const {
      endpoint,
      headers,
      body: encrypted,
    } = webPush.generateRequestDetails(subscription, body, {
      vapidDetails: { subject, ...keys },
      contentEncoding: "aes128gcm",
      TTL: ttl_s,
      topic,
      // Phones deliver others only when they wake up anyway. Each of these is shown, and there are few.
      urgency: "high",
    });
    return { url: endpoint, headers, body: encrypted };
  } catch {
    return undefined;
  }
}
