/** One signed POST to an agent's server. Its address is checked, and redirects are not followed. */
import { createHmac } from "node:crypto";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { hostOf, lookUpPublic, PrivateAddress, requirePublic } from "./public-address.ts";
import { failureAnswer, tidyAnswer, type Verdict } from "./verdict.ts";

export interface WebhookCall {
  url: string;
  secret: string;
  body: string;
  /** The id of the delivery, the same in each attempt. */
  id: number;
  now_s: number;
}

const answer_bytes_max = 1024;

export async function callWebhook(
  call: WebhookCall,
  { answer_ms, allowPrivate }: { answer_ms: number; allowPrivate: boolean },
): Promise<Verdict> {
  try {
    const { hostname } = new URL(call.url);
    // A socket does not look up an IP address, so an address in the URL is checked here.
    if (!allowPrivate && isIP(hostOf(hostname))) await requirePublic(hostname);
    const { status, text } = await post(call, allowPrivate, answer_ms);
    const answer = tidyAnswer(`${status} ${text}`);
    return { outcome: status >= 200 && status < 300 ? "sent" : "failed", answer };
  } catch (error) {
    const isPrivate = error instanceof PrivateAddress;
    const answer = isPrivate ? "The address is in a private network" : failureAnswer(error, "The server");
    return { outcome: "failed", answer };
  }
}

/** "t=SECONDS,v1=HEX": HMAC-SHA256 of "SECONDS.BODY" with the secret as key. */
export function signature({ secret, body, now_s }: Pick<WebhookCall, "secret" | "body" | "now_s">): string {
  return `t=${now_s},v1=${createHmac("sha256", secret).update(`${now_s}.${body}`).digest("hex")}`;
}

function post(
  call: WebhookCall,
  allowPrivate: boolean,
  answer_ms: number,
): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const url = new URL(call.url);
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const request = send(
    url,
    {
      method: "POST",
      agent: false,
      signal: AbortSignal.timeout(answer_ms),
      ...(allowPrivate ? {} : { lookup: lookUpPublic }),
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(call.body),
        "user-agent": "Cedibook-Webhook",
        "cedibook-delivery": String(call.id),
        "cedibook-signature": signature(call),
      },
    },
    (response) => {
      let text = "";
      const done = () => resolve({ status: response.statusCode ?? 0, text });
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
        if (text.length < answer_bytes_max) return;
        done();
        request.destroy();
      });
      response.on("end", done);
      response.on("error", reject);
    },
  );
  request.on("error", reject);
  request.end(call.body);
  return promise;
}
