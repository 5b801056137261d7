/**
 * npm run bench -- http: purchases over HTTP, compared with a POST that does nothing and with one transaction per purchase;
 * lists and searches with 10,000 and with 1,000,000 orders; the memory of a whole list. Load, server and Postgres share
 * the cores.
 */
import { sessionOf } from "../shoppers.ts";
import { asApiRole } from "../../tools/database-url.ts";
import type { BenchPostgres, BenchRun } from "./bench-postgres.ts";
import { compareCalls, measureDownload, type OpenShop } from "./calls.ts";
import { compare, type Print } from "./rounds.ts";
import { connections, cpuUsers, purchasePath, sessionSecret, Stand, startBenchServer } from "./stand.ts";

const rounds = { rounds: 7, round_ms: 2000, warm_ms: 5000 };
const users = 1000;
const list_users = 20_000;
/** The first user. */
const listAdmin = "00000000-0000-0000-0000-000000000000";
/** Smaller with BENCH_ORDERS, for a quick look. */
const orders_many = Number(process.env["BENCH_ORDERS"] ?? 1_000_000);

export async function benchHttp({ print, postgres }: BenchRun): Promise<void> {
  await measurePurchases(print, postgres);
  const few = await openList(postgres, 10_000);
  const many = await openList(postgres, orders_many);
  print("\nA page of 50 orders,");
  await compareCalls(
    print,
    [few, many],
    queries.map(([name, query]) => [
      name,
      ({ orders }, n) => [`/order/allorders?limit=50&${query(n, orders)}`],
    ]),
  );
  print("\nAll orders in one answer, twice for each list: the server's memory before and at its peak");
  await measureDownload(print, [few, many], "/order/allorders");
}

async function measurePurchases(print: Print, postgres: BenchPostgres): Promise<void> {
  const stand = await Stand.open(postgres, "http", { users, hasPlain: true });
  const contender = (name: string, path: string) => ({
    name,
    run: (duration_ms: number) => stand.run({ path, duration_ms }),
  });
  print(
    `Authenticated POSTs over ${connections} keep-alive connections of ${users} users, each under its own key.`,
  );
  const contenders = [
    contender("a purchase", purchasePath),
    contender("a POST that does nothing", "/api/bench/nothing"),
    contender("one transaction per purchase", "/api/bench/plain"),
  ];
  await compare(print, contenders, rounds, cpuUsers);
}

async function openList(postgres: BenchPostgres, orders: number): Promise<OpenShop> {
  const databaseUrl = await postgres.createDatabase(`lists_${orders}`);
  await fillLists(postgres, databaseUrl, orders);
  const token = await sessionOf(asApiRole(databaseUrl), sessionSecret, listAdmin);
  return { databaseUrl, orders, admin: listAdmin, token, server: await startBenchServer(databaseUrl) };
}

const queries: [name: string, query: (n: number, orders: number) => string][] = [
  ["newest", () => ""],
  ["pending, oldest first", () => "status=pending&order=oldest"],
  ["far back", (n, orders) => `cursor=${Math.floor(orders / 2) + n}`],
  ["search: a number", (n, orders) => `search=${receiverOf(spread(n, orders))}`],
  ["search: six digits of a number", (n, orders) => `search=${receiverOf(spread(n, orders)).slice(2, 8)}`],
  ["search: a reference", (n, orders) => `search=${10_000_000 + spread(n, orders)}`],
  ["search: a user", (n) => `search=user${7000 + n * 11}`],
  ["search: an offer sold often", () => "search=mtnup2u+1+gb"],
  ["search: an offer and status", () => "search=waec+3&status=completed"],
  ["search: an offer and a rare status", () => "search=waec+3&status=rejected"],
  ["search: nothing found", (n) => `search=nothing${n}`],
  ["one network", () => "network=Airtime"],
  ["two days", () => "from=2026-03-01&to=2026-03-02"],
];

/** The n-th of some orders from all parts of the list. */
function spread(n: number, orders: number): number {
  return Math.floor((orders * n) / 71);
}

/** The receiver of the n-th order. */
function receiverOf(n: number): string {
  return `0${[20, 24, 55][n % 3]}${String((n * 6_364_136) % 9_999_991).padStart(7, "0")}`;
}

/**
 * Inserts orders directly into the tables that lists read. The log stays empty.
 * Orders of 20,000 users over about a year; 200 of these users placed 4 of 10 orders. Nine networks have six offers each, and
 * the first two sell most. All orders but the last thousand are decided. Users are numbered: `user17`, 0240000017.
 */
async function fillLists(postgres: BenchPostgres, url: string, orders: number): Promise<void> {
  const id = (n: string) => `lpad(to_hex(${n}), 32, '0')::uuid`;
  const user = `case when n % 10 < 4 then n * 7919 % 200 else n::bigint * 104729 % ${list_users} end`;
  const network = `('{MTNup2u,MTNup2u,MTNup2u,MTNup2u,MTNexpress,MTNexpress,MTNexpress,Telecel,Telecel,AT-ishare,MTNme2u,Airtime,WAEC}'::text[])[1 + n * 31 % 13]`;
  const filling = `
    insert into ledger.account select ${id("n")}, 'Customer', 'Active', false, timestamptz '2025-01-01' + n * interval '20 minutes', 1, n
      from generate_series(0, ${list_users} - 1) n;
    insert into ledger.wallet select ${id("n")}, 100000000, 1, n from generate_series(0, ${list_users} - 1) n;
    insert into shop."user" (id, username, phone, email, password_hash)
      select ${id("n")}, 'user' || n, '024' || lpad(n::text, 7, '0'), 'user' || n || '@example.com', ''
      from generate_series(0, ${list_users} - 1) n;
    insert into ledger."order"
      select n, ${id(user)}, 500, n * 3, null, timestamptz '2026-01-01' + n * interval '1 year' / ${orders}, null, n * 3, 3, false,
        case when n > ${orders} - 500 then 'pending' when n > ${orders} - 1000 then 'processing'
          when n % 20 = 0 then 'rejected' else 'completed' end,
        'p', 'q', ${network}, 1 + n * 17 % 6 || ' GB', null
      from generate_series(1::bigint, ${orders}) n;
    insert into shop.order_detail
      select n, (case when n % 3 = 0 then '020' when n % 3 = 1 then '024' else '055' end)
        || lpad((n::bigint * 6364136 % 9999991)::text, 7, '0'), null
      from generate_series(1::bigint, ${orders}) n;
    insert into shop.order_search
      select o.id, d.receiver, o.network || ' ' || o.offer from ledger."order" o join shop.order_detail d on d.order_id = o.id;
    insert into ledger.sales_by_day
      select user_id, (created_at at time zone 'UTC')::date, status, count(*), sum(amount), max(position) from ledger."order" group by 1, 2, 3;
    insert into ledger.daily_total
      select 'order', day, status, sum(count), sum(value), max(position) from ledger.sales_by_day group by 2, 3;
    update ledger.account set level = 'Admin' where user_id = '${listAdmin}';
    update ledger.head set position = ${orders} * 3, orders_placed = ${orders}`;
  await postgres.query(url, filling, "vacuum analyze", "checkpoint");
}
