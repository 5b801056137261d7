/** The writer's own connection: pipelined, and replaced when it is lost. silent-connections.ts notices a missing answer. */
import type pg from "pg";
import { connectionConfig } from "../connect/connect.ts";
import { connectSoon } from "../connect/connect-soon.ts";
import { DatabaseClient } from "../connect/database-client.ts";
import { ConnectionSilent, isConnectionLost, NoSuchServer } from "../connect/errors.ts";
import { leaveServerOf } from "../connect/silent-connections.ts";

/**
 * Between the lock and the writing there is only a decision. A transaction left open there belongs to a process that was
 * cut off, and makes every other process wait.
 */
const session = `
  set synchronous_commit = on;
  set jit = off;
  set plan_cache_mode = force_generic_plan;
  set lock_timeout = '15s';
  set idle_in_transaction_session_timeout = '2s';
`;

const pause_ms_max = 250;

export class WriterConnection {
  readonly #url: string;
  #client: DatabaseClient | undefined;
  #opening: Promise<DatabaseClient> | undefined;
  #probing: Promise<boolean> | undefined;
  #failures = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** The open connection, if there is one. */
  get ready(): pg.Client | undefined {
    return this.#client;
  }

  /** Whether the connection ended by itself. */
  get isLost(): boolean {
    return this.#client === undefined;
  }

  async open(): Promise<pg.Client> {
    if (this.#client) return this.#client;
    this.#opening ??= this.#open().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #open(): Promise<DatabaseClient> {
    const config = { ...connectionConfig(this.#url, "writer"), pipeline: true };
    const client = await connectSoon(() => new DatabaseClient(config));
    const lose = () => {
      if (this.#client === client) this.#client = undefined;
    };
    client.on("error", lose);
    client.on("end", lose);
    await client.query(session).catch((error: Error) => {
      client.destroy(error);
      throw error;
    });
    this.#client = client;
    this.#failures = 0;
    return client;
  }

  /** After a failure nothing is awaited: the next connection finds out whether the batch was written. */
  drop(reason: Error): void {
    const client = this.#client;
    this.#client = undefined;
    this.#failures += 1;
    if (!client) return;
    client.destroy(reason);
    const isReadOnly = Reflect.get(reason, "code") === "25006";
    if (isReadOnly && client.config.target !== "any") leaveServerOf(client, reason);
  }

  /** 50 ms, 100 ms … 250 ms: the pause before trying a lost database again. */
  async pause(): Promise<void> {
    const pause_ms = Math.min(50 * 2 ** Math.min(this.#failures - 1, 5), pause_ms_max);
    await new Promise((resolve) => setTimeout(resolve, pause_ms));
  }

  /** Whether the database answers and is writable within this time. Otherwise the connection is ended. */
  canWrite(limit_ms: number): Promise<boolean> {
    this.#probing ??= this.#probe(limit_ms).finally(() => (this.#probing = undefined));
    return this.#probing;
  }

  async #probe(limit_ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ConnectionSilent(`no answer for ${limit_ms} ms`)), limit_ms);
    });
    try {
      return await Promise.race([this.#isWritable(), late]);
    } catch (error) {
      if (!isConnectionLost(error)) return true;
      this.drop(error as Error);
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  async #isWritable(): Promise<boolean> {
    const client = await this.open();
    const { rows } = await client.query<{ transaction_read_only: string }>("show transaction_read_only");
    if (rows[0]?.transaction_read_only !== "off") throw new NoSuchServer("the database is read-only");
    return true;
  }

  async close(): Promise<void> {
    await this.#opening?.catch(() => undefined);
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }
}
