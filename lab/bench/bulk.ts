/**
 * npm run bench -- bulk: orders a second in bulk calls beside single purchases. Load, server and Postgres share the cores.
 */
import { benchOrder, openPurchaseStand } from "./purchase-stand.ts";
import { compete, type Contender, median } from "./rounds.ts";
import { startBenchServer } from "./server.ts";

const rounds = 5;
const round_ms = 2000;
const warm_ms = 3000;
const users = 1000;
const connections = 64;
const lines = 50;
const single = "single purchases";

export async function benchBulk(print: (line: string) => void): Promise<void> {
  const postgres = await startBenchServer();
  const stand = await openPurchaseStand(postgres, { name: "bulk", users });
  try {
    const body = JSON.stringify(benchOrder);
    const orderCosts_us = new Map<string, number[][]>();
    const contender = (
      name: string,
      request: { path: string; lines?: number; connections: number },
    ): Contender => ({
      name,
      async run(_, duration_ms) {
        const orders = request.lines ?? 1;
        const { perSecond, latencies_ms, each_us } = await stand.run({ ...request, body, duration_ms });
        const costs_us = each_us.map((us) => us / orders);
        orderCosts_us.set(name, [...(orderCosts_us.get(name) ?? []), costs_us]);
        return { perSecond: perSecond * orders, latencies_ms };
      },
    });
    const path = "/api/order/bulk";
    const contenders = [
      contender(single, { path: "/api/order/create", connections }),
      contender(`${lines} lines a call`, { path, lines, connections }),
      contender(`${lines} lines a call, 2 connections`, { path, lines, connections: 2 }),
    ];
    print(
      `Orders over ${connections} kept-alive connections of ${users} users, each order under its own key;`,
    );
    print(`medians of ${rounds} interleaved rounds of ${round_ms / 1000} s; PostgreSQL 18 with fsync.`);
    print(
      "Times are those of a call. Last column: this one's orders a second over those of single purchases.",
    );
    print("CPU for one order: the server, PostgreSQL and the load.");
    await compete(contenders, connections, 1, warm_ms);
    orderCosts_us.clear();
    const results = await compete(contenders, connections, rounds, round_ms);
    const base = results.get(single)?.perSecond ?? Number.NaN;
    for (const [name, { perSecond, p50_ms, p99_ms }] of results) {
      const speed = `${Math.round(perSecond).toLocaleString("en").padStart(7)}/s`;
      const times = `p50 ${p50_ms.toFixed(2).padStart(7)} ms   p99 ${p99_ms.toFixed(2).padStart(7)} ms`;
      print(`  ${name.padEnd(32)} ${speed}   ${times}   ${(perSecond / base).toFixed(2)}`);
      const costs_us = [0, 1, 2].map((index) =>
        median((orderCosts_us.get(name) ?? []).map((round) => round[index] ?? 0)),
      );
      print(`  ${"".padEnd(32)} CPU ${costs_us.map((us) => us.toFixed(0)).join(" + ")} us`);
    }
  } finally {
    await stand.stop();
    await postgres.stop();
  }
}
