/**
 * A wallet's movements added up by month and by day. Purchases come from the sums that are kept for each user and day;
 * only the other movements, which are few, are read one by one.
 */
import { sql } from "kysely";
import { daysOfMonth, monthsBefore } from "#contract/terms/periods.ts";
import { orderStatuses } from "#contract/terms/statuses.ts";
import type { Database } from "../tables/open-reads.ts";
import { type Bounds, dayPositions, within } from "../tables/log-days.ts";
import { dayBounds } from "../orders/list.ts";
import type { Sql } from "../tables/search.ts";

/** Pesewas, neither is negative. */
interface Flow {
  money_in: number;
  money_out: number;
}

export interface MonthView extends Flow {
  /** "2026-11" */
  month: string;
  /** How many movements. */
  count: number;
  /** At its end, or now if it has not ended. */
  balance: number;
}

export interface DayView extends Flow {
  day: string;
}

/** What was bought of a network. */
export interface NetworkView {
  network: string;
  count: number;
  /** Pesewas. */
  value: number;
}

/** Of the last `months` months until this one, those with movements, newest first. This one is always there. */
export async function listMonths(
  db: Database,
  user: string,
  { month: current, months }: { month: string; months: number },
): Promise<MonthView[]> {
  const { from } = daysOfMonth(monthsBefore(current, months - 1));
  const bounds = await dayPositions(db, { from });
  // One statement, so that the sums and the balance from which they are taken back are of the same moment.
  const { rows } = await sql<MonthView & { now: number }>`
    with m as (
      select to_char(day, 'YYYY-MM') as month, sum(money_in) as money_in, sum(money_out) as money_out, sum(count) as count
      from (
        ${movements(user, { from }, bounds)} union all select ${daysOfMonth(current).from}::date, 0, 0, 0
      ) as d group by 1
    )
    select month, money_in::bigint, money_out::bigint, count::bigint,
      (coalesce((select balance from ledger.wallet where user_id = ${user}), 0) - coalesce(sum(money_in - money_out)
        over (order by month desc rows between unbounded preceding and 1 preceding), 0))::bigint as balance
    from m order by month desc`.execute(db);
  return rows;
}

export interface MonthPicture extends MonthView {
  /** Those with movements, oldest first. */
  days: DayView[];
  /** By the value of what was bought, rejected orders included, the highest first. */
  networks: NetworkView[];
}

/** One month by day and by network. `today` ("2026-11-21"): a month that has not ended is read up to now. */
export async function readMonth(
  db: Database,
  user: string,
  { month, today }: { month: string; today: string },
): Promise<MonthPicture> {
  const { from, to } = daysOfMonth(month);
  const days = { from, ...(to < today ? { to } : {}) };
  const [bounds, networks] = await Promise.all([dayPositions(db, days), sumNetworks(db, user, days)]);
  const { rows } = await sql<Summed>`
    select b.balance, d.* from (select ${balanceWithin(user, bounds)} as balance) as b left join (
      select day::text, sum(money_in)::bigint as money_in, sum(money_out)::bigint as money_out, sum(count)::bigint as count
      from (${movements(user, days, bounds)}) as m group by day
    ) as d on true order by d.day`.execute(db);
  const found = rows.filter(({ day }) => day !== null) as (DayView & { count: number })[];
  return {
    month,
    ...total(found),
    balance: rows[0]?.balance ?? 0,
    days: found.map(({ day, money_in, money_out }) => ({ day, money_in, money_out })),
    networks,
  };
}

interface Summed extends Flow {
  balance: number;
  /** Null if the month has no movements. */
  day: string | null;
  count: number;
}

function total(rows: readonly (Flow & { count: number })[]): Flow & { count: number } {
  return {
    money_in: rows.reduce((sum, row) => sum + row.money_in, 0),
    money_out: rows.reduce((sum, row) => sum + row.money_out, 0),
    count: rows.reduce((sum, row) => sum + row.count, 0),
  };
}

/** Sums by day, one for the purchases of a status and one for each other movement. `bounds`: the positions of the days. */
function movements(user: string, { from, to }: { from: string; to?: string }, bounds: Bounds): Sql {
  return sql`
    select day, 0 as money_in, value as money_out, count from ledger.sales_by_day
    where user_id = ${user} and status in (${sql.join([...orderStatuses])})
      and day >= ${from} ${to === undefined ? sql`` : sql`and day <= ${to}`}
    union all
    -- Of them, what guests have paid and not this wallet.
    select day, 0, -amount, -1 from (
      select (o.created_at at time zone 'UTC')::date as day, o.amount from ledger."order" o
      where o.user_id = ${user} and o.payment is not null
    ) as g where day >= ${from} ${to === undefined ? sql`` : sql`and day <= ${to}`}
    union all
    select (k.recorded_at at time zone 'UTC')::date, greatest(k.amount, 0), greatest(-k.amount, 0), 1
    from ledger.act k
    where k.wallet = ${user} and k.type <> 'order_placed' and ${within(sql`k.position`, bounds)}`;
}

/** The balance after the last movement. */
function balanceWithin(user: string, { high }: Bounds): Sql {
  return sql`coalesce((
    select e.balance_after from ledger.event e
    where e.wallet = ${user} and ${within(sql`e.position`, { low: 1, high })} order by e.position desc limit 1
  ), 0)`;
}

async function sumNetworks(
  db: Database,
  user: string,
  days: { from: string; to?: string },
): Promise<NetworkView[]> {
  const { low, high } = await dayBounds(db, days);
  const { rows } = await sql<NetworkView>`
    select o.network, count(*) as count, sum(o.amount)::bigint as value from ledger."order" o
    where o.user_id = ${user} and o.payment is null and ${within(sql`o.id`, { low, high })}
    group by o.network order by value desc, o.network`.execute(db);
  return rows;
}
