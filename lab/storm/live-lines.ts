/** A TCP load balancer between the live clients and the shop's processes. It can cut connections between two messages. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { MessageCutter } from "./websocket-frames.ts";

export interface LiveLines {
  url: string;
  /** The number of connections cut so far. */
  cuts: number;
  /** Cuts every open or later websocket after this many messages, called once for each. undefined: cuts no more. */
  cutAfter(messages: (() => number) | undefined): void;
  /** Discards everything from the shop. When it ends, connections that lost data are closed, as when a phone wakes up. */
  setSilent(isSilent: boolean): void;
  close(): Promise<void>;
}

interface Line {
  client: Socket;
  cutter: MessageCutter | undefined;
  hasLost: boolean;
}

const connect_ms_max = 1000;

/** @param ports of the processes, any of which may be down */
export async function startLiveLines(ports: readonly number[]): Promise<LiveLines> {
  const open = new Set<Line>();
  let messages: (() => number) | undefined;
  let turn = 0;
  let isSilent = false;
  const lines: LiveLines = {
    url: "",
    cuts: 0,
    cutAfter(given) {
      messages = given;
      for (const { cutter } of open) cutter?.cutAfter(given?.());
    },
    setSilent(given) {
      isSilent = given;
      if (!isSilent) for (const { client, hasLost } of open) if (hasLost) client.destroy();
    },
    async close() {
      for (const { client } of open) client.destroy();
      server.close();
      await once(server, "close");
    },
  };
  const server = createServer((client) => {
    const line: Line = { client, cutter: undefined, hasLost: false };
    open.add(line);
    client.on("error", () => {});
    client.on("close", () => open.delete(line));
    turn += 1;
    const inTurn = ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0);
    void firstReachable(inTurn).then((upstream) => {
      if (upstream === undefined || client.destroyed) {
        upstream?.destroy();
        return void client.destroy();
      }
      join(line, upstream, {
        begin: (cutter) => messages && cutter.cutAfter(messages()),
        isSilent: () => isSilent,
        onCut: () => (lines.cuts += 1),
      });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  lines.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return lines;
}

async function firstReachable(ports: readonly number[]): Promise<Socket | undefined> {
  for (const port of ports) {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    const isOpen = await Promise.race([
      once(socket, "connect").then(
        () => true,
        () => false,
      ),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(false), connect_ms_max).unref()),
    ]);
    if (isOpen) return socket;
    socket.destroy();
  }
  return undefined;
}

interface Cutting {
  begin: (cutter: MessageCutter) => void;
  isSilent: () => boolean;
  onCut: () => void;
}

function join(line: Line, upstream: Socket, cutting: Cutting): void {
  const { client } = line;
  client.on("close", () => upstream.destroy());
  upstream.on("close", () => client.destroy());
  client.on("data", (chunk: Buffer) => {
    if (line.cutter === undefined && /^GET \/api\/live[ ?]/.test(chunk.toString("latin1"))) {
      line.cutter = new MessageCutter();
      cutting.begin(line.cutter);
    }
    upstream.write(chunk);
  });
  upstream.on("data", (chunk: Buffer) => {
    line.hasLost ||= cutting.isSilent();
    if (line.hasLost) return;
    const end = line.cutter?.take(chunk);
    if (end === undefined) return void client.write(chunk);
    cutting.onCut();
    // Everything before the cut arrives, and nothing after it.
    client.end(chunk.subarray(0, end));
    upstream.removeAllListeners("data");
    upstream.removeAllListeners("close");
    upstream.destroy();
  });
}
