/** Runs work-process.ts, and makes the long logs that it works on. */
import pg from "pg";
import { Child } from "../child.ts";
import { connectionConfig } from "../../ledger/connect/connect.ts";
import { MadeLog } from "../../ledger/log/testing/made-log.ts";
import { insertEvents } from "../../ledger/log/append.ts";
import { join } from "../../ledger/tables/statement.ts";
import { count } from "./rounds.ts";
import type { Work, Worked } from "./work-process.ts";

const customers = 2000;
const batch_events = 4000;
/** The same flag as in the script of npm run ledger. It saves 100 MB of memory at the same speed. */
const flags = ["--max-semi-space-size=8"];

export async function doWork(work: Work): Promise<Worked> {
  const child = new Child(new URL("work-process.ts", import.meta.url), { execArgv: flags });
  return child.ask<Worked>("work", work).finally(() => child.kill());
}

export function workRow(name: string, { events, seconds, peak_kb, cpu_us }: Worked, more = ""): string {
  const speed = `${seconds.toFixed(1).padStart(6)} s   ${count(events).padStart(10)} events   ${count(events / seconds).padStart(8)}/s`;
  const cost = `${count(peak_kb / 1024).padStart(4)} MiB   ${(cpu_us / events).toFixed(1).padStart(5)} us`;
  return `  ${name.padEnd(31)} ${speed}   ${cost}   ${more}`.trimEnd();
}

/** Writes only the log and its head; a rebuild makes the projections. Returns the number of events. */
export async function writeLog(url: string, target: number): Promise<number> {
  const client = new pg.Client({ ...connectionConfig(url, "bench"), pipeline: true });
  await client.connect();
  const indexes = await dropIndexes(client);
  const log = new MadeLog(customers);
  let writing: Promise<unknown> = Promise.resolve();
  while (log.state.position < target) {
    const statement = join([insertEvents(log.take(batch_events))]);
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
  await client.end();
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
