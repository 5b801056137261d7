/** A page of the storm as the storm sees it: a worker that runs the page's code and says what its lists show. */
import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { SessionRecord } from "#api/contract/sessions.ts";

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

/** Rows by their keys: what is shown of each, and the position it is of. */
export interface Screen {
  lists: Partial<Record<ScreenList, [key: string, text: string][]>>;
  /** Answers since the last look that no page should ever get. */
  wrongAnswers: string[];
  isLive: boolean;
  isSignedOut: boolean;
}

/** `every-row`: each message moves the position to resume from, the rule that lost rows. Only for showing that it does. */
export type ResumeRule = "page" | "every-row";

export interface LiveWorkerData {
  base: string;
  session: SessionRecord;
  resumeRule: ResumeRule;
}

export type WorkerOrder = { ask: "refresh" } | { ask: "look"; id: number };

export class LiveClient {
  readonly session: SessionRecord;
  readonly #worker: Worker;
  #asked = 0;

  constructor(data: LiveWorkerData) {
    this.session = data.session;
    this.#worker = new Worker(join(import.meta.dirname, "live-worker.ts"), { workerData: data });
    // Five clients wait for their answers at the same time.
    this.#worker.setMaxListeners(20);
  }

  /** As somebody does who looks at the first page again. */
  refresh(): void {
    this.#worker.postMessage({ ask: "refresh" } satisfies WorkerOrder);
  }

  async look(): Promise<Screen> {
    this.#asked += 1;
    const id = this.#asked;
    this.#worker.postMessage({ ask: "look", id } satisfies WorkerOrder);
    for (;;) {
      const [answer] = (await once(this.#worker, "message")) as [{ id: number; screen: Screen }];
      if (answer.id === id) return answer.screen;
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
