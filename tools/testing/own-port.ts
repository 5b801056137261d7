import { randomInt } from "node:crypto";
import { isFree } from "../postgres/free-port.ts";

/** Below the range from which systems choose ports, so that no other process gets this port while it is free. */
const ports = { from: 15_000, below: 32_000 } as const;

/** A port for a server that stops and starts again, or that another process opens. */
export async function ownPort(): Promise<number> {
  for (;;) {
    const port = randomInt(ports.from, ports.below);
    if (await isFree(port)) return port;
  }
}
