/** What suppliers did with the orders that were sent to them. */
import { sql } from "kysely";
import { type FulfilmentState, floatOf, type SupplierName, suppliers } from "#contract/terms/fulfilment.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import type { Database } from "../tables/open-reads.ts";

export interface Speed {
  delivered: number;
  /** Seconds from sent to delivered; null if there is none. */
  median_s: number | null;
  p95_s: number | null;
}

/** Of the attempts that were sent between these moments. */
export async function speeds(db: Database, from: string, to: string): Promise<Map<SupplierName, Speed>> {
  const { rows } = await sql<{ supplier: SupplierName } & Speed>`
    select supplier, count(*) as delivered,
      percentile_cont(0.5) within group (order by extract(epoch from settled_at - sent_at))::float8 as median_s,
      percentile_cont(0.95) within group (order by extract(epoch from settled_at - sent_at))::float8 as p95_s
    from ledger.fulfilment where state = 'delivered' and sent_at >= ${from} and sent_at < ${to} group by supplier`.execute(
    db,
  );
  return new Map(rows.map(({ supplier, ...speed }) => [supplier, speed]));
}

export interface Refusals {
  supplier: SupplierName;
  reason: string;
  count: number;
}

const reasons_max = 20;

/** Of the attempts that were sent since a moment, the most frequent first. */
export async function refusalsSince(db: Database, from: string): Promise<Refusals[]> {
  const { rows } = await sql<Refusals>`
    select supplier, coalesce(reason, '') as reason, count(*) as count from ledger.fulfilment
    where state = 'refused' and sent_at >= ${from} group by supplier, reason order by count desc limit ${reasons_max}`.execute(
    db,
  );
  return rows;
}

export async function openCounts(db: Database): Promise<Map<SupplierName, number>> {
  const { rows } = await sql<{ supplier: SupplierName; count: number }>`
    select supplier, count(*) as count from ledger.fulfilment where state in ('sent', 'accepted') group by supplier`.execute(
    db,
  );
  return new Map(rows.map(({ supplier, count }) => [supplier, count]));
}

/** What the books say that each supplier holds for the shop. */
export async function floats(db: Database): Promise<Record<SupplierName, Pesewas>> {
  const rows = await db.selectFrom("ledger.house_account").select(["name", "balance"]).execute();
  const of = (name: SupplierName) => 0 - (rows.find((row) => row.name === floatOf(name))?.balance ?? 0);
  return Object.fromEntries(suppliers.map((name) => [name, of(name)])) as Record<SupplierName, Pesewas>;
}

export interface AttemptView {
  order: number;
  attempt: number;
  supplier: SupplierName;
  reference: string;
  state: FulfilmentState;
  contradiction: string | null;
  sent_at: string;
  network: string;
  offer: string;
  receiver: string;
}

const attempts_max = 200;

/** Those that are open since before a moment, and those that their supplier contradicts; the oldest first. */
export async function oddAttempts(db: Database, before: string): Promise<AttemptView[]> {
  const { rows } = await sql<AttemptView>`
    select f.order_id as order, f.attempt, f.supplier, f.reference, f.state, f.contradiction, f.sent_at, o.network, o.offer,
      coalesce(d.receiver, '') as receiver
    from (
      select * from ledger.fulfilment where state in ('sent', 'accepted') and sent_at < ${before}
      union select * from ledger.fulfilment where contradiction is not null and seen_at is null
    ) f join ledger."order" o on o.id = f.order_id left join shop.order_detail d on d.order_id = f.order_id
    order by f.sent_at limit ${attempts_max}`.execute(db);
  return rows;
}
