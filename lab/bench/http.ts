/**
 * npm run bench -- http: purchases over HTTP, compared with a POST that does nothing and with one transaction per purchase;
 * lists and searches with 10,000 and with 1,000,000 orders; lists with and without compression; the memory of a whole
 * list. Load, server and Postgres share the cores.
 */
import { openSession } from "../../api/auth/sessions.ts";
import type { Page } from "../../api/contract/lists.ts";
import { deriveSecrets } from "../../api/auth/secrets.ts";
import { createPool } from "../../ledger/store/connect/connect.ts";
import { openReads } from "../../ledger/store/read/database.ts";
import { asApiRole } from "../../tools/database-url.ts";
import pg from "pg";
import { type Child, startChild } from "./child.ts";
import { measureCompressed } from "./compressed.ts";
import { fillLists } from "./list-data.ts";
import { createPlainTables } from "./plain.ts";
import { benchOrder, openPurchaseStand } from "./purchase-stand.ts";
import { compete, type Contender, median } from "./rounds.ts";
import { type BenchServer, startBenchServer } from "./server.ts";
import { sessionSecret } from "./shoppers.ts";

type Print = (line: string) => void;

const rounds = 7;
const round_ms = 2000;
const warm_ms = 5000;
const users = 1000;
/** Smaller with BENCH_ORDERS, for a quick look. */
const orders_many = Number(process.env["BENCH_ORDERS"] ?? 1_000_000);

export async function benchHttp(print: Print): Promise<void> {
  const postgres = await startBenchServer();
  try {
    await measurePurchases(print, postgres);
    const few = await openList(postgres, 10_000);
    const middle = await openList(postgres, 100_000);
    const many = await openList(postgres, orders_many);
    await measurePages(print, few, many);
    await measureCompressed(print, { ...few.child, token: few.token });
    await measureWhole(print, [few, middle, many]);
    for (const { child } of [few, middle, many]) await child.stop();
  } finally {
    await postgres.stop();
  }
}

async function measurePurchases(print: Print, postgres: BenchServer): Promise<void> {
  const stand = await openPurchaseStand(postgres, { name: "http", users, prepare: createPlainTables });
  const body = JSON.stringify(benchOrder);
  const cpu = new Map<string, number[][]>();
  const contender = (name: string, path: string): Contender => ({
    name,
    async run(connections, duration_ms) {
      const result = await stand.run({ path, body, connections, duration_ms });
      cpu.set(name, [...(cpu.get(name) ?? []), result.each_us]);
      return result;
    },
  });
  const contenders = [
    contender("a purchase", "/api/order/create"),
    contender("a POST that does nothing", "/api/bench/nothing"),
    contender("one transaction per purchase", "/api/bench/plain"),
  ];
  print(
    `Authenticated POSTs over 64 keep-alive connections of ${users} users, each with an Idempotency-Key;`,
  );
  print(`medians of ${rounds} interleaved rounds of ${round_ms / 1000} s; PostgreSQL 18 with fsync.`);
  print(
    "Last column: the speed of a purchase divided by this speed. CPU per request: server + PostgreSQL + load, and the most that",
  );
  print("two cores could do if neither were ever idle.");
  await compete(contenders, 64, 1, warm_ms);
  cpu.clear();
  const results = await compete(contenders, 64, rounds, round_ms);
  const base = results.get("a purchase")?.perSecond ?? 0;
  for (const [name, { perSecond, p50_ms, p99_ms }] of results) {
    const speed = `${Math.round(perSecond).toLocaleString("en").padStart(7)}/s`;
    const times = `p50 ${p50_ms.toFixed(2).padStart(7)} ms   p99 ${p99_ms.toFixed(2).padStart(7)} ms`;
    print(`  ${name.padEnd(30)} ${speed}   ${times}   ${(base / perSecond).toFixed(2)}`);
    const each_us = [0, 1, 2].map((index) => median((cpu.get(name) ?? []).map((round) => round[index] ?? 0)));
    const most = Math.round(2e6 / each_us.reduce((sum, us) => sum + us)).toLocaleString("en");
    print(`  ${"".padEnd(30)} CPU ${each_us.map((us) => us.toFixed(0)).join(" + ")} us: at most ${most}/s`);
  }
  await stand.stop();
}

interface List {
  orders: number;
  child: Child;
  /** An admin's session. */
  token: string;
}

async function openList(postgres: BenchServer, orders: number): Promise<List> {
  const url = await postgres.createDatabase(`lists_${orders}`);
  await fillLists(url, orders);
  const admin = "00000000-0000-0000-0000-000000000000";
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("update ledger.account set level = 'Admin' where user_id = $1", [admin]);
  await client.query("checkpoint");
  await client.end();
  const pool = createPool(asApiRole(url), 1);
  const opened = await openSession(openReads(pool), deriveSecrets(sessionSecret), admin);
  await pool.end();
  return { orders, child: await startChild(url), token: opened?.token ?? "" };
}

async function measurePages(print: Print, few: List, many: List): Promise<void> {
  print(
    `\nA page of 50 orders, one request at a time, in ms: medians of 60 after 10 to warm up, lists in turn`,
  );
  print(
    `  ${"".padEnd(40)}${[few, many].map(({ orders }) => `${orders.toLocaleString("en")} orders`.padStart(20)).join("")}`,
  );
  /** The receiver of the n-th order, as fillLists makes it. */
  const receiver = (n: number) =>
    `0${[20, 24, 55][n % 3]}${String((n * 6_364_136) % 9_999_991).padStart(7, "0")}`;
  const queries: [string, (n: number, orders: number) => string][] = [
    ["newest", () => ""],
    ["pending, oldest first", () => "status=pending&order=oldest"],
    ["far back", (n, orders) => `cursor=${Math.floor(orders / 2) + n}`],
    ["search: a number", (n, orders) => `search=${receiver(Math.floor((orders * n) / 71))}`],
    [
      "search: six digits of a number",
      (n, orders) => `search=${receiver(Math.floor((orders * n) / 71)).slice(2, 8)}`,
    ],
    ["search: a reference", (n, orders) => `search=${10_000_000 + Math.floor((orders * n) / 71)}`],
    ["search: a user", (n) => `search=user${7000 + n * 11}`],
    ["search: an offer sold often", () => "search=mtnup2u+1+gb"],
    ["search: an offer and status", () => "search=waec+3&status=completed"],
    ["search: an offer and a rare status", () => "search=waec+3&status=rejected"],
    ["search: nothing found", (n) => `search=nothing${n}`],
    ["one network", () => "network=Airtime"],
    ["two days", () => "from=2026-03-01&to=2026-03-02"],
  ];
  for (const [name, query] of queries) {
    const timings = new Map([few, many].map((list) => [list, [] as Timing[]]));
    for (let n = 1; n <= 70; n++) {
      for (const list of [few, many]) {
        const timing = await ask(list, `limit=50&${query(n, list.orders)}`);
        if (n > 10) timings.get(list)?.push(timing);
      }
    }
    const [ofFew, ofMany] = [few, many].map((list) => ({
      ms: median(timings.get(list)?.map(({ took_ms }) => took_ms) ?? []),
      rows: median(timings.get(list)?.map(({ rows }) => rows) ?? []),
    })) as [{ ms: number; rows: number }, { ms: number; rows: number }];
    const cells = [ofFew, ofMany].map(({ ms }) => ms.toFixed(2).padStart(20)).join("");
    const rowCounts = ofFew.rows === ofMany.rows ? "" : `   ${ofFew.rows} and ${ofMany.rows} rows`;
    print(`  ${name.padEnd(40)}${cells}   ${(ofMany.ms / ofFew.ms).toFixed(2)}${rowCounts}`);
  }
}

interface Timing {
  took_ms: number;
  /** Number of rows in the answer. */
  rows: number;
}

async function ask({ child, token }: List, query: string): Promise<Timing> {
  const started_ms = performance.now();
  const answer = await fetch(`${child.url}/api/order/allorders?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${query}: ${answer.status} ${text}`);
  const took_ms = performance.now() - started_ms;
  return { took_ms, rows: (JSON.parse(text) as Page<unknown>).items.length };
}

async function measureWhole(print: Print, lists: List[]): Promise<void> {
  print("\nAll orders in one answer, three times for each list: the server's memory before and at its peak");
  for (const { child, token, orders } of lists) {
    const before = await child.peak_bytes();
    for (let round = 0; round < 3; round++) {
      const started_ms = performance.now();
      const headers = { authorization: `Bearer ${token}`, "accept-encoding": "identity" };
      const { body } = await fetch(`${child.url}/api/order/allorders`, { headers });
      let bytes = 0;
      for await (const chunk of body ?? []) bytes += chunk.length;
      const seconds = (performance.now() - started_ms) / 1000;
      const mb = (value: number) => `${Math.round(value / 1e6)} MB`.padStart(7);
      print(
        `  ${orders.toLocaleString("en").padStart(9)} orders, ${mb(bytes)} in ${seconds.toFixed(1).padStart(5)} s; memory ${mb(before)}, peak ${mb(await child.peak_bytes())}`,
      );
    }
  }
}
