/** Sends webhooks as documented, and forged ones as an attacker would. */
import { createHmac } from "node:crypto";
import type { DoubleClock } from "../clock.ts";
import { deliver, type Parcel, type PostOutcome } from "../delivery.ts";
import type { RequestEntry } from "../server.ts";
import type { PaymentFate } from "./fates.ts";

interface WebhookEntry {
  at_ms: number;
  event: string;
  reference: string;
  body: string;
  attempt: number;
  isForged: boolean;
  outcome: PostOutcome;
}

/** Everything that happened, for tests that compare it with the shop's books. */
export interface PaystackJournal {
  requests: RequestEntry[];
  webhooks: WebhookEntry[];
}

interface Webhook {
  event: string;
  /** The transaction that it is about, for the journal. */
  reference: string;
  data: object;
}

export interface WebhookLine {
  clock: DoubleClock;
  url: string;
  secretKey: string;
  isLive: boolean;
  journal: PaystackJournal;
  signal: AbortSignal;
}

const answer_ms_max = 30_000;
const minute_ms = 60_000;
const hour_ms = 60 * minute_ms;

/** Documented: live every 3 minutes for the first 4 tries, then hourly for 72 hours; test hourly for 10 hours. */
const pauses_ms = {
  live: [...Array<number>(4).fill(3 * minute_ms), ...Array<number>(72).fill(hour_ms)],
  test: Array<number>(10).fill(hour_ms),
};

/** Resolves after the first attempt, whatever the shop answered. */
export function sendWebhook(line: WebhookLine, webhook: Webhook, bytes: PaymentFate["bytes"]): Promise<void> {
  const body = write({ event: webhook.event, data: webhook.data }, bytes);
  const headers = { "x-paystack-signature": sign(line.secretKey, body) };
  const pauses = line.isLive ? pauses_ms.live : pauses_ms.test;
  return post(line, webhook, { url: line.url, headers, body }, pauses);
}

/** Sends it once, because an attacker has no retries to wait for. */
export function forgeWebhook(
  line: WebhookLine,
  webhook: Webhook,
  forgery: Exclude<PaymentFate["forgery"], "none">,
): Promise<void> {
  const body = write({ event: webhook.event, data: webhook.data }, "compact");
  const { secretKey } = line;
  const signatures: Record<typeof forgery, string | undefined> = {
    unsigned: undefined,
    "wrong key": sign("sk_live_guessed", body),
    "wrong hash": createHmac("sha256", secretKey).update(body).digest("hex"),
    // The attacker has seen a genuine webhook, and sends its signature with another body.
    "other body signed": sign(secretKey, write({ event: webhook.event, data: {} }, "compact")),
  };
  const signature = signatures[forgery];
  const headers = signature === undefined ? {} : { "x-paystack-signature": signature };
  return post(line, webhook, { url: line.url, headers, body }, undefined);
}

/** @param pauses undefined for a forged one */
function post(
  line: WebhookLine,
  { event, reference }: Webhook,
  parcel: Parcel,
  pauses: readonly number[] | undefined,
): Promise<void> {
  const { clock, journal, signal } = line;
  const isForged = pauses === undefined;
  const work = deliver({
    clock,
    signal,
    answer_ms_max,
    pauses_ms: pauses ?? [],
    pack: () => parcel,
    // Documented: nothing but 200 counts.
    isTaken: (status) => status === 200,
    onAttempt: ({ body }, outcome, attempt) =>
      journal.webhooks.push({ at_ms: clock.now_ms, event, reference, body, attempt, isForged, outcome }),
  });
  clock.during(work);
  return work;
}

/** Documented: HMAC SHA512 of the body's bytes, with the secret key. */
function sign(secretKey: string, body: string): string {
  return createHmac("sha512", secretKey).update(body).digest("hex");
}

function write(value: object, bytes: PaymentFate["bytes"]): string {
  if (bytes === "spaced") return JSON.stringify(value, null, 2);
  const compact = JSON.stringify(value);
  if (bytes === "compact") return compact;
  // Slashes and letters beyond ASCII as PHP writes them. The first dot is in the event's name, so a body always differs.
  return compact
    .replaceAll("/", "\\/")
    .replace(".", "\\u002e")
    .replaceAll(/[^\0-\x7f]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
