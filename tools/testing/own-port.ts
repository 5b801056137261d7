import { randomInt } from "node:crypto";
import { isFree } from "../postgres/free-port.ts";

/** Below those that systems give to whoever names none, so that nobody comes by it while nobody listens on it. */
const ports = { from: 15_000, below: 32_000 } as const;

/** A port for a server that goes away and comes back, or that another process opens. */
export async function ownPort(): Promise<number> {
  for (;;) {
    const port = randomInt(ports.from, ports.below);
    if (await isFree(port)) return port;
  }
}
