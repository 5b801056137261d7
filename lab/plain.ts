/**
 * The comparison for the writer: one transaction per purchase, as a careful developer would write it. It is one prepared
 * statement and one round trip, and it writes the same rows into copies of the same tables with the same indexes. It has
 * no hash chain, no gap-free positions, no house account and no total of the day: the lock on such a shared row would
 * allow only one purchase at a time.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { Hono } from "hono";
import pg from "pg";
import * as v from "valibot";
import { signedIn } from "../api/serve/guard.ts";
import type { Env } from "../api/serve/env.ts";
import type { Shop } from "../api/shop.ts";
import { newOrder } from "../contract/orders.ts";
import { readBody } from "../api/serve/input.ts";
import type { BenchPostgres } from "./bench/bench-postgres.ts";
import { type Contender, measureLoops } from "./bench/rounds.ts";

const copies = ["event", "command", "wallet", "order", "sales_by_day"];

/** Copies with the customers' wallets; `plain.customer` numbers them, for pgbench. */
export async function createPlainTables(postgres: BenchPostgres, url: string): Promise<void> {
  const tables = copies.map((name) => `create table plain."${name}" (like ledger."${name}" including all);`);
  const filling = `create schema plain; ${tables.join("\n")}
    alter table plain.wallet set (fillfactor = 50);
    alter table plain.sales_by_day set (fillfactor = 50);
    create table plain.order_detail (like shop.order_detail including all);
    create sequence plain.position; create sequence plain.order_id;
    insert into plain.wallet select * from ledger.wallet where balance > 0;
    create table plain.customer as select row_number() over () as n, user_id from plain.wallet;
    alter table plain.customer add primary key (n)`;
  await postgres.query(url, filling, "vacuum analyze plain.wallet");
}

function plainPurchase(user: string, notify: boolean): string {
  return `with c as (select nextval('plain.position') as position, nextval('plain.order_id') as id, now() as at,
      gen_random_uuid() as command_id, ${user} as user_id),
    w as (update plain.wallet set balance = balance - 500, position = c.position from c
      where wallet.user_id = c.user_id and balance >= 500 returning balance),
    e as (insert into plain.event (position, amount, balance_after, recorded_at, command_id, wallet, version, fingerprint,
        hash, stream, type, actor, counterparty, data)
      select c.position, -500, w.balance, c.at, c.command_id, c.user_id, 1, decode(repeat('ab', 16), 'hex'),
        decode(repeat('00', 32), 'hex'), 'order/' || c.id, 'order_placed', c.user_id::text, 'sales',
        jsonb_build_object('user', c.user_id, 'product', 'mtn', 'package', 'mtn-0', 'network', 'MTNup2u', 'offer', '1 GB',
          'amount', 500) from c, w),
    k as (insert into plain.command (position, id, events, fingerprint)
      select c.position, c.command_id, 1, decode(repeat('ab', 16), 'hex') from c, w),
    d as (insert into plain.order_detail select c.id, '0244123456', null from c, w),
    s as (insert into plain.sales_by_day as s select c.user_id, c.at::date, 'pending', 1, 500, c.position from c, w
      on conflict (user_id, day, status) do update set count = s.count + 1, value = s.value + 500,
        position = excluded.position)
    insert into plain."order" (id, user_id, amount, charged_at, created_at, position, version, hidden, status, product_id,
      package_id, network, offer)
    select c.id, c.user_id, 500, c.position, c.at, c.position, 1, false, 'pending', 'mtn', 'mtn-0', 'MTNup2u', '1 GB'
    from c, w returning id${notify ? ", pg_notify('plain', position::text)" : ""}`;
}

/** Routes to compare a purchase over HTTP with: one that does nothing, and one that runs the transaction. */
export function plainRoutes(shop: Shop, ownerUrl: string): Hono<Env> {
  // One connection for each request in flight.
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 64 });
  const text = plainPurchase("$1::uuid", false);
  const app = new Hono<Env>();
  app.post("/bench/nothing", signedIn(shop), async (c) => {
    await readBody(c, v.unknown());
    return c.json({ message: "nothing" }, 201);
  });
  app.post("/bench/plain", signedIn(shop), async (c) => {
    const { receiver } = await readBody(c, newOrder);
    const values = [c.get("principal").user];
    const { rows } = await pool.query<{ id: string }>({ name: "buy", text, values });
    if (!rows[0]) throw new Error("a plain purchase failed");
    return c.json({ _id: rows[0].id, receiver }, 201);
  });
  return app;
}

/** Uses a pool with one connection for each purchase in flight. */
export function nodeContender(
  url: string,
  customers: string[],
  inFlight: number,
  notify: boolean,
): Contender {
  const text = plainPurchase("$1::uuid", notify);
  return {
    name: notify ? "Node, one transaction each, NOTIFY" : "Node, one transaction each",
    async run(duration_ms) {
      const pool = new pg.Pool({ connectionString: url, max: connections(inFlight) });
      const buy = () => {
        const user = customers[Math.floor(Math.random() * customers.length)];
        return pool.query({ name: "buy", text, values: [user] });
      };
      await Promise.all(Array.from({ length: connections(inFlight) }, buy));
      const result = await measureLoops(inFlight, duration_ms, buy);
      await pool.end();
      return result;
    },
  };
}

export function hasPgbench(): boolean {
  return spawnSync("pgbench", ["--version"]).status === 0;
}

export function pgbenchContender(
  url: string,
  customers: string[],
  inFlight: number,
  notify: boolean,
): Contender {
  return {
    name: notify ? "pgbench, one transaction each, NOTIFY" : "pgbench, one transaction each",
    async run(duration_ms) {
      const sql = plainPurchase("(select user_id from plain.customer where n = :n)", notify);
      const script = `\\set n random(1, ${customers.length})\n${sql.replace(/\s+/g, " ")};\n`;
      const clients = ["-c", String(connections(inFlight)), "-j", inFlight === 1 ? "1" : "2"];
      const seconds = String(Math.max(1, Math.round(duration_ms / 1000)));
      const args = ["-n", "-M", "prepared", "-f", "-", ...clients, "-T", seconds, url];
      const child = spawn("pgbench", args);
      child.stdin.end(script);
      let output = "";
      child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
      child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
      await once(child, "close");
      const found = /tps = ([\d.]+)/.exec(output)?.[1];
      if (found === undefined) throw new Error(`pgbench failed: ${output}`);
      const latency_ms = Number(/latency average = ([\d.]+)/.exec(output)?.[1]);
      return { perSecond: Number(found), latencies_ms: [latency_ms] };
    },
  };
}

/** The embedded PostgreSQL accepts 200 connections. */
function connections(inFlight: number): number {
  return Math.min(inFlight, 150);
}
