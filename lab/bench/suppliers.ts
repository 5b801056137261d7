/**
 * npm run bench -- suppliers: the time from a paid order until it is sent to its supplier, purchases with and without such
 * orders beside them, and how a backlog leaves after a supplier was away. The load, the double of DataMart, the server and
 * PostgreSQL share the cores.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type DataMartDouble, startDataMartDouble } from "../../tools/doubles/datamart/double.ts";
import { asApiRole } from "../../tools/database-url.ts";
import { freePort } from "../../tools/postgres/ports.ts";
import { ask } from "../call.ts";
import { withWriter } from "../shoppers.ts";
import type { BenchRun } from "./bench-postgres.ts";
import { compare, median, percentilesOf, type Print, steadily } from "./rounds.ts";
import { connections, cpuUsers, Stand } from "./stand.ts";

const apiKey = "a key of the benchmark";
const perSecond = 20;
const timed = 1200;
const rounds = 12;
const round_ms = 4000;
const backlog = 10_000;
/** Times the 140 orders a minute of DataMart: 100 a second. */
const rate = 43;
const opening_cedis = 1_000_000;

const order = { packageId: "q-1", receiver: "0204123456", network: "Telecel", offer: "1 GB" };

export async function benchSuppliers({ print, postgres }: BenchRun): Promise<void> {
  const port = await freePort();
  const webhook = {
    url: `http://127.0.0.1:${port}/api/supplier/datamart/webhook`,
    secret: "a secret of the benchmark",
  };
  const dataMart = await startDataMartDouble({ seed: 1, apiKey, webhook, opening: opening_cedis * 100 });
  // A minute of DataMart's is a second here, so its own limit is above the shop's.
  const stop = dataMart.clock.follow(60);
  const settings = {
    suppliers: {
      datamart: { key: apiKey, webhookSecret: webhook.secret, url: dataMart.url, answer_ms: 5000 },
      rate,
    },
    port,
  };
  const stand = await Stand.open(postgres, "suppliers", { users: 200, settings, prepare: sellFrom });
  const buyers = new Buyers(stand);
  await measureDelay(print, buyers);
  await comparePurchases(print, stand, buyers);
  await measureBacklog(print, stand, buyers, dataMart);
  sayDoubles(print, dataMart);
  await buyers.close();
  stop();
  await dataMart.close();
}

/** A product that DataMart delivers. */
async function sellFrom(ownerUrl: string): Promise<void> {
  const packages = [{ id: "q-1", offer: "1 GB", customer: 480, agent: 460, superAgent: 450 }];
  const facts = { network: "Telecel", status: "available", note: "", image: null, packages } as const;
  await withWriter(asApiRole(ownerUrl), async (submit) => {
    await submit("create_product", { product: "q", facts });
    await submit("change_package_routes", {
      package: "q-1",
      routes: [{ supplier: "datamart", code: "TELECEL 1" }],
    });
    await submit("fund_supplier", {
      supplier: "datamart",
      from: "owner",
      amount: opening_cedis * 100,
      reason: "paid in",
    });
  });
}

async function measureDelay(print: Print, buyers: Buyers): Promise<void> {
  const first = await buyers.lastOrder();
  await buyers.buy(perSecond, timed);
  await buyers.untilAllSent();
  print(
    `${timed} orders, ${perSecond} a second: from the moment when one is paid until the log has that it is sent.`,
  );
  print(
    `  ${percentilesOf(await buyers.delays_ms(first))}   (aims: p50 at most 150 ms, p99 at most 1000 ms)\n`,
  );
}

async function comparePurchases(print: Print, stand: Stand, buyers: Buyers): Promise<void> {
  /** For each order, of its buyer and of DataMart, which are in this process. */
  const around_us: number[] = [];
  const buy = (duration_ms: number) => stand.run({ duration_ms });
  const besideOrders = async (duration_ms: number) => {
    const orders = (perSecond * duration_ms) / 1000;
    const before = process.cpuUsage();
    const [bought] = await Promise.all([buy(duration_ms), buyers.buy(perSecond, orders)]);
    const { user, system } = process.cpuUsage(before);
    around_us.push((user + system) / orders);
    return bought;
  };
  print(
    `Purchases over ${connections} keep-alive connections, alone and beside ${perSecond} orders a second for DataMart.`,
  );
  const contenders = [
    { name: "alone", run: buy },
    { name: "beside orders", run: besideOrders },
  ];
  await compare(print, contenders, { rounds, round_ms, warm_ms: round_ms }, cpuUsers);
  print(
    `The aim is a ratio of at least 0.95. Their buyers and DataMart, which a shop has elsewhere, use ${(median(around_us) / 1000).toFixed(1)} ms for each.\n`,
  );
}

async function measureBacklog(
  print: Print,
  stand: Stand,
  buyers: Buyers,
  { journal }: DataMartDouble,
): Promise<void> {
  await buyers.untilAllSent();
  await buyers.pause(true);
  const first = await buyers.lastOrder();
  const shopping = { body: JSON.stringify(order), duration_ms: 1000 };
  while ((await buyers.waiting()) < backlog) await stand.run(shopping);
  const waiting = await buyers.waiting();
  const began_ms = performance.now();
  const before = journal.requests.length;
  await buyers.pause(false);
  await buyers.untilAllSent();
  const took_s = (performance.now() - began_ms) / 1000;
  const allowed = (140 * rate) / 60;
  const sent = journal.requests.slice(before).filter(({ path }) => path.endsWith("purchase")).length;
  print(
    `${waiting} orders waited while DataMart was paused. They left in ${took_s.toFixed(0)} s, ${(waiting / took_s).toFixed(0)} a second, in ${sent} requests. Its limit allows ${allowed.toFixed(0)} requests a second.`,
  );
  print(
    `Of two that left one after the other, the older one was first in ${((await buyers.inOrder(first)) * 100).toFixed(1)} %; none was more than ${await buyers.displaced(first)} places from its own.\n`,
  );
}

function sayDoubles(print: Print, { journal, orders }: DataMartDouble): void {
  print(`DataMart has sold ${orders.size} packages, and ${journal.doublePurchases.length} of them twice.`);
}

/** Customers who buy what DataMart delivers, and what the database knows of their orders. */
class Buyers {
  readonly #stand: Stand;
  readonly #pool: pg.Pool;
  #next = 0;

  constructor(stand: Stand) {
    this.#stand = stand;
    this.#pool = new pg.Pool({ connectionString: stand.databaseUrl, max: 2 });
  }

  async buy(each_s: number, count: number): Promise<void> {
    const { shoppers, server } = this.#stand;
    await steadily(each_s, count, async () => {
      const { token } = shoppers[this.#next++ % shoppers.length]!;
      const sent = { method: "POST", path: "/order/create", body: order, token, key: randomUUID() } as const;
      await ask(server.url, sent);
      return 0;
    });
  }

  async lastOrder(): Promise<number> {
    return this.#one(`select coalesce(max(id), 0) as value from ledger."order" where network = 'Telecel'`);
  }

  waiting(): Promise<number> {
    return this.#one(
      `select count(*) as value from ledger."order" where network = 'Telecel' and status = 'pending'`,
    );
  }

  async untilAllSent(): Promise<void> {
    while ((await this.waiting()) > 0) await sleep(200);
  }

  async pause(is: boolean): Promise<void> {
    await this.#pool.query("update shop.supplier set is_paused = $1 where name = 'datamart'", [is]);
  }

  async delays_ms(after: number): Promise<number[]> {
    const { rows } = await this.#pool.query<{ ms: number }>(
      `select extract(epoch from f.sent_at - o.created_at)::float8 * 1000 as ms
       from ledger.fulfilment f join ledger."order" o on o.id = f.order_id where o.id > $1`,
      [after],
    );
    return rows.map(({ ms }) => ms).toSorted((a, b) => a - b);
  }

  /** The share of orders that left after an older one. */
  inOrder(after: number): Promise<number> {
    return this.#one(
      `select avg((order_id > before)::int)::float8 as value from (
         select order_id, lag(order_id) over (order by sent_at, order_id) as before from ledger.fulfilment where order_id > $1) as f
       where before is not null`,
      [after],
    );
  }

  displaced(after: number): Promise<number> {
    return this.#one(
      `select max(abs(place - own)) as value from (
         select row_number() over (order by sent_at, order_id) as place, row_number() over (order by order_id) as own
         from ledger.fulfilment where order_id > $1) as f`,
      [after],
    );
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #one(text: string, values: unknown[] = []): Promise<number> {
    const { rows } = await this.#pool.query<{ value: number | string }>(text, values);
    return Number(rows[0]?.value);
  }
}
