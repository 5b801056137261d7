/** For the dashboard: what has waited longest, the sales completed by a time of day, and what each network sold on a day. */
import { sql } from "kysely";
import { type Database, inSnapshot } from "../tables/open-reads.ts";
import { dayBounds } from "../orders/list.ts";
import type { Sum } from "./statistics.ts";
import { numberIn } from "../tables/stream-sql.ts";

export interface Waiting {
  id: number;
  created_at: string;
}

export async function oldestPendingOrder(db: Database): Promise<Waiting | undefined> {
  return db
    .selectFrom("ledger.order")
    .select(["id", "created_at"])
    .where("status", "=", "pending")
    .where("hidden", "=", false)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/** The pending requests made before a moment: how many, and the oldest. */
export async function topupsPendingSince(
  db: Database,
  moment: string,
): Promise<{ count: number; oldest: Waiting | undefined }> {
  const { rows } = await sql<Waiting & { count: number }>`
    select id, created_at, count(*) over () as count from ledger.topup
    where status = 'pending' and not hidden and created_at < ${moment}
    order by created_at, id limit 1`.execute(db);
  return { count: rows[0]?.count ?? 0, oldest: rows[0] };
}

/** Orders placed on the day of a moment and completed before it. It reads the orders of that day only. */
export async function completedBefore(db: Database, moment: string): Promise<Sum> {
  const day = moment.slice(0, 10);
  const { low, high } = await dayBounds(db, { from: day, to: day });
  const { rows } = await sql<Sum>`
    select count(*) as count, coalesce(sum(amount), 0)::bigint as value from ledger."order"
    where id between ${low} and ${high} and status = 'completed' and action_at < ${moment}`.execute(db);
  return rows[0]!;
}

/** Orders placed on a day by network, the highest value first: those counted already, and those that are not yet. */
export function networksOfDay(db: Database, day: string): Promise<({ network: string } & Sum)[]> {
  return inSnapshot(db, async (tx) => {
    const counted = await tx.selectFrom("shop.sales_counted").select("position").executeTakeFirstOrThrow();
    const { position } = await tx.selectFrom("ledger.head").select("position").executeTakeFirstOrThrow();
    const { rows } = await sql<{ network: string } & Sum>`
      select network, sum(count)::bigint as count, sum(value)::bigint as value from (
        select network, count, value from shop.network_sales where day = ${day} and event = 'placed'
        union all
        select o.network, 1, o.amount
        from ledger.event e join ledger."order" o on o.id = ${numberIn("order", sql`e.stream`)}
        where e.position > ${counted.position} and e.position <= ${position} and e.type = 'order_placed'
          and (e.recorded_at at time zone 'UTC')::date = ${day}
      ) as placed group by network order by value desc, network`.execute(tx);
    return rows;
  });
}
