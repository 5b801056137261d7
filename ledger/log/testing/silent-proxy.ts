/** For fault tests: a TCP proxy in front of a database whose connections can go silent: they stay open, and nothing passes. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface SilentProxy {
  url: string;
  /** Connections whose client has not left, silent ones too. */
  readonly open: number;
  /** Open connections become silent permanently; new ones too, until restore(). */
  silence(): void;
  /** New connections work again. Silenced ones stay silent, as after a router lost their state. */
  restore(): void;
  close(): Promise<void>;
}

interface Line {
  isSilent: boolean;
  hasClient: boolean;
  sockets: [client: Socket, upstream: Socket];
}

export async function startSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const target = new URL(databaseUrl);
  const lines = new Set<Line>();
  let isSilent = false;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ port: Number(target.port), host: target.hostname, allowHalfOpen: true });
    const line: Line = { isSilent, hasClient: true, sockets: [client, upstream] };
    lines.add(line);
    client.on("end", () => (line.hasClient = false));
    join(line, client, upstream);
    join(line, upstream, client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    // URLSearchParams writes a space as +, which pg reads as a plus.
    url: url.href.replaceAll("+", "%20"),
    get open() {
      return [...lines].filter(({ hasClient }) => hasClient).length;
    },
    silence() {
      isSilent = true;
      for (const line of lines) line.isSilent = true;
    },
    restore: () => void (isSilent = false),
    async close() {
      for (const { sockets } of lines) for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** If one side leaves a silent line, the other side does not notice. */
function join(line: Line, from: Socket, to: Socket): void {
  from.on("data", (chunk: Buffer) => {
    if (!line.isSilent) to.write(chunk);
  });
  from.on("end", () => {
    if (!line.isSilent) to.end();
  });
  // Resets are expected here.
  from.on("error", () => {});
  from.on("close", () => {
    line.hasClient &&= from !== line.sockets[0];
    if (!line.isSilent) to.destroy();
  });
}
