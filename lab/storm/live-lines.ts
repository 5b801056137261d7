/** A TCP load balancer between the live clients and the shop's processes. It can cut connections between two messages. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { MessageCutter } from "./websocket-frames.ts";

interface Line {
  client: Socket;
  cutter: MessageCutter | undefined;
  hasLost: boolean;
}

const connect_ms_max = 1000;

export class LiveLines {
  url = "";
  /** The number of connections cut so far. */
  cuts = 0;
  /** Any of these processes may be down. */
  readonly #ports: readonly number[];
  readonly #server = createServer((client) => this.#open(client));
  readonly #lines = new Set<Line>();
  #messages: (() => number) | undefined;
  #turn = 0;
  #isSilent = false;

  private constructor(ports: readonly number[]) {
    this.#ports = ports;
  }

  /** @param port its own; 0 for any free one */
  static async start(ports: readonly number[], port = 0): Promise<LiveLines> {
    const lines = new LiveLines(ports);
    lines.#server.listen(port, "127.0.0.1");
    await once(lines.#server, "listening");
    lines.url = `http://127.0.0.1:${(lines.#server.address() as AddressInfo).port}`;
    return lines;
  }

  /** Cuts every open or later websocket after this many messages, called once for each. undefined: cuts no more. */
  cutAfter(messages: (() => number) | undefined): void {
    this.#messages = messages;
    for (const { cutter } of this.#lines) cutter?.cutAfter(messages?.());
  }

  /** Discards everything from the shop. When it ends, connections that lost data are closed, as when a phone wakes up. */
  setSilent(isSilent: boolean): void {
    this.#isSilent = isSilent;
    if (!isSilent) for (const { client, hasLost } of this.#lines) if (hasLost) client.destroy();
  }

  async close(): Promise<void> {
    for (const { client } of this.#lines) client.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  #open(client: Socket): void {
    const line: Line = { client, cutter: undefined, hasLost: false };
    this.#lines.add(line);
    client.on("error", () => {});
    client.on("close", () => this.#lines.delete(line));
    this.#turn += 1;
    void this.#reach(this.#turn).then((upstream) => {
      if (upstream && !client.destroyed) return this.#join(line, upstream);
      upstream?.destroy();
      client.destroy();
    });
  }

  async #reach(turn: number): Promise<Socket | undefined> {
    for (const index of this.#ports.keys()) {
      const socket = connect(this.#ports[(turn + index) % this.#ports.length]!, "127.0.0.1");
      socket.on("error", () => {});
      const isOpen = await once(socket, "connect", { signal: AbortSignal.timeout(connect_ms_max) }).then(
        () => true,
        () => false,
      );
      if (isOpen) return socket;
      socket.destroy();
    }
    return undefined;
  }

  #join(line: Line, upstream: Socket): void {
    const { client } = line;
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
    client.on("data", (chunk: Buffer) => {
      if (line.cutter === undefined && /^GET \/api\/live[ ?]/.test(chunk.toString("latin1"))) {
        line.cutter = new MessageCutter();
        line.cutter.cutAfter(this.#messages?.());
      }
      upstream.write(chunk);
    });
    upstream.on("data", (chunk: Buffer) => {
      line.hasLost ||= this.#isSilent;
      if (line.hasLost) return;
      const end = line.cutter?.feed(chunk);
      if (end === undefined) return void client.write(chunk);
      this.cuts += 1;
      // Everything before the cut arrives, and nothing after it.
      client.end(chunk.subarray(0, end));
      upstream.removeAllListeners("data");
      upstream.removeAllListeners("close");
      upstream.destroy();
    });
  }
}
