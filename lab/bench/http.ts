/**
 * npm run bench -- http: purchases over HTTP, compared with a POST that does nothing and with one transaction per purchase;
 * lists and searches with 10,000 and with 1,000,000 orders; the memory of a whole list. Load, server and Postgres share
 * the cores.
 */
import { sessionOf } from "../shoppers.ts";
import { asApiRole } from "../../tools/database-url.ts";
import type { BenchPostgres, BenchRun } from "./bench-postgres.ts";
import { compareCalls, measureDownload, type OpenShop } from "./calls.ts";
import { fillLists, listAdmin, receiverOf } from "./list-data.ts";
import { compete, costRow, mostPerSecond, type Print, speedRow } from "./rounds.ts";
import { connections, purchasePath, sessionSecret, Stand, startBenchServer } from "./stand.ts";

const rounds = { rounds: 7, round_ms: 2000, warm_ms: 5000 };
const users = 1000;
/** Smaller with BENCH_ORDERS, for a quick look. */
const orders_many = Number(process.env["BENCH_ORDERS"] ?? 1_000_000);

export async function benchHttp({ print, postgres }: BenchRun): Promise<void> {
  await measurePurchases(print, postgres);
  const few = await openList(postgres, 10_000);
  const many = await openList(postgres, orders_many);
  print("\nA page of 50 orders,");
  await compareCalls(
    print,
    [few, many],
    queries.map(([name, query]) => [
      name,
      ({ orders }, n) => [`/order/allorders?limit=50&${query(n, orders)}`],
    ]),
  );
  print("\nAll orders in one answer, twice for each list: the server's memory before and at its peak");
  await measureDownload(print, [few, many], "/order/allorders");
}

async function measurePurchases(print: Print, postgres: BenchPostgres): Promise<void> {
  const stand = await Stand.open(postgres, "http", { users, hasPlain: true });
  const contender = (name: string, path: string) => ({
    name,
    run: (duration_ms: number) => stand.run({ path, duration_ms }),
  });
  print(
    `Authenticated POSTs over ${connections} keep-alive connections of ${users} users, each with an Idempotency-Key;`,
  );
  print(
    `medians of ${rounds.rounds} interleaved rounds of ${rounds.round_ms / 1000} s; PostgreSQL 18 with fsync.`,
  );
  print(
    "Last column: the speed of a purchase divided by this speed. CPU per request: server + PostgreSQL + load, and the most that",
  );
  print("two cores could do if neither were ever idle.");
  const results = await compete(
    [
      contender("a purchase", purchasePath),
      contender("a POST that does nothing", "/api/bench/nothing"),
      contender("one transaction per purchase", "/api/bench/plain"),
    ],
    rounds,
  );
  for (const result of results) {
    print(speedRow(result, (results[0]?.perSecond ?? 0) / result.perSecond));
    print(costRow(result, `: ${mostPerSecond(result.each_us)}`));
  }
}

async function openList(postgres: BenchPostgres, orders: number): Promise<OpenShop> {
  const databaseUrl = await postgres.createDatabase(`lists_${orders}`);
  await fillLists(databaseUrl, orders);
  const token = await sessionOf(asApiRole(databaseUrl), sessionSecret, listAdmin);
  return { databaseUrl, orders, admin: listAdmin, token, server: await startBenchServer(databaseUrl) };
}

const queries: [name: string, query: (n: number, orders: number) => string][] = [
  ["newest", () => ""],
  ["pending, oldest first", () => "status=pending&order=oldest"],
  ["far back", (n, orders) => `cursor=${Math.floor(orders / 2) + n}`],
  ["search: a number", (n, orders) => `search=${receiverOf(spread(n, orders))}`],
  ["search: six digits of a number", (n, orders) => `search=${receiverOf(spread(n, orders)).slice(2, 8)}`],
  ["search: a reference", (n, orders) => `search=${10_000_000 + spread(n, orders)}`],
  ["search: a user", (n) => `search=user${7000 + n * 11}`],
  ["search: an offer sold often", () => "search=mtnup2u+1+gb"],
  ["search: an offer and status", () => "search=waec+3&status=completed"],
  ["search: an offer and a rare status", () => "search=waec+3&status=rejected"],
  ["search: nothing found", (n) => `search=nothing${n}`],
  ["one network", () => "network=Airtime"],
  ["two days", () => "from=2026-03-01&to=2026-03-02"],
];

/** The n-th of some orders from all parts of the list. */
function spread(n: number, orders: number): number {
  return Math.floor((orders * n) / 71);
}
