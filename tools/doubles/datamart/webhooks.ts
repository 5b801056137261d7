/** Sends webhooks as documented, and forged ones as an attacker would. */
import { createHmac } from "node:crypto";
import type { DoubleClock } from "../clock.ts";
import { deliver, type PostOutcome } from "../delivery.ts";
import type { OrderFate } from "./fates.ts";

/** Everything that happened, for tests that compare it with the shop's books. */
export interface DataMartJournal {
  requests: RequestEntry[];
  webhooks: WebhookEntry[];
  /** Each purchase with a key that had bought before: the shop has paid for both. */
  doublePurchases: { at_ms: number; key: string; references: [first: string, again: string] }[];
}

export interface RequestEntry {
  at_ms: number;
  method: string;
  /** With the query. */
  path: string;
  /** The idempotency key. */
  key: string | undefined;
  body: string;
  /** What the shop got; for the other outcomes it got no whole answer. */
  outcome: number | "hung" | "cut";
}

interface WebhookEntry {
  at_ms: number;
  event: string;
  body: string;
  isForged: boolean;
  outcome: PostOutcome;
}

export type Forgery = Exclude<OrderFate["forgery"], "none">;

export interface WebhookLine {
  clock: DoubleClock;
  /** Without it, no webhook is sent. */
  url: string | undefined;
  apiKey: string;
  journal: DataMartJournal;
  signal: AbortSignal;
}

/** Not documented. */
const answer_ms_max = 30_000;

export function sendWebhook(line: WebhookLine, event: string, data: object): Promise<void> {
  const body = JSON.stringify({ event, data });
  return post(line, event, body, sign(line.apiKey, body), false);
}

/** With "other reference" the signature is right, and `data` names the other order. */
export function forgeWebhook(
  line: WebhookLine,
  event: string,
  data: object,
  forgery: Forgery,
): Promise<void> {
  const body = JSON.stringify({ event, data });
  const signatures: Record<Forgery, string | undefined> = {
    unsigned: undefined,
    "wrong key": sign("guessed", body),
    // The attacker has seen a genuine webhook, and sends its signature with another body.
    "other body signed": sign(line.apiKey, JSON.stringify({ event, data: {} })),
    "other reference": sign(line.apiKey, body),
  };
  return post(line, event, body, signatures[forgery], true);
}

/** Once, because no retries are documented. */
async function post(
  { clock, url, journal, signal }: WebhookLine,
  event: string,
  body: string,
  signature: string | undefined,
  isForged: boolean,
): Promise<void> {
  if (url === undefined) return;
  const headers = {
    "x-datamart-event": event,
    ...(signature !== undefined && { "x-datamart-signature": signature }),
  };
  const work = deliver({
    clock,
    signal,
    answer_ms_max,
    pauses_ms: [],
    pack: () => ({ url, headers, body }),
    isTaken: () => true,
    onAttempt: (_, outcome) => journal.webhooks.push({ at_ms: clock.now_ms, event, body, isForged, outcome }),
  });
  clock.during(work);
  await work;
}

/** Documented: hex HMAC-SHA256 of the body's bytes, with the API key. */
function sign(apiKey: string, body: string): string {
  return createHmac("sha256", apiKey).update(body).digest("hex");
}
