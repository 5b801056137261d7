/**
 * pg's client with what it lacks: it finds the right one of several servers, notices that its connection has gone silent
 * (silence.ts), and can be ended whether or not anybody answers. Every connection to a database is one of these.
 */
import pg from "pg";
import type { Server, TargetSession } from "./database-url.ts";
import { NoSuchServer } from "./errors.ts";
import { findServer, isAccepted, type SessionKind, sessionKindOf } from "./find-server.ts";
import { watchForSilence } from "./silence.ts";

export interface DatabaseConfig extends pg.ClientConfig {
  servers: Server[];
  target: TargetSession;
  patience: Patience;
}

/** How long a connection may do what before it is ended. */
export interface Patience {
  /** Finding out whether one server is the right one, and then connecting to it. */
  connect_ms: number;
  /** Without a byte from the server while an answer is due: then another connection asks whether it is at work. */
  silence_ms: number;
  /** The same, whether or not the server is at work. */
  answer_ms: number;
}

/** A goodbye that is not answered within it is cut short. */
const goodbye_ms_max = 1000;

export class DatabaseClient extends pg.Client {
  readonly config: DatabaseConfig;
  /** What the server says of itself, anew whenever that changes. */
  readonly session: SessionKind;
  #isOpen = false;
  #ended: Error | undefined;

  constructor(config: DatabaseConfig) {
    super({ ...config, connectionTimeoutMillis: config.patience.connect_ms });
    this.config = config;
    // Whoever has a query under way hears of a lost connection by that; unheard, this would end the process.
    this.on("error", () => undefined);
    this.connection.stream.on("error", () => undefined);
    this.session = sessionKindOf(this);
    this.connection.on("parameterStatus", () => {
      if (this.#isOpen) this.#requireTarget();
    });
  }

  /** True while a query waits for its answer. */
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

  /** Ends the connection at once: whoever waits for an answer hears the reason. The server takes back what is open. */
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

  /** Leaves a server that is not, or no longer, what is wanted. */
  #requireTarget(): Error | undefined {
    const { target } = this.config;
    if (isAccepted(this.session, target)) return undefined;
    const refused = new NoSuchServer(`${this.host}:${this.port} is not ${target}`);
    this.destroy(refused);
    return refused;
  }
}
