/** Everything that happened, for tests that compare it with the shop's books. */
import type { PostOutcome } from "../delivery.ts";

export interface RequestEntry {
  at_ms: number;
  method: string;
  /** With the query. */
  path: string;
  body: string;
  /** What the shop got; for the other outcomes it got no answer. */
  outcome: number | "hung" | "cut";
}

export interface WebhookEntry {
  at_ms: number;
  event: string;
  reference: string;
  body: string;
  attempt: number;
  isForged: boolean;
  outcome: PostOutcome;
}

export interface PaystackJournal {
  requests: RequestEntry[];
  webhooks: WebhookEntry[];
}
