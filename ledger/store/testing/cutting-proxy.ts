/** For fault tests: a TCP proxy before a database, which cuts connections at chosen or random moments. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * Where to cut the next connection that writes a batch: the statement never arrives; it arrives and its answer is lost;
 * or after so many bytes in one direction, wherever that is.
 */
export type Cut = "statement" | "answer" | { after_bytes: number; towards: "server" | "client" };

export interface CuttingProxy {
  url: string;
  /** Cuts that have happened. */
  cuts: number;
  cutNext(cut: Cut): void;
  close(): Promise<void>;
}

/** The writer's batches are prepared statements of this name, so it stands in whatever runs one. */
const writing = Buffer.from("parts_");

export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let next: Cut | undefined;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // A reset is what this is for.
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    const passed = { server: 0, client: 0 };
    const pass = (chunk: Buffer, towards: "server" | "client") => {
      const to = towards === "server" ? upstream : client;
      passed[towards] += chunk.length;
      const how = next && decision(next, chunk, towards, passed[towards]);
      if (!how) return void to.write(chunk);
      next = undefined;
      proxy.cuts += 1;
      if (how === "after passing") upstream.end(chunk);
      else if (how === "halfway") to.end(chunk.subarray(0, chunk.length / 2));
      client.destroy();
      if (how === "before passing") upstream.destroy();
    };
    client.on("data", (chunk: Buffer) => pass(chunk, "server"));
    upstream.on("data", (chunk: Buffer) => pass(chunk, "client"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy: CuttingProxy = {
    url: withPort(databaseUrl, (server.address() as AddressInfo).port),
    cuts: 0,
    cutNext: (cut) => (next = cut),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  return proxy;
}

function decision(cut: Cut, chunk: Buffer, towards: "server" | "client", passed_bytes: number) {
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
