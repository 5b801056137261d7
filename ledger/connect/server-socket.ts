/** The socket of a client that a library creates itself, as pg-listen does: pg tells it to connect, and it chooses the server. */
import { Socket } from "node:net";
import { type DatabaseConfig, findServer } from "./find-server.ts";

/** If the server does not answer a goodbye within this time, the connection is closed anyway. */
const goodbye_ms_max = 1000;

export class ServerSocket extends Socket {
  readonly #config: DatabaseConfig;

  constructor(config: DatabaseConfig) {
    super();
    this.#config = config;
  }

  override connect(port: unknown, host?: unknown): this {
    this.#open(port as number, host as string).catch((error: Error) => this.destroy(error));
    return this;
  }

  override end(...given: unknown[]): this {
    const timer = setTimeout(() => this.destroy(), goodbye_ms_max);
    this.once("close", () => clearTimeout(timer));
    return super.end(...(given as []));
  }

  /** `port` and `host` are those of the address, if it has only one server. */
  async #open(port: number, host: string): Promise<void> {
    const isOne = this.#config.servers.length <= 1;
    const server = isOne ? { port, host } : await findServer(this.#config);
    if (!this.destroyed) super.connect(server.port ?? port, server.host ?? host);
  }
}
