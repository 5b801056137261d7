/** What was sold in a period: by package and level, and by buyer. Counted days first, then what is not counted yet. */
import { sql } from "kysely";
import type { Level } from "#contract/terms/statuses.ts";
import { countedUntil } from "./closing.ts";
import { type Database, inSnapshot } from "../tables/open-reads.ts";
import { soldOrders } from "./sold-sql.ts";
import type { Period } from "./statistics.ts";

/** Pesewas, never negative. */
export interface SoldSums {
  orders: number;
  charged: number;
  refunds: number;
  refunded: number;
}

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

export interface SoldView {
  /** The log's last position. */
  position: number;
  packages: PackageSold[];
  agents: AgentSold[];
}

const sums = sql`
  coalesce(sum(count) filter (where type = 'order_placed'), 0)::bigint as orders,
  coalesce(sum(value) filter (where type = 'order_placed'), 0)::bigint as charged,
  coalesce(sum(count) filter (where type = 'order_rejected'), 0)::bigint as refunds,
  coalesce(sum(value) filter (where type = 'order_rejected'), 0)::bigint as refunded`;

export function readSold(db: Database, { from, to }: Period): Promise<SoldView> {
  return inSnapshot(db, async (tx) => {
    const low = (await countedUntil(tx)) + 1;
    const { position } = await tx.selectFrom("ledger.head").select("position").executeTakeFirstOrThrow();
    const fresh = sql`select *, 1 as count from (${soldOrders({ low, high: position })}) as f where day between ${from} and ${to}`;
    const packages = await sql<PackageSold>`
      select network, offer, level, ${sums} from (
        select network, offer, level, type, count, value from shop.package_day where day between ${from} and ${to}
        union all select network, offer, level, type, count, value from (${fresh}) as f
      ) as d group by network, offer, level`.execute(tx);
    // Not everybody's rows are added up: a month has one for each buyer and day.
    const ofAgents = sql`user_id in (select user_id from ledger.account where level in ('Agent', 'Super Agent'))`;
    const agents = await sql<AgentSold>`
      select a.user_id, u.username, a.level, ${sums} from (
        select user_id, type, count, value from shop.buyer_day where day between ${from} and ${to} and ${ofAgents}
        union all select user_id, type, count, value from (${fresh}) as f where ${ofAgents}
      ) as b
      join ledger.account a on a.user_id = b.user_id
      left join shop."user" u on u.id = a.user_id
      group by a.user_id, u.username, a.level`.execute(tx);
    return {
      position,
      packages: packages.rows,
      agents: [...agents.rows, ...others(packages.rows, agents.rows)],
    };
  });
}

/** What is not the agents' is everybody else's: both are counted from the same orders. */
function others(all: readonly SoldSums[], agents: readonly SoldSums[]): AgentSold[] {
  const left = (name: keyof SoldSums) =>
    all.reduce((sum, row) => sum + row[name], 0) - agents.reduce((sum, row) => sum + row[name], 0);
  const row = {
    orders: left("orders"),
    charged: left("charged"),
    refunds: left("refunds"),
    refunded: left("refunded"),
  };
  return row.orders + row.refunds > 0 ? [{ ...row, user_id: null, username: null, level: null }] : [];
}
