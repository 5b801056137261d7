/** What the page's code expects of a browser and Node has not; imported before any of it. */
import { workerData } from "node:worker_threads";
import type { LiveWorkerData } from "./live-client.ts";

const { base } = workerData as LiveWorkerData;

/**
 * The page's patience is made for people: it comes back after 1 to 5 s and waits 20 s for an answer. A storm's rounds
 * last a few seconds, so its clock runs this many times as fast. Timers beyond a minute (midnight) keep their time.
 */
const speed = 4;
const hastened_ms_max = 60_000;

// Without a window TanStack Query takes itself to be on a server, where it forgets nothing and repeats nothing.
Object.assign(globalThis, { window: globalThis });

const systemTimeout = globalThis.setTimeout;
globalThis.setTimeout = ((run: () => void, delay_ms = 0, ...given: []) =>
  systemTimeout(
    run,
    delay_ms > hastened_ms_max ? delay_ms : delay_ms / speed,
    ...given,
  )) as typeof globalThis.setTimeout;

// Each page is a browser of its own, but Node's locks are shared by all workers.
Object.defineProperty(globalThis.navigator, "locks", { value: undefined });

/** Server errors other than 503, which promise nothing to anybody. */
export const wrongAnswers: string[] = [];

// A page's addresses are relative to its own.
const systemFetch = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const response = await systemFetch(typeof input === "string" ? new URL(input, base) : input, init);
  if (response.status >= 500 && response.status !== 503)
    wrongAnswers.push(`a page's ${init?.method ?? "GET"} ${response.url}: ${response.status}`);
  return response;
};
