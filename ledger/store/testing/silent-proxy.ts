/** For fault tests: a TCP proxy before a database whose connections can go silent: they stay open, and nothing passes. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface SilentProxy {
  url: string;
  /** Connections whose client has not left, silent ones too. */
  readonly open: number;
  /** All that are open now pass nothing any more, for good; new ones too, until restore(). */
  silence(): void;
  /** New connections pass again; those that were silenced stay silent, as over a line whose state was lost. */
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

/** A side that leaves a silent line is not heard by the other one either. */
function join(line: Line, from: Socket, to: Socket): void {
  from.on("data", (chunk: Buffer) => {
    if (!line.isSilent) to.write(chunk);
  });
  from.on("end", () => {
    if (!line.isSilent) to.end();
  });
  // A reset is what this is for.
  from.on("error", () => {});
  from.on("close", () => {
    line.hasClient &&= from !== line.sockets[0];
    if (!line.isSilent) to.destroy();
  });
}
