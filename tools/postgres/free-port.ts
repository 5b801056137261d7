import { once } from "node:events";
import { createServer } from "node:net";

const loopback = "127.0.0.1";

/** A port that is free at this moment. Another program may take it at any time. */
export async function freePort(): Promise<number> {
  const port = await listenOnce(0);
  if (port === undefined) throw new Error("no free port on 127.0.0.1");
  return port;
}

export async function isFree(port: number): Promise<boolean> {
  return (await listenOnce(port)) !== undefined;
}

async function listenOnce(port: number): Promise<number | undefined> {
  const server = createServer();
  try {
    server.listen(port, loopback);
    await once(server, "listening");
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : undefined;
  } catch {
    return undefined;
  } finally {
    server.close();
  }
}
