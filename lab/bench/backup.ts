/** A full backup, a tail without and with changes, and a restore: seconds, bytes, and each process's peak memory. */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { generateIdentity, identityToRecipient } from "age-encryption";
import pg from "pg";
import { connectionConfig } from "../../ledger/store/connect/connect.ts";
import { rebuild } from "../../ledger/store/verify/rebuild.ts";
import type { MeasuredBackup, WorkOrder } from "./backup-child.ts";
import { startBenchServer } from "./server.ts";
import { writeLog } from "./verify.ts";

/** Of the made log: an order, its processing, its decision, and a top-up for every fifth. */
const events_per_order = 3.4;

export async function benchBackup(print: (line: string) => void, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { orders: { type: "string", default: "1000000" } } });
  const server = await startBenchServer();
  const folder = await mkdtemp(join(tmpdir(), "cedibook-bench-backup-"));
  const identity = await generateIdentity();
  const recipient = await identityToRecipient(identity);
  try {
    const url = await server.createDatabase("shop");
    await fillShop(url, Number(values.orders));
    const work = (action: WorkOrder["action"], at = url) =>
      run({ action, url: at, folder, recipient, identity });
    print(
      `${Number(values.orders).toLocaleString("en")} orders. Each in its own process; peak resident memory.`,
    );
    const full = await work("full");
    print(row("full backup", full, `${await megabytes(folder)} MB on disk`));
    print(row("tail without changes", await work("tail")));
    await change(url);
    print(row("tail with 1,000 changed rows", await work("tail")));
    print(row("restore", await work("restore", await server.createDatabase("restored"))));
  } finally {
    await rm(folder, { recursive: true });
    await server.stop();
  }
}

async function fillShop(url: string, orders: number): Promise<void> {
  const client = new pg.Client({ ...connectionConfig(url, "bench"), pipeline: true });
  await client.connect();
  await writeLog(client, Math.round(orders * events_per_order));
  await rebuild(client);
  await client.query(`
    insert into shop."user" (id, username, phone, email, password_hash)
      select user_id, 'user' || position, '0' || lpad(position::text, 9, '0'), position || '@example.com',
        '$argon2id$v=19$m=19456,t=2,p=1$' || repeat('x', 65)
      from ledger.account;
    insert into shop.order_detail
      select id, '024' || lpad((id * 6364136 % 9999991)::text, 7, '0') from ledger."order";
    insert into shop.order_search
      select o.id, d.receiver, o.network || ' ' || o.offer from ledger."order" o join shop.order_detail d on d.order_id = o.id;
    insert into ledger.command select (select position from ledger.head), gen_random_uuid(), 0, '\\x00', '{"code": "x"}'
      from generate_series(1, ${Math.round(orders / 20)})`);
  await client.query("vacuum analyze");
  await client.query("checkpoint");
  await client.end();
}

async function change(url: string): Promise<void> {
  const client = new pg.Client({ ...connectionConfig(url, "bench") });
  await client.connect();
  await client.query("update shop.order_detail set receiver = '0244123456' where order_id <= 1000");
  await client.end();
}

async function run(order: WorkOrder): Promise<MeasuredBackup> {
  const child = join(import.meta.dirname, "backup-child.ts");
  const flags = ["--max-semi-space-size=8", child, JSON.stringify(order)];
  return JSON.parse((await promisify(execFile)(process.execPath, flags)).stdout) as MeasuredBackup;
}

async function megabytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder)) bytes += (await stat(join(folder, name))).size;
  return Math.round(bytes / 1e6);
}

function row(name: string, { seconds, peak_kb, events }: MeasuredBackup, more = ""): string {
  const memory = Math.round(peak_kb / 1024);
  return `  ${name.padEnd(30)} ${seconds.toFixed(1).padStart(6)} s   ${String(memory).padStart(4)} MiB   ${events.toLocaleString("en")} events   ${more}`.trimEnd();
}
