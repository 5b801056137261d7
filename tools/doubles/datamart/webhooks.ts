/** DataMart's webhooks as documented, and forged ones as an attacker would send them. */
import { createHmac } from "node:crypto";
import type { Webhook } from "../supplier/webhooks.ts";
import type { OrderFate } from "./fates.ts";

export type Forgery = Exclude<OrderFate["forgery"], "none">;

export interface Destination {
  url: string;
  /** Documented: shown once, when the address is set. */
  secret: string;
}

export function signedWebhook({ url, secret }: Destination, event: string, data: object): Webhook {
  const body = JSON.stringify({ event, data });
  return webhook(url, event, body, sign(secret, body));
}

/** With "other reference" the signature is right, and `data` names the other order. */
export function forgedWebhook(
  { url, secret }: Destination,
  event: string,
  data: object,
  forgery: Forgery,
): Webhook {
  const body = JSON.stringify({ event, data });
  const signatures: Record<Forgery, string | undefined> = {
    unsigned: undefined,
    "wrong key": sign("guessed", body),
    // The attacker has seen a genuine webhook, and sends its signature with another body.
    "other body signed": sign(secret, JSON.stringify({ event, data: {} })),
    "other reference": sign(secret, body),
  };
  return { ...webhook(url, event, body, signatures[forgery]), forgery };
}

function webhook(url: string, event: string, body: string, signature: string | undefined): Webhook {
  const headers = {
    "x-datamart-event": event,
    ...(signature !== undefined && { "x-datamart-signature": signature }),
  };
  return { url, event, headers, body };
}

/** Documented: hex HMAC-SHA256 of the body's bytes, with the secret of the webhook. */
function sign(secret: string, body: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}
