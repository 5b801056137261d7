/** A page of the storm: a worker that runs the page's code and reports what its lists show. */
import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { SessionRecord } from "#contract/sessions.ts";

export type ScreenList =
  | "own orders"
  | "last own orders"
  | "own top-ups"
  | "own account"
  | "newest orders"
  | "page of orders"
  | "top-up history"
  | "pending top-ups"
  | "users";

/** The rows of each list: key, and the visible text with the row's position. */
export interface Screen {
  lists: Partial<Record<ScreenList, [key: string, text: string][]>>;
  /** Keys of new rows that a list only counts, until somebody asks to see them. */
  announced: Partial<Record<ScreenList, string[]>>;
  /** Answers since the last check that no page should ever get. */
  wrongAnswers: string[];
  isLive: boolean;
  isSignedOut: boolean;
}

/** `every-row`: each message moves the position to resume from. This rule loses rows, and shows that the storm finds that. */
export type ResumeRule = "page" | "every-row";

export interface LiveWorkerData {
  base: string;
  session: SessionRecord;
  resumeRule: ResumeRule;
}

export type WorkerRequest = { ask: "refresh" } | { ask: "screen"; id: number };

export class LiveClient {
  readonly session: SessionRecord;
  readonly #worker: Worker;
  #requests = 0;

  constructor(data: LiveWorkerData) {
    this.session = data.session;
    this.#worker = new Worker(join(import.meta.dirname, "live-worker.ts"), { workerData: data });
    // Several calls can wait for their answers at the same time.
    this.#worker.setMaxListeners(20);
  }

  /** Fetches the first pages again, as when a person returns to them. */
  refresh(): void {
    this.#worker.postMessage({ ask: "refresh" } satisfies WorkerRequest);
  }

  async readScreen(): Promise<Screen> {
    this.#requests += 1;
    const id = this.#requests;
    this.#worker.postMessage({ ask: "screen", id } satisfies WorkerRequest);
    for (;;) {
      const [answer] = (await once(this.#worker, "message")) as [{ id: number; screen: Screen }];
      if (answer.id === id) return answer.screen;
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
