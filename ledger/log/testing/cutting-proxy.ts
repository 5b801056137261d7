/** For fault tests: a TCP proxy in front of a database that cuts, delays or swallows traffic on demand. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/**
 * Where to cut the next connection that writes a batch: the statement never arrives; it arrives and its answer is lost;
 * or after so many bytes in one direction, wherever that is.
 */
export type Cut = "statement" | "answer" | { after_bytes: number; towards: Side };

type Side = "server" | "client";

/**
 * How the proxy treats what passes:
 * - clear: all of it passes.
 * - held: connections are accepted and stay open, and nothing passes, or nothing in one direction, until it is clear again.
 * - swallowed: the same, but what was sent meanwhile is lost. A connection that lost something stays silent for good,
 *   like one whose other end has vanished.
 * - delayed: all of it passes, later.
 */
export type Weather =
  | { kind: "clear" }
  | { kind: "held"; towards?: Side }
  | { kind: "swallowed"; towards: readonly Side[] }
  | { kind: "delayed"; delay_ms: number };

export interface CuttingProxy {
  url: string;
  port: number;
  /** How many cuts have happened. */
  cuts: number;
  cutNext(cut: Cut): void;
  /** Ends every connection that is open now. */
  cutAll(): void;
  /** Ends those that lost data, as TCP keep-alive would some minutes later. */
  cutLost(): void;
  setWeather(weather: Weather): void;
  /** Closes the port, so that the system itself refuses connections, or opens it again. */
  refuse(isRefusing: boolean): Promise<void>;
  /** The target of connections from now on; undefined: none, they end at once. */
  lead(port: number | undefined): void;
  close(): Promise<void>;
}

/** The writer's batches are prepared statements whose names start with this. */
const writing = Buffer.from("parts_");

export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  const core = new ProxyCore(target.hostname, Number(target.port));
  const port = await core.listen(0);
  return {
    url: withPort(databaseUrl, port),
    port,
    get cuts() {
      return core.cuts;
    },
    cutNext: (cut) => (core.next = cut),
    cutAll: () => core.cutAll(),
    cutLost: () => core.cutLost(),
    setWeather: (weather) => core.setWeather(weather),
    refuse: async (isRefusing) => void (isRefusing ? await core.unlisten() : await core.listen(port)),
    lead: (to) => (core.targetPort = to),
    close: async () => {
      core.cutAll();
      await core.unlisten();
    },
  };
}

class ProxyCore {
  next: Cut | undefined;
  cuts = 0;
  weather: Weather = { kind: "clear" };
  targetPort: number | undefined;
  readonly #hostname: string;
  readonly #lines = new Set<Line>();
  #server: Server | undefined;

  constructor(hostname: string, targetPort: number) {
    this.#hostname = hostname;
    this.targetPort = targetPort;
  }

  async listen(port: number): Promise<number> {
    if (this.#server) return port;
    const server = createServer((client) => {
      if (this.targetPort === undefined) return void client.destroy();
      this.#lines.add(new Line(this, client, connect(this.targetPort, this.#hostname)));
    });
    this.#server = server;
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  }

  async unlisten(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    // Connections that are open stay, so this does not wait for its end.
    server.close();
  }

  cutAll(): void {
    for (const line of this.#lines) line.destroy();
  }

  cutLost(): void {
    for (const line of this.#lines) if (line.hasLost) line.destroy();
  }

  setWeather(weather: Weather): void {
    this.weather = weather;
    for (const line of this.#lines) line.hold(weather);
  }

  forget(line: Line): void {
    this.#lines.delete(line);
  }
}

/** One connection through the proxy: two sockets and what has passed between them. */
class Line {
  readonly #core: ProxyCore;
  readonly #sockets: Record<Side, Socket>;
  readonly #passed: Record<Side, number> = { server: 0, client: 0 };
  /** The directions in which something was lost. */
  readonly #lost = new Set<Side>();

  constructor(core: ProxyCore, client: Socket, server: Socket) {
    this.#core = core;
    this.#sockets = { client, server };
    for (const side of ["client", "server"] as const) {
      const from = this.#sockets[side];
      const towards = side === "client" ? "server" : "client";
      // Resets are expected here.
      from.on("error", () => {});
      from.on("data", (chunk: Buffer) => this.#receive(chunk, towards));
      from.on("close", () => this.#closed(towards));
    }
    this.hold(core.weather);
  }

  get hasLost(): boolean {
    return this.#lost.size > 0;
  }

  hold(weather: Weather): void {
    for (const towards of ["client", "server"] as const) {
      const from = this.#sockets[towards === "client" ? "server" : "client"];
      if (weather.kind === "held" && (weather.towards ?? towards) === towards) from.pause();
      else from.resume();
    }
  }

  destroy(): void {
    for (const socket of Object.values(this.#sockets)) socket.destroy();
    this.#core.forget(this);
  }

  /** A direction that swallows everything also swallows the end of the connection. */
  #closed(towards: Side): void {
    if (this.#isSwallowing(towards)) return;
    this.destroy();
  }

  #isSwallowing(towards: Side): boolean {
    const { weather } = this.#core;
    if (weather.kind === "swallowed" && weather.towards.includes(towards)) this.#lost.add(towards);
    return this.#lost.has(towards);
  }

  #receive(chunk: Buffer, towards: Side): void {
    if (this.#isSwallowing(towards)) return;
    const { weather } = this.#core;
    if (weather.kind === "delayed") setTimeout(() => this.#pass(chunk, towards), weather.delay_ms);
    else this.#pass(chunk, towards);
  }

  #pass(chunk: Buffer, towards: Side): void {
    this.#passed[towards] += chunk.length;
    const { next } = this.#core;
    const how = next && decision(next, chunk, towards, this.#passed[towards]);
    const { server, client } = this.#sockets;
    const to = this.#sockets[towards];
    if (!how) return void to.write(chunk);
    this.#core.next = undefined;
    this.#core.cuts += 1;
    if (how === "after passing") server.end(chunk);
    else if (how === "halfway") to.end(chunk.subarray(0, chunk.length / 2));
    client.destroy();
    if (how === "before passing") server.destroy();
  }
}

function decision(cut: Cut, chunk: Buffer, towards: Side, passed_bytes: number) {
  if (typeof cut === "object")
    return cut.towards === towards && passed_bytes >= cut.after_bytes ? "halfway" : undefined;
  if (towards === "client" || !chunk.includes(writing)) return undefined;
  return cut === "statement" ? "before passing" : "after passing";
}

function withPort(url: string, port: number): string {
  const changed = new URL(url);
  changed.hostname = "127.0.0.1";
  changed.port = String(port);
  // URLSearchParams writes a space as +, which pg reads as a plus.
  return changed.href.replaceAll("+", "%20");
}
