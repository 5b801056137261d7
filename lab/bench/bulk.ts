/**
 * npm run bench -- bulk: orders a second in bulk calls beside single purchases.
 * npm run bench -- flood: purchases at a steady rate, alone and beside a flood of logins.
 * Load, server and Postgres share the cores.
 */
import type { BenchPostgres, BenchRun } from "./bench-postgres.ts";
import { compare, type Contender, median } from "./rounds.ts";
import { connections, cpuUsers, Stand } from "./stand.ts";

const lines = 50;
const bulkRounds = { rounds: 5, round_ms: 2000, warm_ms: 3000 };

const floodRounds = { rounds: 5, round_ms: 4000, warm_ms: 3000 };
const purchasesPerSecond = 100;
const logins = 32;
/** The aim of the flood. */
const ratio_max = 3;

export async function benchBulk({ print, postgres }: BenchRun): Promise<void> {
  const stand = await openStand(postgres, 1000);
  const contender = (name: string, orders: number, at: object): Contender => ({
    name,
    async run(duration_ms) {
      const { perSecond, latencies_ms, each_us } = await stand.run({ ...at, duration_ms });
      return {
        perSecond: perSecond * orders,
        latencies_ms,
        each_us: each_us.map((us) => us / orders),
      };
    },
  });
  const bulk = { path: "/api/order/bulk", lines };
  print(`Orders over ${connections} kept-alive connections of 1000 users, each order under its own key.`);
  print("Times are those of a call.");
  const contenders = [
    contender("single purchases", 1, {}),
    contender(`${lines} lines a call`, lines, bulk),
    contender(`${lines} lines a call, 2 connections`, lines, { ...bulk, connections: 2 }),
  ];
  await compare(print, contenders, bulkRounds, cpuUsers);
}

export async function benchFlood({ print, postgres }: BenchRun): Promise<void> {
  const stand = await openStand(postgres, 500);
  const checked: number[] = [];
  const buy = (duration_ms: number) => stand.run({ perSecond: purchasesPerSecond, duration_ms });
  let first = 0;
  const flooded = async (duration_ms: number) => {
    const flooding = stand.runBeside({ logins: true, first, connections: logins, duration_ms });
    const [bought, flood] = await Promise.all([buy(duration_ms), flooding]);
    // autocannon drops the logins that are open at the end, so some numbers are left out.
    first += flood.latencies_ms.length + logins;
    checked.push(flood.perSecond);
    return bought;
  };
  print(`${purchasesPerSecond} purchases a second, alone and beside clients that send wrong passwords`);
  print("without a pause, each for another account and from another address.");
  const contenders = [
    { name: "alone", run: buy },
    { name: `beside ${logins} logins at once`, run: flooded },
  ];
  const [quiet, beside] = await compare(print, contenders, floodRounds);
  if (!quiet || !beside) return;
  const ratio = beside.p99_ms / quiet.p99_ms;
  print(`p99 beside the flood: ${ratio.toFixed(2)} times the one alone (aim: at most ${ratio_max})`);
  print(`logins answered: ${Math.round(median(checked))}/s`);
}

/** A flood of logins says where it comes from. */
function openStand(postgres: BenchPostgres, users: number): Promise<Stand> {
  return Stand.open(postgres, "bulk", { users, settings: { proxies: 1 } });
}
