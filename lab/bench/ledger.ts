/** npm run bench -- ledger: the writer compared with one transaction per purchase, and its speed on a long log. */
import pg from "pg";
import { openShop, type Shop } from "../../ledger/log/testing/shop.ts";
import { Writer } from "../../ledger/log/writer.ts";
import { asApiRole } from "../../tools/database-url.ts";
import type { BenchPostgres, BenchRun } from "./bench-postgres.ts";
import { purchase, writeHistory } from "./history.ts";
import { createPlainTables, hasPgbench, nodeContender, pgbenchContender } from "./plain.ts";
import { compare, type Contender, count, measureLoops, type Print } from "./rounds.ts";

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
