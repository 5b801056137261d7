/** The app on the phone that posts each SMS to the shop: capcom6/android-sms-gateway, as its documents describe it. */
import { createHash, createHmac } from "node:crypto";
import type { Random } from "../../demo/random.ts";
import type { DoubleClock } from "../clock.ts";
import { deliver, type Parcel, type PostOutcome } from "../delivery.ts";

export interface Sms {
  sender: string;
  message: string;
  at_ms: number;
}

export interface PostEntry {
  at_ms: number;
  /** The id of the app's event, the same in every attempt. */
  id: string;
  message: string;
  attempt: number;
  outcome: PostOutcome;
}

export interface ForwarderOptions {
  clock: DoubleClock;
  url: string;
  signingKey: string;
  /** Since early 2026, the app names the sender's field "sender". Older ones name it "phoneNumber". */
  senderField: "sender" | "phoneNumber";
  random: Random;
}

interface ForwardedSms {
  id: string;
  body: string;
  message: string;
}

const answer_ms_max = 30_000;
const first_pause_ms = 10_000;
const retries = 14;
const pauses_ms = Array.from({ length: retries }, (_, retry) => first_pause_ms * 2 ** retry);

export class Forwarder {
  readonly posts: PostEntry[] = [];
  readonly #options: ForwarderOptions;
  readonly #ending = new AbortController();
  /** Events of a phone without internet. */
  #waiting: ForwardedSms[] | undefined;

  constructor(options: ForwarderOptions) {
    this.#options = options;
  }

  /** @returns the event, to be posted */
  event({ sender, message, at_ms }: Sms): ForwardedSms {
    const { senderField, random } = this.#options;
    const id = [1, 2, 3].map(() => random.next().toString(36).slice(2, 9)).join("");
    const messageId = createHash("sha256").update(message).digest("hex").slice(0, 8);
    const payload = {
      messageId,
      message,
      [senderField]: sender,
      ...(senderField === "sender" && { recipient: null }),
      simNumber: 1,
      receivedAt: new Date(at_ms).toISOString().replace("Z", "+00:00"),
    };
    const deviceId = "ffffffffceb0b1db0000018e937c815b";
    const body = JSON.stringify({
      deviceId,
      event: "sms:received",
      id,
      payload,
      webhookId: "LreFUt-Z3sSq0JufY9uWB",
    });
    return { id, body, message };
  }

  /** Posts it now, or when the phone is online again. */
  post(event: ForwardedSms): void {
    if (this.#waiting) this.#waiting.push(event);
    else this.#deliver(event, this.#options.signingKey);
  }

  /** An attacker posts it, who does not know the key. */
  postForged(sms: ForwardedSms): void {
    this.#deliver(sms, "guessed");
  }

  goOffline(): void {
    this.#waiting ??= [];
  }

  /** Everything that has waited is posted at once, in any order. */
  goOnline(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    while (waiting.length > 0) {
      const [event] = waiting.splice(this.#options.random.whole(0, waiting.length - 1), 1);
      if (event) this.post(event);
    }
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#options.clock.idle();
  }

  #deliver({ id, body, message }: ForwardedSms, key: string): void {
    const { clock, url } = this.#options;
    const work = deliver({
      clock,
      signal: this.#ending.signal,
      answer_ms_max,
      pauses_ms,
      pack: () => ({ url, headers: this.#sign(body, key), body }),
      isTaken: (status) => status >= 200 && status < 300,
      onAttempt: (_, outcome, attempt) =>
        this.posts.push({ at_ms: clock.now_ms, id, message, attempt, outcome }),
    });
    clock.during(work);
  }

  /** Documented: HMAC SHA256 of the body followed by the timestamp, which is that of the attempt. */
  #sign(body: string, key: string): Parcel["headers"] {
    const timestamp = String(Math.floor(this.#options.clock.now_ms / 1000));
    const signature = createHmac("sha256", key)
      .update(body + timestamp)
      .digest("hex");
    return { "x-timestamp": timestamp, "x-signature": signature };
  }
}
