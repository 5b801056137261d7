/** npm run bench -- backup [--orders N]: a full backup, a tail without and with changes, and a restore, and their memory. */
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { generateIdentity, identityToRecipient } from "age-encryption";
import type { BenchPostgres, BenchRun } from "./bench-postgres.ts";
import { count } from "./rounds.ts";
import { doWork, workRow, writeLog } from "./work.ts";
import type { Work } from "./work-process.ts";

/** Of the made log: an order, its processing, its decision, and a top-up for every fifth. */
const events_per_order = 3.4;

export async function benchBackup({ print, postgres, args }: BenchRun): Promise<void> {
  const { values } = parseArgs({ args, options: { orders: { type: "string", default: "1000000" } } });
  const orders = Number(values.orders);
  const folder = await mkdtemp(join(tmpdir(), "cedibook-bench-backup-"));
  const identity = await generateIdentity();
  const recipient = await identityToRecipient(identity);
  try {
    const url = await postgres.createDatabase("shop");
    await fillShop(postgres, url, orders);
    const work = (action: Work["action"], at = url) =>
      doWork({ action, url: at, folder, recipient, identity });
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
