/**
 * What was sold in a period and what suppliers took for it: by package and level, by buyer, and by supplier. Counted days
 * first, then what is not counted yet.
 */
import { sql } from "kysely";
import type { SupplierName } from "#contract/terms/fulfilment.ts";
import type { Level } from "#contract/terms/statuses.ts";
import { countedUntil } from "./closing.ts";
import { type Database, inSnapshot } from "../tables/open-reads.ts";
import { costsOfOrders, costTypes, soldOrders, type SoldSums, soldSums } from "./sold-sql.ts";
import { soldByTime, type TimeSold } from "./sold-times.ts";
import type { Period, Sum } from "./statistics.ts";

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
