/**
 * pg's client with what it lacks: it finds the right one of several servers, notices that its connection has gone silent
 * (silent-connections.ts), and can be ended whether or not anybody answers. Every connection to a database is one of these.
 */
import pg from "pg";
import { NoSuchServer } from "./errors.ts";
import {
  type DatabaseConfig,
  findServer,
  isAccepted,
  type SessionKind,
  sessionKindOf,
} from "./find-server.ts";
import { type Watchable, watchForSilence } from "./silent-connections.ts";

/** If the server does not answer a goodbye within this time, the connection is closed anyway. */
const goodbye_ms_max = 1000;

export class DatabaseClient extends pg.Client implements Watchable {
  readonly config: DatabaseConfig;
  /** What the server reports about itself, updated whenever it changes. */
  readonly session: SessionKind;
  #isOpen = false;
  #ended: Error | undefined;

  constructor(config: DatabaseConfig) {
    super({ ...config, connectionTimeoutMillis: config.patience.connect_ms });
    this.config = config;
    // A query under way reports a lost connection. Without this listener, the error would end the process.
    this.on("error", () => undefined);
    this.connection.stream.on("error", () => undefined);
    this.session = sessionKindOf(this);
    this.connection.on("parameterStatus", () => {
      if (this.#isOpen) this.#requireTarget();
    });
  }

  get isWaiting(): boolean {
    return Reflect.get(this, "readyForQuery") === false;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null, client?: pg.Client) => void): void;
  override connect(
    callback?: (error: Error | null, client?: pg.Client) => void,
  ): Promise<pg.Client> | undefined {
    const opened = this.#open();
    if (!callback) return opened;
    opened.then(
      () => callback(null, this),
      (error: Error) => callback(error),
    );
    return undefined;
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    const { stream } = this.connection;
    const timer = setTimeout(() => stream.destroy(), goodbye_ms_max);
    stream.once("close", () => clearTimeout(timer));
    if (stream.destroyed) clearTimeout(timer);
    if (!callback) return super.end();
    super.end(callback);
    return undefined;
  }

  /** Ends the connection at once. Waiting queries fail with the reason, and the server rolls back an open transaction. */
  destroy(reason: Error): void {
    this.#ended = reason;
    this.connection.stream.destroy(reason);
  }

  async #open(): Promise<pg.Client> {
    const { servers } = this.config;
    const server = servers.length > 1 ? await findServer(this.config) : servers[0];
    if (this.#ended) throw this.#ended;
    if (server?.host !== undefined) this.host = server.host;
    if (server?.port !== undefined) this.port = server.port;
    await super.connect();
    this.#isOpen = true;
    const refused = this.#requireTarget();
    if (refused) throw refused;
    watchForSilence(this);
    return this;
  }

  /** Disconnects from a server that is not, or no longer, the right one. */
  #requireTarget(): Error | undefined {
    const { target } = this.config;
    if (isAccepted(this.session, target)) return undefined;
    const refused = new NoSuchServer(`${this.host}:${this.port} is not ${target}`);
    this.destroy(refused);
    return refused;
  }
}
