import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode, StartError } from "./start-error.ts";

const loopback = "127.0.0.1";

/** A port that is free at this moment. Another program may take it at any time. */
export async function freePort(): Promise<number> {
  return listenOnce(loopback, 0);
}

export async function isFree(port: number): Promise<boolean> {
  return listenOnce(loopback, port).then(
    () => true,
    () => false,
  );
}

const patience_ms = 2000;

/** Checks the port before anything else starts. Waits a moment for a Cedibook that is just stopping. */
export async function requirePort(host: string, port: number): Promise<void> {
  const deadline = Date.now() + patience_ms;
  for (;;) {
    try {
      await listenOnce(host, port);
      return;
    } catch (error) {
      if (errorCode(error) !== "EADDRINUSE" || Date.now() > deadline) throw explainListen(error, host, port);
    }
    await sleep(100);
  }
}

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

/** @param port 0 for any free one. @returns the port, which is free again @throws an error of listen */
async function listenOnce(host: string, port: number): Promise<number> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  } finally {
    server.close();
  }
}
