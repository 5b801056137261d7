/** A shop with the given number of orders, inserted directly into the tables that lists read. Its log stays empty. */
import pg from "pg";

const list_users = 20_000;
/** The first user. */
export const listAdmin = "00000000-0000-0000-0000-000000000000";

/** The receiver of the n-th order. */
export function receiverOf(n: number): string {
  return `0${[20, 24, 55][n % 3]}${String((n * 6_364_136) % 9_999_991).padStart(7, "0")}`;
}

/**
 * Orders of 20,000 users over about a year; 200 of these users placed 4 of 10 orders. Nine networks have six offers each, and
 * the first two sell most. All orders but the last thousand are decided. Users are numbered: `user17`, 0240000017.
 */
export async function fillLists(url: string, orders: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const id = (n: string) => `lpad(to_hex(${n}), 32, '0')::uuid`;
  const user = `case when n % 10 < 4 then n * 7919 % 200 else n::bigint * 104729 % ${list_users} end`;
  const network = `('{MTNup2u,MTNup2u,MTNup2u,MTNup2u,MTNexpress,MTNexpress,MTNexpress,Telecel,Telecel,AT-ishare,MTNme2u,Airtime,WAEC}'::text[])[1 + n * 31 % 13]`;
  await client.query(`
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
    update ledger.head set position = ${orders} * 3, orders_placed = ${orders}`);
  await client.query("vacuum analyze");
  await client.query("checkpoint");
  await client.end();
}
