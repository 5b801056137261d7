/** Compares the writer with one transaction per purchase; its speed on a long log; verify and rebuild of that log. */
import pg from "pg";
import { connectionConfig } from "../../ledger/store/connect/connect.ts";
import { rebuild } from "../../ledger/store/verify/rebuild.ts";
import { openShop, type Shop } from "../../ledger/store/testing/shop.ts";
import { verify } from "../../ledger/store/verify/verify.ts";
import { Writer } from "../../ledger/store/write/writer.ts";
import { asApiRole } from "../../tools/database-url.ts";
import { purchase, writeHistory } from "./history.ts";
import { cpuOfTree_us, postmasterOf } from "./cpu-time.ts";
import { createPlainTables, nodeContender, pgbenchContender } from "./plain.ts";
import { compete, type Contender, measureLoops, type Result } from "./rounds.ts";
import { type BenchServer, startBenchServer } from "./server.ts";

type Print = (line: string) => void;

const customers = 2000;
const rounds = 5;
const round_ms = 2000;
const warm_ms = 8000;
const events_small = 10_000;
/** Smaller with BENCH_EVENTS, for a quick look. */
const events_big = Number(process.env["BENCH_EVENTS"] ?? 2_000_000);

export async function benchLedger(print: Print): Promise<void> {
  const server = await startBenchServer();
  try {
    print(`Medians of ${rounds} interleaved rounds of ${round_ms / 1000} s each; PostgreSQL 18 with fsync.`);
    print("Last column: the writer's speed divided by this speed.");
    const small = await prepare(server, "small", events_small);
    await compareWithTransactions(print, small);
    const big = await prepare(server, "big", events_big);
    await measureGrowth(print, small, big);
    await measureReplay(print, big);
  } finally {
    await server.stop();
  }
}

interface Prepared {
  url: string;
  shop: Shop;
}

/** A shop with at least this many events. Its clock makes 12 events a minute, so each day has as many as a real shop's. */
async function prepare(server: BenchServer, name: string, events: number): Promise<Prepared> {
  const url = await server.createDatabase(name);
  let now_ms = Date.UTC(2026, 0, 1);
  const writer = new Writer({ url: asApiRole(url), clock: () => (now_ms += 5000) });
  const shop = await openShop(writer, customers, 1_000_000_00);
  await writeHistory(writer, shop, 0, events);
  await writer.close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("vacuum analyze");
  // Otherwise the first round would pay for the pages that the preparation has left to write.
  await client.query("checkpoint");
  await client.end();
  return { url, shop };
}

async function compareWithTransactions(print: Print, { url, shop }: Prepared): Promise<void> {
  await createPlainTables(url);
  const listener = await listen(url);
  const writer = new Writer({ url: asApiRole(url) });
  const plain = await Promise.all([false, true].map((notify) => pgbenchContender(url, customers, notify)));
  const found = plain.flatMap((contender) => contender ?? []);
  if (found.length === 0) print("pgbench is not installed: its rows are missing.");
  const contenders = [
    writerContender("the writer", writer, shop),
    ...[false, true].map((notify) => nodeContender(url, shop.customers, notify)),
    ...found,
  ];
  for (const inFlight of [1, 8, 64, 256]) {
    print(
      `\n${inFlight} in flight${inFlight > 150 ? " (150 connections for contenders that need one for each)" : ""}`,
    );
    const results = await compete(contenders, inFlight, rounds, round_ms);
    const writerSpeed = results.get("the writer")?.perSecond ?? 0;
    for (const [name, result] of results) print(row(name, result, writerSpeed / result.perSecond));
  }
  for (const contender of found) await contender.close();
  await writer.close();
  await listener.end();
}

async function measureGrowth(print: Print, small: Prepared, big: Prepared): Promise<void> {
  const writers = [small, big].map(({ url }) => new Writer({ url: asApiRole(url) }));
  const [ofSmall, ofBig] = writers as [Writer, Writer];
  const names = [
    `${events_small.toLocaleString("en")} events`,
    `${events_big.toLocaleString("en")} events`,
  ] as const;
  const contenders = [
    writerContender(names[0], ofSmall, small.shop),
    writerContender(names[1], ofBig, big.shop),
  ];
  print("\nThe writer at 64 in flight on a short log and on a long one");
  // After a checkpoint, the first change of each page writes the whole page to the WAL. This warm-up gets past that.
  await compete(contenders, 64, 1, warm_ms);
  const results = await compete(contenders, 64, rounds, round_ms);
  const base = results.get(names[0])?.perSecond ?? 0;
  for (const [name, result] of results) print(row(name, result, result.perSecond / base));
  for (const writer of writers) await writer.close();
}

async function measureReplay(print: Print, { url }: Prepared): Promise<void> {
  const client = new pg.Client({ ...connectionConfig(url, "bench"), pipeline: true });
  await client.connect();
  const postmaster = await postmasterOf(client);
  print(
    "\nThe whole log; CPU per event in Node and in PostgreSQL, and the most that two cores could do if neither were ever idle",
  );
  const time = async (name: string, work: () => Promise<{ head: { position: number } }>) => {
    const [started_ms, own, server] = [performance.now(), process.cpuUsage(), cpuOfTree_us(postmaster)];
    const { head } = await work();
    const seconds = (performance.now() - started_ms) / 1000;
    const { user, system } = process.cpuUsage(own);
    const each_us = [user + system, cpuOfTree_us(postmaster) - server].map((us) => us / head.position);
    const [node_us = 0, postgres_us = 0] = each_us;
    const count = (value: number) => Math.round(value).toLocaleString("en");
    print(
      `  ${name.padEnd(33)} ${count(head.position)} events in ${seconds.toFixed(1)} s: ${count(head.position / seconds)}/s; ${count(process.memoryUsage().rss / 1e6)} MB`,
    );
    print(
      `  ${"".padEnd(33)} CPU ${node_us.toFixed(1)} + ${postgres_us.toFixed(1)} us: at most ${count(2e6 / (node_us + postgres_us))}/s`,
    );
  };
  await time("verify", () => verified(client));
  await time("rebuild of correct rows", () => rebuild(client));
  const tables = [
    "wallet",
    "account",
    '"order"',
    "topup",
    "reversal",
    "sales_by_day",
    "daily_total",
    "product",
    "command",
  ];
  await client.query(`truncate ${tables.map((table) => `ledger.${table}`).join(", ")}`);
  await time("rebuild of emptied tables", () => rebuild(client));
  await verified(client);
  await client.end();
}

async function verified(client: pg.Client) {
  const report = await verify(client);
  if (report.findings.length > 0)
    throw new Error(`the benchmark's ledger is broken at ${report.findings[0]?.where}`);
  return report;
}

function writerContender(name: string, writer: Writer, shop: Shop): Contender {
  let next = 0;
  return {
    name,
    run: (inFlight, duration_ms) =>
      measureLoops(inFlight, duration_ms, () => writer.submit(purchase(shop, next++), { remember: true })),
  };
}

/** Listens as the followers do. NOTIFY without a listener would be too cheap. */
async function listen(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("listen ledger; listen plain");
  return client;
}

function row(name: string, { perSecond, p50_ms, p99_ms }: Result, ratio: number): string {
  const speed = `${Math.round(perSecond).toLocaleString("en").padStart(7)}/s`;
  return `  ${name.padEnd(40)} ${speed}   p50 ${p50_ms.toFixed(2).padStart(7)} ms   p99 ${p99_ms.toFixed(2).padStart(7)} ms   ${ratio.toFixed(2)}`;
}
