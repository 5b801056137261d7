import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode, StartError } from "../postgres/start-error.ts";

/** Checks the port before anything else starts. Waits a moment for a Cedibook that is just stopping. */
export async function requirePort(host: string, port: number): Promise<void> {
  const deadline = Date.now() + patience_ms;
  for (;;) {
    const error = await tryListen(host, port);
    if (error === undefined) return;
    if (errorCode(error) !== "EADDRINUSE" || Date.now() > deadline) throw explainListen(error, host, port);
    await sleep(100);
  }
}

const patience_ms = 2000;

/** Turns an error of listen into a StartError if its reason is known. */
export function explainListen(error: unknown, host: string, port: number): unknown {
  switch (errorCode(error)) {
    case "EADDRINUSE":
      return new StartError(
        `Port ${port} is taken by another program: stop that one, or choose another with PORT.`,
      );
    case "EACCES":
      return new StartError(`Port ${port} is not open to this user: choose one above 1023 with PORT.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new StartError(`HOST ${host} is not an address of this machine.`);
    default:
      return error;
  }
}

async function tryListen(host: string, port: number): Promise<unknown> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
    return undefined;
  } catch (error) {
    return error;
  } finally {
    server.close();
  }
}
