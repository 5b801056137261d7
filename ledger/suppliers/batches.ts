/** Batches that went to suppliers, from the log, and the orders of one. */
import { sql } from "kysely";
import type { OrderStatus } from "#contract/terms/statuses.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import type { SupplierLayout } from "#contract/terms/supplier.ts";
import { actOf } from "../tables/acts.ts";
import type { Days } from "../tables/daily-totals.ts";
import type { Database } from "../tables/open-reads.ts";
import { dayPositions, within } from "../tables/log-days.ts";
import { countRows } from "../tables/search.ts";
import { userOrNull } from "../tables/stream-sql.ts";

export interface BatchView {
  batch: number;
  network: string;
  orders: number;
  layout: SupplierLayout;
  amount: Pesewas;
  /** How many of its orders are still processing. */
  open: number;
  recorded_at: string;
  actor: string;
  username: string | null;
  position: number;
}

/** Batches of these days before the position `cursor`, newest first. */
export async function listBatches(
  db: Database,
  days: Days,
  { cursor = Number.MAX_SAFE_INTEGER, limit }: { cursor?: number | undefined; limit: number },
): Promise<BatchView[]> {
  const { low, high } = await dayPositions(db, days);
  return readBatches(db, within(sql`k.position`, { low, high: Math.min(high, cursor - 1) }), limit);
}

export async function batchAt(db: Database, position: number): Promise<BatchView | undefined> {
  return (await readBatches(db, sql`k.position = ${position}`, 1))[0];
}

/** By its number. The batches before it are all older, so only the newer ones are skipped. */
export async function batchByNumber(db: Database, batch: number): Promise<BatchView | undefined> {
  return (await readBatches(db, sql`(e.data ->> 'batch')::bigint = ${batch}`, 1))[0];
}

export async function countBatches(db: Database, days: Days): Promise<number> {
  const sent = within(sql`k.position`, await dayPositions(db, days));
  return countRows(db, sql`ledger.act k where ${actOf("supplier_batch_sent")} and ${sent}`);
}

/** Orders of a batch by number, in portions; removed ones too. */
export async function batchOrderIds(
  db: Database,
  batch: number,
  { cursor = 0, limit }: { cursor?: number | undefined; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom("ledger.order")
    .select("id")
    .where("supplier_batch", "=", batch)
    .where("id", ">", cursor)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The statuses of these orders, by id. */
export async function statusesOf(db: Database, ids: number[]): Promise<Map<number, OrderStatus>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("ledger.order").select(["id", "status"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** What differs from the default layouts, by network, and the networks that the shop sells. */
export async function readLayouts(
  db: Database,
): Promise<{ networks: string[]; supplier_layouts: Record<string, SupplierLayout> }> {
  const [products, settings] = await Promise.all([
    db.selectFrom("ledger.product").select("network").orderBy("network").execute(),
    db.selectFrom("ledger.settings").select("supplier_layouts").executeTakeFirst(),
  ]);
  return {
    networks: products.map(({ network }) => network),
    supplier_layouts: (settings?.supplier_layouts ?? {}) as unknown as Record<string, SupplierLayout>,
  };
}

async function readBatches(
  db: Database,
  condition: ReturnType<typeof sql>,
  limit: number,
): Promise<BatchView[]> {
  const { rows } = await sql<BatchView>`
    select (b.data ->> 'batch')::bigint as batch, b.data ->> 'network' as network,
      (b.data ->> 'orders')::bigint as orders, b.data -> 'layout' as layout, o.amount, o.open, b.recorded_at, b.actor,
      u.username, b.position
    from (
      select k.position, e.data, k.recorded_at, k.actor from ledger.act k join ledger.event e on e.position = k.position
      where ${actOf("supplier_batch_sent")} and ${condition} order by k.position desc limit ${limit}
    ) b
    cross join lateral (
      select coalesce(sum(amount), 0)::bigint as amount, count(*) filter (where status = 'processing') as open
      from ledger."order" where supplier_batch = (b.data ->> 'batch')::bigint
    ) o
    left join shop."user" u on u.id = ${userOrNull(sql`b.actor`)}
    order by b.position desc`.execute(db);
  return rows;
}
