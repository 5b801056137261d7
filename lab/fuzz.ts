// npm run fuzz [-- --seed N --requests N --sockets N]: sends hostile requests to a separate server with a real
// PostgreSQL. If one does harm, it prints the smallest such request that it found and exits with code 1.
import { fuzz, quietMessages } from "./fuzz/fuzz.ts";
import { anySeed, readOptions } from "./options.ts";
import { type Memory, ServerChild } from "./server.ts";
import { startThrowawayPostgres } from "../tools/postgres/throwaway.ts";
import { onOwnServer } from "../tools/testing/database.ts";
import { TestShop } from "../tools/testing/test-shop.ts";

/** Normal growth, from caches that fill up and code that gets compiled. A leak of 1 kB per request would be 40 MB. */
const heap_growth_max = 20 * 2 ** 20;
const rss_growth_max = 120 * 2 ** 20;

const ms_max = 30 * 60_000;

const { values } = readOptions("npm run fuzz [-- --seed N --requests N --sockets N]", {
  options: {
    seed: { type: "string", default: anySeed },
    requests: { type: "string", default: "50000" },
    sockets: { type: "string", default: "4000" },
  },
});
const seed = Number(values.seed);
const requests = Number(values.requests);
console.log(`Seed ${seed}: ${requests} requests and ${values.sockets} sockets.`);

const postgres = await startThrowawayPostgres(() => {});
try {
  process.exitCode = await runFuzz();
} catch (error) {
  console.error(error);
  console.error(`A request did harm. To repeat: npm run fuzz -- --seed ${seed}`);
  process.exitCode = 1;
} finally {
  await postgres.stop();
}

async function runFuzz(): Promise<number> {
  const database = await onOwnServer(postgres.url);
  let server: ServerChild | undefined;
  const shop = await TestShop.open({ messages: quietMessages, suppliers: {} }, database, async (options) => {
    server = await ServerChild.start(options);
    server.child.process.on("exit", endWithoutServer);
    return server;
  });
  const memory = async () => server?.memory() ?? { heap_bytes: 0, rss_bytes: 0 };
  let warm: Memory | undefined;
  const began_ms = performance.now();
  const run = fuzz(shop, {
    seed,
    requests,
    sockets: Number(values.sockets),
    ms_max,
    async onRequest(count) {
      if (count === Math.floor(requests / 5)) warm = await memory();
      if (count % 5000 === 0) console.log(`${count} requests`);
    },
  });
  // Also after a failure, or the server would keep running.
  const [report, end] = await run
    .then(async (done) => [done, await memory()] as const)
    .finally(() => {
      server?.child.process.off("exit", endWithoutServer);
      return shop.close();
    });
  const took_s = ((performance.now() - began_ms) / 1000).toFixed(0);
  console.log(`${report.requests} requests and ${report.sockets} sockets in ${took_s} s: no harm done.`);
  console.log(`Answers by status: ${listed(report.statuses)}.`);
  console.log(`Refusals: ${listed(report.codes)}.`);
  return warm ? reportMemory(warm, end) : 0;
}

function reportMemory(warm: Memory, end: Memory): number {
  const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
  console.log(
    `Heap after a fifth of the requests and at the end: ${mb(warm.heap_bytes)}, ${mb(end.heap_bytes)}.`,
  );
  console.log(`Resident memory: ${mb(warm.rss_bytes)}, ${mb(end.rss_bytes)}.`);
  const isFlat =
    end.heap_bytes - warm.heap_bytes <= heap_growth_max && end.rss_bytes - warm.rss_bytes <= rss_growth_max;
  if (!isFlat) console.error("The server's memory grew.");
  return isFlat ? 0 : 1;
}

function listed(counts: Record<string, number>): string {
  const sorted = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  return sorted.map(([name, count]) => `${name} ${count}`).join(", ");
}

/** The fuzz cannot go on without the server. Without this, the database would keep running. */
function endWithoutServer(code: number | null, signal: NodeJS.Signals | null): void {
  console.error(`The server died (${signal ?? `code ${code}`}). To repeat: npm run fuzz -- --seed ${seed}`);
  void postgres.stop().finally(() => process.exit(1));
}
