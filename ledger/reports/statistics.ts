/** The shop's figures, from totals that are kept as the log grows: none of them reads orders. */
import { sql } from "kysely";
import type { Level } from "#contract/terms/statuses.ts";
import type { Database } from "../tables/open-reads.ts";

export interface Sum {
  count: number;
  /** Pesewas. */
  value: number;
}

/** Days, "2026-11-21", both inclusive. */
export interface Period {
  from: string;
  to: string;
}

export interface PeriodView {
  all: Sum;
  completed: Sum;
  rejected: Sum;
}

/** Orders placed in each period by their present status, removed ones included. */
export async function sumPeriods(db: Database, periods: readonly Period[]): Promise<PeriodView[]> {
  const { rows } = await sql<{ period: number; status: string; count: number; value: number }>`
    select p.n::int as period, t.status, sum(t.count)::bigint as count, sum(t.value)::bigint as value
    from unnest(${periods.map(({ from }) => from)}::date[], ${periods.map(({ to }) => to)}::date[])
      with ordinality as p (first, last, n)
    join ledger.daily_total t on t.list = 'order' and t.day between p.first and p.last
    where t.status not like 'removed %'
    group by 1, 2`.execute(db);
  return periods.map((_, index) => {
    const own = rows.filter(({ period }) => period === index + 1);
    const of = (status: string) => sumOf(own.filter((row) => row.status === status));
    return { all: sumOf(own), completed: of("completed"), rejected: of("rejected") };
  });
}

/** Orders of each day that had any, oldest first. */
export async function sumDays(
  db: Database,
  { from, to }: Period,
): Promise<({ day: string; rejected: Sum } & Sum)[]> {
  const { rows } = await sql<{ day: string; count: number; value: number; lost: number; back: number }>`
    select day::text, sum(count)::bigint as count, sum(value)::bigint as value,
      coalesce(sum(count) filter (where status = 'rejected'), 0)::bigint as lost,
      coalesce(sum(value) filter (where status = 'rejected'), 0)::bigint as back
    from ledger.daily_total
    where list = 'order' and status not like 'removed %' and day between ${from} and ${to}
    group by day having sum(count) > 0 order by day`.execute(db);
  return rows.map(({ day, count, value, lost, back }) => ({
    day,
    count,
    value,
    rejected: { count: lost, value: back },
  }));
}

/** Orders placed in a period by network, the highest value first. */
export async function sumNetworks(
  db: Database,
  { from, to }: Period,
): Promise<({ network: string } & PeriodView)[]> {
  const { rows } = await sql<{ network: string; event: string; count: number; value: number }>`
    select network, event, sum(count)::bigint as count, sum(value)::bigint as value
    from shop.network_sales where day between ${from} and ${to} group by network, event`.execute(db);
  const networks = [...new Set(rows.map(({ network }) => network))].map((network) => {
    const of = (event: string) => sumOf(rows.filter((row) => row.network === network && row.event === event));
    return { network, all: of("placed"), completed: of("completed"), rejected: of("rejected") };
  });
  return networks.toSorted((a, b) => b.all.value - a.all.value || (a.network < b.network ? -1 : 1));
}

export interface BuyerView extends Sum {
  user_id: string;
  username: string;
  level: Level;
}

/** The buyers with the highest value of completed orders placed in a month ("2026-11-01"). */
export async function bestBuyers(db: Database, month: string, limit: number): Promise<BuyerView[]> {
  const { rows } = await sql<BuyerView>`
    select b.user_id, u.username, a.level, b.count, b.value
    from shop.buyer_sales b join shop."user" u on u.id = b.user_id join ledger.account a on a.user_id = b.user_id
    where b.month = ${month} and a.level in ('Agent', 'Super Agent')
    order by b.value desc, b.user_id limit ${limit}`.execute(db);
  return rows;
}

/** The sum of all wallets in pesewas: the other side of the three house accounts. */
export async function walletFunds(db: Database): Promise<number> {
  const row = await db
    .selectFrom("ledger.house_account")
    .select(({ fn }) => fn.sum<string>("balance").as("sum"))
    .executeTakeFirstOrThrow();
  return 0 - Number(row.sum);
}

function sumOf(rows: readonly Sum[]): Sum {
  return {
    count: rows.reduce((total, { count }) => total + count, 0),
    value: rows.reduce((total, { value }) => total + value, 0),
  };
}
