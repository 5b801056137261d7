/** Browser features that the page's code needs and Node does not have. Must be imported before the page's code. */
import { workerData } from "node:worker_threads";
import type { LiveWorkerData } from "./live-client.ts";

const { base } = workerData as LiveWorkerData;

/**
 * The page's delays are made for people: it reconnects after 1 to 5 s and waits 20 s for an answer. A round lasts only a
 * few seconds, so the page's timers run this many times as fast. Timers of more than a minute (midnight) do not.
 */
const speed = 4;
const hastened_ms_max = 60_000;

// Without `window`, TanStack Query assumes that it runs on a server, where it drops no unused data and retries nothing.
Object.assign(globalThis, { window: globalThis });

const systemTimeout = globalThis.setTimeout;
globalThis.setTimeout = ((run: () => void, delay_ms = 0, ...given: []) =>
  systemTimeout(
    run,
    delay_ms > hastened_ms_max ? delay_ms : delay_ms / speed,
    ...given,
  )) as typeof globalThis.setTimeout;

// Each page stands for a separate browser, but Node's locks are shared by all workers.
Object.defineProperty(globalThis.navigator, "locks", { value: undefined });

/** Server errors other than 503. No client should get one. */
export const wrongAnswers: string[] = [];

// The page's code uses relative addresses.
const systemFetch = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const response = await systemFetch(typeof input === "string" ? new URL(input, base) : input, init);
  if (response.status >= 500 && response.status !== 503)
    wrongAnswers.push(`a page's ${init?.method ?? "GET"} ${response.url}: ${response.status}`);
  return response;
};
