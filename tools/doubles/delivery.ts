/** Posts a webhook until the shop takes it, on the clock of a double. */
import type { DoubleClock } from "./clock.ts";

/** The shop's status, or why there is none. */
export type PostOutcome = number | "cut off" | "unreachable";

export interface Parcel {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface Delivery {
  clock: DoubleClock;
  /** Made anew for each attempt, because a signature may contain the time. */
  pack: () => Parcel;
  /** Without an answer after this time, the attempt has failed. */
  answer_ms_max: number;
  /** Pauses between attempts. The delivery is given up after the last one. */
  pauses_ms: readonly number[];
  isTaken: (status: number) => boolean;
  onAttempt: (parcel: Parcel, outcome: PostOutcome, attempt: number) => void;
  /** Ends the delivery. */
  signal: AbortSignal;
}

/** Resolves after the first attempt. The clock makes the others. */
export async function deliver(delivery: Delivery, attempt = 1): Promise<void> {
  const { clock, signal, pauses_ms } = delivery;
  if (signal.aborted) return;
  const parcel = delivery.pack();
  const outcome = await post(delivery, parcel);
  if (signal.aborted) return;
  delivery.onAttempt(parcel, outcome, attempt);
  const pause_ms = pauses_ms[attempt - 1];
  if ((typeof outcome === "number" && delivery.isTaken(outcome)) || pause_ms === undefined) return;
  clock.at(clock.now_ms + pause_ms, () => clock.during(deliver(delivery, attempt + 1)));
}

async function post(
  { clock, signal, answer_ms_max }: Delivery,
  { url, headers, body }: Parcel,
): Promise<PostOutcome> {
  const cutOff = new AbortController();
  const cancel = clock.at(clock.now_ms + answer_ms_max, () => cutOff.abort());
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
      redirect: "manual",
      signal: AbortSignal.any([signal, cutOff.signal]),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return cutOff.signal.aborted ? "cut off" : "unreachable";
  } finally {
    cancel();
  }
}
