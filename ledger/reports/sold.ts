/**
 * What was sold in a period and what suppliers took for it: by package and level, by buyer, and by supplier. Counted days
 * first, then what is not counted yet.
 */
import { sql } from "kysely";
import type { SupplierName } from "#contract/terms/fulfilment.ts";
import type { Level } from "#contract/terms/statuses.ts";
import { countedUntil, movedBetween } from "./closing.ts";
import { type Database, inSnapshot } from "../tables/open-reads.ts";
import { accountSums, costsOfOrders, costTypes, soldOrders, type SoldSums, soldSums } from "./sold-sql.ts";
import type { Period, Sum } from "./statistics.ts";
import { daysBefore } from "#contract/terms/periods.ts";
import { type Bounds, positionBefore } from "../tables/log-days.ts";
import type { Sql } from "../tables/search.ts";

export interface PackageSold extends SoldSums {
  network: string;
  offer: string;
  /** The buyers' level when they bought. */
  level: Level;
}

/** An agent of now, or everybody else together, without id. */
export interface AgentSold extends SoldSums {
  user_id: string | null;
  username: string | null;
  level: Level | null;
}

/** The orders that a supplier has delivered and its costs; or all others together. */
export interface SupplierSold extends SoldSums {
  supplier: SupplierName | null;
}

export interface SoldView {
  /** The log's last position. */
  position: number;
  packages: PackageSold[];
  agents: AgentSold[];
  suppliers: SupplierSold[];
  /** Orders of the period with a cost above their price: how many, and by how much. */
  belowCost: Sum;
  times: TimeSold[];
}

export function readSold(db: Database, period: Period): Promise<SoldView> {
  const days = sql`day between ${period.from} and ${period.to}`;
  return inSnapshot(db, async (tx) => {
    const low = (await countedUntil(tx)) + 1;
    const { position: high } = await tx
      .selectFrom("ledger.head")
      .select("position")
      .executeTakeFirstOrThrow();
    const counted = await tx.selectFrom("shop.costs_counted").select("position").executeTakeFirstOrThrow();
    const freshCosts = costsOfOrders({ low: counted.position + 1, high });
    const columns = sql`network, offer, level, user_id, type, count, value`;
    const fresh = sql`
      select ${columns} from (${soldOrders({ low, high })}) as s where ${days}
      union all select ${columns} from (${freshCosts}) as c where type in ${costTypes} and ${days}`;
    const packages = await sql<PackageSold>`
      select network, offer, level, ${soldSums} from (
        select network, offer, level, type, count, value from shop.package_day where ${days}
        union all select network, offer, level, type, count, value from (${fresh}) as f
      ) as d group by network, offer, level`.execute(tx);
    // Not everybody's rows are added up: a month has one for each buyer and day.
    const ofAgents = sql`user_id in (select user_id from ledger.account where level in ('Agent', 'Super Agent'))`;
    const agents = await sql<AgentSold>`
      select a.user_id, u.username, a.level, ${soldSums} from (
        select user_id, type, count, value from shop.buyer_day where ${days} and ${ofAgents}
        union all select user_id, type, count, value from (${fresh}) as f where ${ofAgents}
      ) as b
      join ledger.account a on a.user_id = b.user_id
      left join shop."user" u on u.id = a.user_id
      group by a.user_id, u.username, a.level`.execute(tx);
    const suppliers = await sql<SupplierSold & { below: number; lost: number }>`
      select supplier, ${soldSums},
        coalesce(sum(count) filter (where type = 'below_cost'), 0)::bigint as below,
        coalesce(sum(value) filter (where type = 'below_cost'), 0)::bigint as lost
      from (
        select supplier, type, count, value from shop.supplier_day where ${days}
        union all select supplier, type, count, value from (${freshCosts}) as f where ${days}
      ) as s group by supplier`.execute(tx);
    return {
      position: high,
      packages: packages.rows,
      agents: [
        ...agents.rows,
        ...others(packages.rows, agents.rows, { user_id: null, username: null, level: null }),
      ],
      suppliers: [...suppliers.rows, ...others(packages.rows, suppliers.rows, { supplier: null })],
      belowCost: {
        count: suppliers.rows.reduce((sum, { below }) => sum + below, 0),
        value: suppliers.rows.reduce((sum, { lost }) => sum + lost, 0),
      },
      times: await soldByTime(tx, period, { low, high }),
    };
  });
}

/** What is not of these is everybody else's: both are counted from the same orders. */
function others<Names>(
  all: readonly SoldSums[],
  named: readonly SoldSums[],
  names: Names,
): (Names & SoldSums)[] {
  const left = (name: keyof SoldSums) =>
    all.reduce((sum, row) => sum + row[name], 0) - named.reduce((sum, row) => sum + row[name], 0);
  const row = {
    orders: left("orders"),
    charged: left("charged"),
    refunds: left("refunds"),
    refunded: left("refunded"),
    costs: left("costs"),
    cost: left("cost"),
  };
  return Object.values(row).some((value) => value !== 0) ? [{ ...names, ...row }] : [];
}

export interface TimeSold extends SoldSums {
  /** "2026-11-21T10", "2026-11-21" or "2026-11". */
  time: string;
  /** What rails kept of payments, in pesewas, without what they gave back: of no order. */
  fees: number;
}

/** A longer period is shown by month. */
const days_max = 62;

/** The hours, days or months in which something moved, the first one first. `fresh`: the positions that are not counted by day yet. */
async function soldByTime(tx: Database, period: Period, fresh: Bounds): Promise<TimeSold[]> {
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
