/** Sends a supplier's webhooks, and keeps the journal of what happened. */
import type { DoubleClock } from "../clock.ts";
import { deliver, type PostOutcome } from "../delivery.ts";
import type { RequestEntry } from "../server.ts";

/** Everything that happened, for tests that compare it with the shop's books. */
export interface SupplierJournal {
  requests: RequestEntry[];
  webhooks: WebhookEntry[];
  /** Each purchase with a key that had bought before: the shop has paid for both. */
  doublePurchases: { at_ms: number; key: string; references: [first: string, again: string] }[];
}

interface WebhookEntry {
  at_ms: number;
  event: string;
  body: string;
  isForged: boolean;
  /** How, if it is. */
  forgery: string | undefined;
  outcome: PostOutcome;
}

export interface Webhook {
  url: string;
  event: string;
  headers: Record<string, string>;
  body: string;
  /** How an attacker has made it; undefined if the supplier has. */
  forgery?: string;
}

export interface WebhookLine {
  clock: DoubleClock;
  journal: SupplierJournal;
  signal: AbortSignal;
}

/** Not documented. */
const answer_ms_max = 30_000;

/** Once, because no supplier documents retries. */
export async function sendWebhook(
  { clock, journal, signal }: WebhookLine,
  { url, event, headers, body, forgery }: Webhook,
): Promise<void> {
  const work = deliver({
    clock,
    signal,
    answer_ms_max,
    pauses_ms: [],
    pack: () => ({ url, headers, body }),
    isTaken: () => true,
    onAttempt: (_, outcome) =>
      journal.webhooks.push({
        at_ms: clock.now_ms,
        event,
        body,
        isForged: forgery !== undefined,
        forgery,
        outcome,
      }),
  });
  clock.during(work);
  await work;
}
