/** Work beside answers: in this process, or in one of its own. A stopping server waits for it, or ends it. */
import type { Logger } from "pino";
import { type ChildProcess, fork } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

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

  /** Returns when all of it is done. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}

/** The stack of an error, without its message. */
function stackOf(error: unknown): string {
  const lines = error instanceof Error ? (error.stack ?? "").split("\n") : [];
  return lines.filter((line) => /^\s+at /.test(line)).join("\n");
}

/** Work that is repeated with a pause for as long as the server runs. */
export class PeriodicTask {
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;

  /**
   * `work` stops soon after its signal. `pause_ms`: from the end of one round to the next. `first_ms`: before the
   * first round, so that work that nobody waits for does not slow the start. An error is logged as `what`, and the next round
   * tries again.
   */
  constructor(
    what: string,
    work: (signal: AbortSignal) => Promise<void>,
    log: Logger,
    { pause_ms, first_ms = 0 }: { pause_ms: number; first_ms?: number },
  ) {
    this.#running = this.#run(what, work, log, { pause_ms, first_ms });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(
    what: string,
    work: (signal: AbortSignal) => Promise<void>,
    log: Logger,
    { pause_ms, first_ms }: { pause_ms: number; first_ms: number },
  ): Promise<void> {
    const { signal } = this.#closing;
    const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
    if (first_ms > 0) await pause(first_ms);
    while (!signal.aborted) {
      try {
        await work(signal);
      } catch (error) {
        // The message of an error may contain personal data.
        log.warn({ code: Reflect.get(error as object, "code") }, `${what} failed and will be retried`);
      }
      await pause(pause_ms);
    }
  }
}

/**
 * Runs some work once at a time. Whoever asks while it runs waits for one more run, which is shared by all who ask meanwhile:
 * it sees everything that was there when they asked.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = (): Promise<void> => {
    next = undefined;
    running = work().finally(() => (running = undefined));
    return running;
  };
  return () => {
    if (!running) return start();
    next ??= running.then(start, start);
    return next;
  };
}

/** A process of its own with a small heap. It gets its order by message, because process lists show arguments. */
export function forkTask(script: string): ChildProcess {
  return fork(script, {
    execArgv: ["--max-semi-space-size=8"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

/** Resolves when the process has ended. */
export async function killTask(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}
