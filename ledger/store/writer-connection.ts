/** The writer's own connection: pipelined, with bounds on how long anything may hang, made anew when it is lost. */
import pg from "pg";
import { connectionConfig } from "./connect.ts";

/** No statement of a batch takes anywhere near this; a connection that does is dead. */
const query_timeout_ms = 20_000;

const session = `
  set synchronous_commit = on;
  set jit = off;
  set plan_cache_mode = force_generic_plan;
  set lock_timeout = '15s';
  set idle_in_transaction_session_timeout = '10s';
`;

export class WriterConnection {
  readonly #url: string;
  #client: pg.Client | undefined;
  #failures = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** The open connection, if there is one. */
  get ready(): pg.Client | undefined {
    return this.#client;
  }

  /** True where the connection ended by itself. */
  get isLost(): boolean {
    return this.#client === undefined;
  }

  async open(): Promise<pg.Client> {
    if (this.#client) return this.#client;
    const client = new pg.Client({
      ...connectionConfig(this.#url, "writer"),
      pipeline: true,
      query_timeout: query_timeout_ms,
    });
    const lose = () => {
      if (this.#client === client) this.#client = undefined;
    };
    client.on("error", lose);
    client.on("end", lose);
    await client.connect();
    await client.query(session);
    this.#client = client;
    this.#failures = 0;
    return client;
  }

  async drop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    this.#failures += 1;
    await client?.end().catch(() => undefined);
  }

  /** 50 ms, 100 ms … 1 s: how long to leave a lost database alone before trying again. */
  async pause(): Promise<void> {
    const pause_ms = Math.min(50 * 2 ** Math.min(this.#failures - 1, 5), 1000);
    await new Promise((resolve) => setTimeout(resolve, pause_ms));
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }
}
