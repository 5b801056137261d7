/** Hears what is notified on one channel, over a connection of its own that is made anew whenever it is lost. */
import { setTimeout as sleep } from "node:timers/promises";
import { connectionConfig } from "./connect.ts";
import { DatabaseClient } from "./database-client.ts";

interface ListenerOptions {
  url: string;
  channel: string;
  onNotification: (payload: string) => void;
  /** From here on nothing is missed; what was notified before is. */
  onConnected: () => void;
  onError: (error: unknown) => void;
}

/** A question to a line that would say nothing for hours where nothing is notified. */
const heartbeat_ms = 2000;
const pause_ms_min = 100;
const pause_ms_max = 1000;

export class Listener {
  readonly #options: ListenerOptions;
  #client: DatabaseClient | undefined;
  #failures = 0;
  #running: Promise<void> | undefined;
  readonly #closing = new AbortController();

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  /** Returns once it has connected or has failed to, the first time. */
  async start(): Promise<void> {
    const { promise: tried, resolve } = Promise.withResolvers<void>();
    this.#running = this.#run(resolve);
    await tried;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#client?.destroy(new Error("nobody listens any more"));
    await this.#running;
  }

  async #run(onTried: () => void): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await this.#listen(onTried);
      } catch (error) {
        if (!signal.aborted) this.#options.onError(error);
      }
      onTried();
      const pause_ms = Math.min(pause_ms_min * 2 ** this.#failures, pause_ms_max);
      this.#failures += 1;
      await sleep(pause_ms, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Ends with its connection. */
  async #listen(onListening: () => void): Promise<void> {
    const { url, channel, onConnected, onNotification } = this.#options;
    const client = new DatabaseClient(connectionConfig(url, "follower"));
    const ended = new Promise((resolve) => client.once("end", resolve));
    this.#client = client;
    client.on("notification", ({ payload }) => onNotification(payload ?? ""));
    let heartbeat: NodeJS.Timeout | undefined;
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      if (this.#closing.signal.aborted) return;
      this.#failures = 0;
      onListening();
      onConnected();
      heartbeat = setInterval(() => {
        if (!client.isWaiting) client.query("select 1").catch(() => undefined);
      }, heartbeat_ms);
      await ended;
    } finally {
      clearInterval(heartbeat);
      await client.end();
    }
  }
}
