/** npm run bench -- ledger: the writer compared with one transaction per purchase, and its speed on a long log. */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { openShop, type Shop } from "../../ledger/log/testing/shop.ts";
import { Writer } from "../../ledger/log/writer.ts";
import { asApiRole } from "../../tools/database-url.ts";
import type { BenchPostgres, BenchRun } from "./bench-postgres.ts";
import { purchase, writeHistory } from "./history.ts";
import { createPlainTables, hasPgbench, nodeContender, pgbenchContender } from "../plain.ts";
import { compare, type Contender, count, measureLoops, type Print } from "./rounds.ts";
import { tableOf } from "../table.ts";
import { useClient } from "../use-client.ts";

const customers = 2000;
const rounds = { rounds: 5, round_ms: 2000 };
const warm_ms = 8000;
const events_small = 10_000;
/** Smaller with BENCH_EVENTS, for a quick look. */
const events_big = Number(process.env["BENCH_EVENTS"] ?? 2_000_000);

export async function benchLedger(run: BenchRun): Promise<void> {
  const { print, postgres } = run;
  const small = await prepare(postgres, "small", events_small);
  await compareWithTransactions(run, small);
  await measureWrites(print, small);
  const big = await prepare(postgres, "big", events_big);
  await measureGrowth(print, small, big);
}

interface Prepared {
  url: string;
  shop: Shop;
}

/** A shop with at least this many events. Its clock makes 12 events a minute, so each day has as many as a real shop's. */
async function prepare(postgres: BenchPostgres, name: string, events: number): Promise<Prepared> {
  const url = await postgres.createDatabase(name);
  let now_ms = Date.UTC(2026, 0, 1);
  const writer = new Writer({ url: asApiRole(url), clock: () => (now_ms += 5000) });
  const shop = await openShop(writer, customers, 1_000_000_00);
  await writeHistory(writer, shop, events);
  await writer.close();
  // After the checkpoint, no round pays for the pages that the preparation has left to write.
  await postgres.query(url, "vacuum analyze", "checkpoint");
  return { url, shop };
}

async function compareWithTransactions(
  { print, postgres }: BenchRun,
  { url, shop }: Prepared,
): Promise<void> {
  await createPlainTables(postgres, url);
  const listener = await listen(url);
  const writer = new Writer({ url: asApiRole(url) });
  const withPgbench = hasPgbench();
  if (!withPgbench) print("pgbench is not installed: its rows are missing.");
  for (const inFlight of [1, 8, 64, 256]) {
    print(
      `\n${inFlight} in flight${inFlight > 150 ? " (150 connections for contenders that need one for each)" : ""}`,
    );
    const plain = [nodeContender, ...(withPgbench ? [pgbenchContender] : [])];
    const contenders = [
      writerContender("the writer", writer, shop, inFlight),
      ...plain.flatMap((contender) =>
        [false, true].map((notify) => contender(url, shop.customers, inFlight, notify)),
      ),
    ];
    await compare(print, contenders, rounds);
  }
  await writer.close();
  await listener.end();
}

async function measureGrowth(print: Print, small: Prepared, big: Prepared): Promise<void> {
  const writers = [small, big].map(({ url }) => new Writer({ url: asApiRole(url) }));
  print("\nThe writer at 64 in flight on a short log and on a long one");
  const contenders = [small, big].map(({ shop }, index) =>
    writerContender(
      `${count([events_small, events_big][index] ?? 0)} events`,
      writers[index] as Writer,
      shop,
      64,
    ),
  );
  // After a checkpoint, the first change of each page writes the whole page to the WAL. This warm-up gets past that.
  await compare(print, contenders, { ...rounds, warm_ms });
  for (const writer of writers) await writer.close();
}

/** What one purchase writes, of many at 64 in flight. */
async function measureWrites(print: Print, { url, shop }: Prepared): Promise<void> {
  await useClient(url, async (owner) => {
    const buyAll = async () => {
      const writer = new Writer({ url: asApiRole(url) });
      const { run } = writerContender("", writer, shop, 64);
      const { latencies_ms } = await run(rounds.round_ms * 2);
      await writer.close();
      // The statistics of a connection are whole when it has ended.
      const others =
        "select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'";
      while ((await owner.query(others)).rowCount !== 0) await sleep(50);
      return latencies_ms.length;
    };
    // After a checkpoint, the first change of each page writes the whole page to the WAL.
    await buyAll();
    const before = await readWritten(owner);
    const purchases = await buyAll();
    const after = await readWritten(owner);
    const each = (n: number) => (n / purchases).toFixed(2);
    print(`\nWritten for one purchase, of ${count(purchases)} at 64 in flight`);
    const rows = [...after.tables].flatMap(([table, now]) => {
      const then = before.tables.get(table) ?? [0, 0, 0];
      const grown = now.map((n, column) => n - (then[column] ?? 0));
      return grown.every((n) => n === 0) ? [] : [[table, ...grown.map(each)]];
    });
    print(tableOf([["", "added", "changed", "of these in place"], ...rows]));
    print(`${count((after.wal_bytes - before.wal_bytes) / purchases)} bytes of WAL`);
  });
}

interface Wrote {
  wal_bytes: number;
  /** By table: rows that were added, changed, and changed without a new entry in an index. */
  tables: Map<string, [number, number, number]>;
}

async function readWritten(owner: pg.ClientBase): Promise<Wrote> {
  const { rows } = await owner.query<{ table: string; counts: [number, number, number]; wal_bytes: number }>(`
    select schemaname || '.' || relname as table, array[n_tup_ins, n_tup_upd, n_tup_hot_upd] as counts,
      (pg_current_wal_insert_lsn() - '0/0')::float8 as wal_bytes
    from pg_stat_user_tables where schemaname in ('ledger', 'shop') order by 1`);
  const tables = new Map(
    rows.map(({ table, counts }) => [table, counts.map(Number) as [number, number, number]]),
  );
  return { wal_bytes: rows[0]?.wal_bytes ?? 0, tables };
}

function writerContender(name: string, writer: Writer, shop: Shop, inFlight: number): Contender {
  let next = Math.floor(Math.random() * customers);
  const buy = () => writer.submit(purchase(shop, next++), { remember: true });
  return { name, run: (duration_ms) => measureLoops(inFlight, duration_ms, buy) };
}

/** Listens as the followers do. NOTIFY without a listener would be too cheap. */
async function listen(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // After a failure, the database ends before this connection does.
  client.on("error", () => {});
  await client.connect();
  await client.query("listen ledger; listen plain");
  return client;
}
