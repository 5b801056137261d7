/** Work that is repeated with a pause for as long as the server runs. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";

export class PeriodicTask {
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;

  /**
   * `work` begins at once, and stops soon after its signal. `pause_ms`: from the end of one round to the next. An error is
   * logged as `what`, and the next round tries again.
   */
  constructor(what: string, work: (signal: AbortSignal) => Promise<void>, log: Logger, pause_ms: number) {
    this.#running = this.#run(what, work, log, pause_ms);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(
    what: string,
    work: (signal: AbortSignal) => Promise<void>,
    log: Logger,
    pause_ms: number,
  ): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await work(signal);
      } catch (error) {
        // The message of an error may contain personal data.
        log.warn({ code: Reflect.get(error as object, "code") }, `${what} failed and will be retried`);
      }
      await sleep(pause_ms, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
