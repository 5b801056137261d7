import { randomInt } from "node:crypto";
import { isFree } from "../postgres/ports.ts";

/** Below the range from which systems choose ports, so that no other process gets this port while it is free. */
const ports = { from: 15_000, below: 32_000 } as const;

/** Each vitest worker has a block of its own, so no other test of the run takes a port between its choice and its use. */
const blocks = 17;
const block_ports = (ports.below - ports.from) / blocks;
const block = Number(process.env["VITEST_POOL_ID"] ?? randomInt(blocks)) % blocks;

let next = randomInt(block_ports);

/** A port for a server that stops and starts again, or that another process opens. */
export async function ownPort(): Promise<number> {
  for (;;) {
    next = (next + 1) % block_ports;
    const port = ports.from + block * block_ports + next;
    if (await isFree(port)) return port;
  }
}
