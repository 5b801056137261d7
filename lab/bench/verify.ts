/** verify and rebuild of long logs: events per second, and the process's peak memory. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import pg from "pg";
import { connectionConfig } from "../../ledger/store/connect/connect.ts";
import { MadeLog } from "../../ledger/store/testing/made-log.ts";
import { insertEvents } from "../../ledger/store/write/append.ts";
import { join as joinParts } from "../../ledger/store/write/statement.ts";
import { type BenchServer, startBenchServer } from "./server.ts";
import type { Measured } from "./verify-child.ts";

type Print = (line: string) => void;

const customers = 2000;
const batch_events = 4000;
/** The same flag as in the script of npm run ledger. It saves 100 MB of memory at the same speed. */
const flags = ["--max-semi-space-size=8"];

/** `--events N` can be repeated. `--beside FOLDER` is another working copy, whose verify runs first for comparison. */
export async function benchVerify(print: Print, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      events: { type: "string", multiple: true, default: ["2000000"] },
      beside: { type: "string" },
    },
  });
  const server = await startBenchServer();
  try {
    print("Each in its own process; peak resident memory; CPU per event in Node.");
    for (const events of values.events) await measure(print, server, Number(events), values.beside);
  } finally {
    await server.stop();
  }
}

async function measure(print: Print, server: BenchServer, events: number, beside?: string): Promise<void> {
  const url = await server.createDatabase(`log_${events}`);
  const client = new pg.Client({ ...connectionConfig(url, "bench"), pipeline: true });
  await client.connect();
  const written = await writeLog(client, events);
  print(`\n${written.toLocaleString("en")} events`);
  print(row("rebuild of empty tables", await run(url, "rebuild")));
  await client.query("vacuum analyze");
  await client.query("checkpoint");
  await client.end();
  const before = beside === undefined ? undefined : await run(url, "verify", beside);
  if (before) print(row("verify of the other copy", before));
  print(row("verify", await run(url, "verify"), before));
  print(row("rebuild of correct rows", await run(url, "rebuild")));
}

/** Writes only the log and its head; the rebuild makes the projections. Returns the number of events. */
export async function writeLog(client: pg.Client, target: number): Promise<number> {
  const indexes = await dropIndexes(client);
  const log = new MadeLog(customers);
  let writing: Promise<unknown> = Promise.resolve();
  while (log.state.position < target) {
    const statement = joinParts([insertEvents(log.take(batch_events))]);
    await writing;
    writing = client.query(statement);
    writing.catch(() => undefined);
  }
  await writing;
  const { position, orders_placed, now } = log.state;
  await client.query(
    `update ledger.head set position = $1::bigint, orders_placed = $2::bigint, recorded_at = $3::timestamptz,
       hash = decode($4, 'hex')`,
    [position, orders_placed, now, log.hash],
  );
  for (const index of indexes) await client.query(index);
  await client.query("vacuum analyze ledger.event");
  return position;
}

/** Inserting is several times as fast without indexes. Returns the statements that create them again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; create: string }>(`
    select format('alter table ledger.event drop constraint %I', conname) as drop,
      format('alter table ledger.event add constraint %I %s', conname, pg_get_constraintdef(oid)) as create
    from pg_constraint where conrelid = 'ledger.event'::regclass and contype in ('p', 'u')
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index where indrelid = 'ledger.event'::regclass
      and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ create }) => create);
}

async function run(url: string, action: "verify" | "rebuild", root?: string): Promise<Measured> {
  const child = join(import.meta.dirname, "verify-child.ts");
  const folder = root ?? join(import.meta.dirname, "../..");
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, child, url, action, folder]);
  return JSON.parse(stdout) as Measured;
}

function row(name: string, { events, seconds, peak_kb, cpu_us }: Measured, other?: Measured): string {
  const count = (value: number) => Math.round(value).toLocaleString("en");
  const ratio = other
    ? `   ${(other.seconds / seconds).toFixed(2)} times as fast, ${(cpu_us / other.cpu_us).toFixed(2)} of the CPU`
    : "";
  return `  ${name.padEnd(31)} ${seconds.toFixed(1).padStart(6)} s   ${count(events / seconds).padStart(8)}/s   ${count(peak_kb / 1024).padStart(4)} MiB   ${(cpu_us / events).toFixed(1).padStart(5)} us${ratio}`;
}
