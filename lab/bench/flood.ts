/**
 * npm run bench -- flood: purchases at a steady rate, alone and beside a flood of logins. Loads, server and Postgres share
 * the cores.
 */
import { benchOrder, openPurchaseStand } from "./purchase-stand.ts";
import { compete, type Contender, type Result } from "./rounds.ts";
import { startBenchServer } from "./server.ts";

const rounds = 5;
const round_ms = 4000;
const warm_ms = 3000;
const users = 500;
const purchasesPerSecond = 100;
const connections = 8;
const logins = 32;
/** The aim. */
const ratio_max = 3;

export async function benchFlood(print: (line: string) => void): Promise<void> {
  const postgres = await startBenchServer();
  const stand = await openPurchaseStand(postgres, { name: "flood", users });
  const checked: number[] = [];
  try {
    const purchases = (duration_ms: number) =>
      stand.run({
        path: "/api/order/create",
        body: JSON.stringify(benchOrder),
        connections,
        duration_ms,
        perSecond: purchasesPerSecond,
      });
    let first = 0;
    const quiet: Contender = { name: "alone", run: (_, duration_ms) => purchases(duration_ms) };
    const flooded: Contender = {
      name: `beside ${logins} logins at once`,
      async run(_, duration_ms) {
        const [result, flood] = await Promise.all([
          purchases(duration_ms),
          stand.runBeside({ path: "", body: "", logins: true, first, connections: logins, duration_ms }),
        ]);
        first += flood.latencies_ms.length;
        checked.push(flood.perSecond);
        return result;
      },
    };
    print(
      `${purchasesPerSecond} purchases a second over ${connections} connections, alone and beside clients that send`,
    );
    print("wrong passwords without a pause, each for another account and from another address;");
    print(`${rounds} interleaved rounds of ${round_ms / 1000} s; PostgreSQL 18 with fsync.`);
    await compete([quiet, flooded], connections, 1, warm_ms);
    checked.length = 0;
    const results = await compete([quiet, flooded], connections, rounds, round_ms);
    for (const [name, { perSecond, p50_ms, p99_ms }] of results)
      print(
        `  ${name.padEnd(26)} ${perSecond.toFixed(0).padStart(4)}/s   p50 ${p50_ms.toFixed(2).padStart(6)} ms   p99 ${p99_ms.toFixed(2).padStart(6)} ms`,
      );
    const p99_ms = ({ name }: Contender) => (results.get(name) as Result).p99_ms;
    const ratio = p99_ms(flooded) / p99_ms(quiet);
    print(`  p99 beside the flood: ${ratio.toFixed(2)} times the one alone (aim: at most ${ratio_max})`);
    print(`  logins answered: ${Math.round(checked.reduce((sum, one) => sum + one, 0) / checked.length)}/s`);
  } finally {
    await stand.stop();
    await postgres.stop();
  }
}
