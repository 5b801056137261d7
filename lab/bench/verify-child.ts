/** Runs one verify or rebuild in its own process, so that the process's memory and CPU time are those of this work alone. */
import { join } from "node:path";

export interface Measured {
  events: number;
  seconds: number;
  /** The highest resident memory. */
  peak_kb: number;
  cpu_us: number;
}

const [url = "", action = "verify", root = ""] = process.argv.slice(2);
// Imported from the working copy that is measured.
const store = join(root, "ledger/store");
const { createClient } = (await import(
  join(store, "connect/connect.ts")
)) as typeof import("../../ledger/store/connect/connect.ts");
const { verify } = (await import(
  join(store, "verify/verify.ts")
)) as typeof import("../../ledger/store/verify/verify.ts");
const { rebuild } = (await import(
  join(store, "verify/rebuild.ts")
)) as typeof import("../../ledger/store/verify/rebuild.ts");

const client = createClient(url, "bench", { pipeline: true });
await client.connect();
const started_ms = performance.now();
const { position, broken } = await (action === "rebuild" ? rebuilt() : verified());
const seconds = (performance.now() - started_ms) / 1000;
await client.end();
if (broken !== undefined) throw new Error(`the benchmark's ledger is broken at ${broken}`);
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
const measured: Measured = {
  events: position,
  seconds,
  peak_kb: maxRSS,
  cpu_us: userCPUTime + systemCPUTime,
};
console.log(JSON.stringify(measured));

async function verified() {
  const { head, findings } = await verify(client);
  return { position: head.position, broken: findings[0]?.where };
}

async function rebuilt() {
  const { head, finding } = await rebuild(client);
  return { position: head.position, broken: finding?.where };
}
