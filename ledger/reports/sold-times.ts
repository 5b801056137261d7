/** What was sold and earned by hour, day or month of a period, from the movements of the shop's accounts. */
import { sql } from "kysely";
import { daysBefore } from "#contract/terms/periods.ts";
import type { Database } from "../tables/open-reads.ts";
import { type Bounds, positionBefore } from "../tables/log-days.ts";
import type { Sql } from "../tables/search.ts";
import { movedBetween } from "./closing.ts";
import { accountSums, type SoldSums, soldSums } from "./sold-sql.ts";
import type { Period } from "./statistics.ts";

export interface TimeSold extends SoldSums {
  /** "2026-11-21T10", "2026-11-21" or "2026-11". */
  time: string;
  /** What rails kept of payments, in pesewas, without what they gave back: of no order. */
  fees: number;
}

/** A longer period is shown by month. */
const days_max = 62;

/** Those in which something moved, the first one first. `fresh`: the positions that are not counted by day yet. */
export async function soldByTime(tx: Database, period: Period, fresh: Bounds): Promise<TimeSold[]> {
  const { from, to } = period;
  const moved = from === to ? await movedByHour(tx, from) : movedByDay(period, fresh);
  const length = from < daysBefore(to, days_max) ? 7 : 13;
  const { rows } = await sql<TimeSold>`
    select left(time, ${length}) as time, ${soldSums}, coalesce(sum(value) filter (where type = 'payment_fee_charged'), 0)::bigint as fees
    from (
      select time, type, count, case account when 'fees' then -value else abs(value) end as value
      from (${moved}) as m where account in ('sales', 'cost', 'fees')
    ) as t group by 1 order by 1`.execute(tx);
  return rows;
}

function movedByDay({ from, to }: Period, fresh: Bounds): Sql {
  return sql`
    select day::text as time, account, type, count, value from shop.account_day where day between ${from} and ${to}
    union all
    select day::text, account, type, count, value from (${accountSums(fresh)}) as f where day between ${from} and ${to}`;
}

/** Whole blocks of the log are counted already, so a day with a million orders takes as long as one with ten thousand. */
async function movedByHour(tx: Database, day: string): Promise<Sql> {
  const hours: Sql[] = [];
  let before = await positionBefore(tx, `${day}T00:00:00Z`);
  for (let hour = 0; hour < 24; hour++) {
    const high = await positionBefore(tx, `${day}T${String(hour + 1).padStart(2, "0")}:00:00Z`);
    const time = `${day}T${String(hour).padStart(2, "0")}`;
    if (high > before)
      hours.push(
        sql`select ${time}::text as time, account, type, count, value from (${await movedBetween(tx, { low: before + 1, high })}) as h`,
      );
    before = high;
  }
  const none = sql`select ''::text as time, account, type, count, value from shop.account_day where false`;
  return sql.join([none, ...hours], sql` union all `);
}
