/**
 * npm run bench -- verify [--events N]: verify and rebuild of long logs. `--events` can be repeated.
 * npm run bench -- backup [--orders N]: a full backup, a tail without and with changes, and a restore.
 * Each in a process of its own (work-process.ts), so that its memory is that of this work alone.
 */
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { generateIdentity, identityToRecipient } from "age-encryption";
import type pg from "pg";
import { insertEvents } from "../../ledger/log/append.ts";
import { MadeLog } from "../../ledger/log/testing/made-log.ts";
import { join as joinSql } from "../../ledger/tables/statement.ts";
import { Child, cpuOfTree_us } from "../child.ts";
import { useClient } from "../use-client.ts";
import type { BenchPostgres, BenchRun } from "./bench-postgres.ts";
import { cores_us, count } from "./rounds.ts";
import type { Work, Worked } from "./work-process.ts";

const customers = 2000;
const batch_events = 4000;
/** The same flag as in the script of npm run ledger. Without it, a process takes 100 MB more; with 8, it is a tenth slower. */
const flags = ["--max-semi-space-size=16"];
/** Of the made log: an order, its processing, its decision, and a top-up for every fifth. */
const events_per_order = 3.4;

export async function benchVerify({ print, postgres, args }: BenchRun): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { events: { type: "string", multiple: true, default: ["2000000"] } },
  });
  const postmaster = await postgres.postmaster();
  const measure = async (name: string, url: string, action: "verify" | "rebuild") => {
    const before_us = cpuOfTree_us(postmaster);
    const worked = await doWork({ action, url });
    const postgres_us = cpuOfTree_us(postmaster) - before_us;
    const most = (cores_us * worked.events) / (worked.cpu_us + postgres_us);
    const each_us = (postgres_us / worked.events).toFixed(1);
    print(workRow(name, worked, `PostgreSQL ${each_us} us: at most ${count(most)}/s`));
  };
  print(
    "Each in its own process; peak resident memory; CPU per event in Node and in PostgreSQL, and the most",
  );
  print("that two cores could do if neither were ever idle.");
  for (const events of values.events.map(Number)) {
    const url = await postgres.createDatabase(`log_${events}`);
    print(`\n${count(await writeLog(url, events))} events`);
    await measure("rebuild of empty tables", url, "rebuild");
    await postgres.query(url, "vacuum analyze", "checkpoint");
    await measure("verify", url, "verify");
    await measure("rebuild of correct rows", url, "rebuild");
  }
}

export async function benchBackup({ print, postgres, args }: BenchRun): Promise<void> {
  const { values } = parseArgs({ args, options: { orders: { type: "string", default: "1000000" } } });
  const orders = Number(values.orders);
  const folder = await mkdtemp(join(tmpdir(), "cedibook-bench-backup-"));
  const identity = await generateIdentity();
  const recipient = await identityToRecipient(identity);
  try {
    const url = await postgres.createDatabase("shop");
    await fillShop(postgres, url, orders);
    let last: Pick<Work, "end"> = {};
    const work = async (action: Work["action"], at = url) => {
      const worked = await doWork({ action, url: at, folder, recipient, identity, ...last });
      last = { ...(worked.end && { end: worked.end }) };
      return worked;
    };
    print(`${count(orders)} orders. Each in its own process; peak resident memory; CPU per event in Node.`);
    const full = await work("full backup");
    print(workRow("full backup", full, `${await megabytes(folder)} MB on disk`));
    print(workRow("tail without changes", await work("tail")));
    const change = "update shop.order_detail set receiver = '0244123456' where order_id <= 1000";
    await postgres.query(url, change);
    print(workRow("tail with 1,000 changed rows", await work("tail")));
    print(workRow("restore", await work("restore", await postgres.createDatabase("restored"))));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function fillShop(postgres: BenchPostgres, url: string, orders: number): Promise<void> {
  await writeLog(url, Math.round(orders * events_per_order));
  await doWork({ action: "rebuild", url });
  await postgres.query(
    url,
    `insert into shop."user" (id, username, phone, email, password_hash)
       select user_id, 'user' || position, '0' || lpad(position::text, 9, '0'), position || '@example.com',
         '$argon2id$v=19$m=19456,t=2,p=1$' || repeat('x', 65)
       from ledger.account`,
    `insert into shop.order_detail
       select id, '024' || lpad((id * 6364136 % 9999991)::text, 7, '0') from ledger."order"`,
    `insert into shop.order_search
       select o.id, d.receiver, o.network || ' ' || o.offer
       from ledger."order" o join shop.order_detail d on d.order_id = o.id`,
    `insert into ledger.command
       select (select position from ledger.head), gen_random_uuid(), 0, '\\x00', '{"code": "x"}'
       from generate_series(1, ${Math.round(orders / 20)})`,
    "vacuum analyze",
    "checkpoint",
  );
}

async function megabytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder)) bytes += (await stat(join(folder, name))).size;
  return Math.round(bytes / 1e6);
}

async function doWork(work: Work): Promise<Worked> {
  const child = new Child(new URL("work-process.ts", import.meta.url), { execArgv: flags });
  return child.ask<Worked>("work", work).finally(() => child.kill());
}

function workRow(name: string, { events, seconds, peak_kb, cpu_us }: Worked, more = ""): string {
  const speed = `${seconds.toFixed(1).padStart(6)} s   ${count(events).padStart(10)} events   ${count(events / seconds).padStart(8)}/s`;
  const cost = `${count(peak_kb / 1024).padStart(4)} MiB   ${(cpu_us / events).toFixed(1).padStart(5)} us`;
  return `  ${name.padEnd(31)} ${speed}   ${cost}   ${more}`.trimEnd();
}

/** Writes only the log and its head; a rebuild makes the projections. Returns the number of events. */
function writeLog(url: string, target: number): Promise<number> {
  return useClient(url, async (client) => {
    const indexes = await dropIndexes(client);
    const log = new MadeLog(customers);
    let writing: Promise<unknown> = Promise.resolve();
    while (log.state.position < target) {
      const statement = joinSql([insertEvents(log.nextEvents(batch_events))]);
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
  });
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
