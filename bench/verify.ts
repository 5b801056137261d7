/** verify and rebuild of long logs: events a second, and the most memory that the process ever had. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import pg from "pg";
import { connectionConfig } from "#ledger/store/connect/connect.ts";
import { MadeLog } from "#ledger/store/testing/made-log.ts";
import { insertEvents } from "#ledger/store/write/append.ts";
import { join as joinParts } from "#ledger/store/write/statement.ts";
import { type BenchServer, startBenchServer } from "./server.ts";
import type { Measured } from "./verify-child.ts";

type Say = (line: string) => void;

const customers = 2000;
const batch_events = 4000;
/** As in the script of npm run ledger: 100 MB less memory, at the same speed. */
const flags = ["--max-semi-space-size=8"];

/** `--events N`, as often as wanted. `--beside FOLDER`: another working copy, whose verify runs before this one's. */
export async function benchVerify(say: Say, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      events: { type: "string", multiple: true, default: ["2000000"] },
      beside: { type: "string" },
    },
  });
  const server = await startBenchServer();
  try {
    say("Each in a process of its own; its highest resident memory; CPU of an event in Node.");
    for (const events of values.events) await measure(say, server, Number(events), values.beside);
  } finally {
    await server.stop();
  }
}

async function measure(say: Say, server: BenchServer, events: number, beside?: string): Promise<void> {
  const url = await server.createDatabase(`log_${events}`);
  const client = new pg.Client({ ...connectionConfig(url, "bench"), pipeline: true });
  await client.connect();
  const written = await writeLog(client, events);
  say(`\n${written.toLocaleString("en")} events`);
  say(row("rebuild of empty tables", await run(url, "rebuild")));
  await client.query("vacuum analyze");
  await client.query("checkpoint");
  await client.end();
  const before = beside === undefined ? undefined : await run(url, "verify", beside);
  if (before) say(row("verify of the other copy", before));
  say(row("verify", await run(url, "verify"), before));
  say(row("rebuild of rows that are right", await run(url, "rebuild")));
}

/** Only the log and its head: a rebuild makes the projections. Returns how many events there are. */
async function writeLog(client: pg.Client, target: number): Promise<number> {
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

/** Returns the statements that make them again. Rows go in several times as fast without them. */
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

async function run(url: string, act: "verify" | "rebuild", root?: string): Promise<Measured> {
  const child = join(import.meta.dirname, "verify-child.ts");
  const folder = root ?? join(import.meta.dirname, "..");
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, child, url, act, folder]);
  return JSON.parse(stdout) as Measured;
}

function row(name: string, { events, seconds, peak_kb, cpu_us }: Measured, other?: Measured): string {
  const count = (value: number) => Math.round(value).toLocaleString("en");
  const ratio = other
    ? `   ${(other.seconds / seconds).toFixed(2)} times as fast, ${(cpu_us / other.cpu_us).toFixed(2)} of the CPU`
    : "";
  return `  ${name.padEnd(31)} ${seconds.toFixed(1).padStart(6)} s   ${count(events / seconds).padStart(8)}/s   ${count(peak_kb / 1024).padStart(4)} MiB   ${(cpu_us / events).toFixed(1).padStart(5)} us${ratio}`;
}
