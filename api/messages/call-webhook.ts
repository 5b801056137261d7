/** One signed POST to an agent's server. */
import { createHmac } from "node:crypto";
import { postFailure, type PostOptions, postPublic } from "./post-public.ts";
import { tidyAnswer, type Verdict } from "./verdict.ts";

export interface WebhookCall {
  url: string;
  secret: string;
  body: string;
  /** The id of the delivery, the same in each attempt. */
  id: number;
  now_s: number;
}

export async function callWebhook(call: WebhookCall, options: PostOptions): Promise<Verdict> {
  const headers = {
    "content-type": "application/json",
    "user-agent": "Cedibook-Webhook",
    "cedibook-delivery": String(call.id),
    "cedibook-signature": signature(call),
  };
  try {
    const { status, text } = await postPublic({ url: call.url, headers, body: call.body }, options);
    const answer = tidyAnswer(`${status} ${text}`);
    return { outcome: status >= 200 && status < 300 ? "sent" : "failed", answer };
  } catch (error) {
    return { outcome: "failed", answer: postFailure(error, "The server") };
  }
}

/** "t=SECONDS,v1=HEX": HMAC-SHA256 of "SECONDS.BODY" with the secret as key. */
function signature({ secret, body, now_s }: WebhookCall): string {
  return `t=${now_s},v1=${createHmac("sha256", secret).update(`${now_s}.${body}`).digest("hex")}`;
}
