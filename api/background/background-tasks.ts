/** Work that an answer does not wait for, and a closing server does. */
import type { Logger } from "pino";

export class BackgroundTasks {
  readonly #log: Logger;
  readonly #running = new Set<Promise<void>>();

  constructor(log: Logger) {
    this.#log = log;
  }

  start(what: string, work: () => Promise<void>): void {
    const running = work()
      // An error's message may name the person it was about.
      .catch((error: unknown) => this.#log.error({ stack: stackOf(error) }, `failed: ${what}`))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async settle(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}

/** Where it happened, without the message. */
function stackOf(error: unknown): string {
  const lines = error instanceof Error ? (error.stack ?? "").split("\n") : [];
  return lines.filter((line) => /^\s+at /.test(line)).join("\n");
}
