/** Tasks that an answer does not wait for, but a stopping server does. */
import type { Logger } from "pino";

export class BackgroundTasks {
  readonly #log: Logger;
  readonly #running = new Set<Promise<void>>();

  constructor(log: Logger) {
    this.#log = log;
  }

  start(what: string, work: () => Promise<void>): void {
    const running = work()
      // An error's message may contain personal data.
      .catch((error: unknown) => this.#log.error({ stack: stackOf(error) }, `${what} failed`))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async settle(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}

/** The stack of an error, without its message. */
function stackOf(error: unknown): string {
  const lines = error instanceof Error ? (error.stack ?? "").split("\n") : [];
  return lines.filter((line) => /^\s+at /.test(line)).join("\n");
}
