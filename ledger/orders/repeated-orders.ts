/** Orders that may have been placed twice by mistake. */
import { sql } from "kysely";
import { serverLimits } from "#contract/terms/server-limits.ts";
import type { OrderStatus } from "#contract/terms/statuses.ts";
import type { Database } from "../tables/open-reads.ts";

export interface RepeatedOrder {
  id: number;
  status: OrderStatus;
}

/** As many orders of the same number are looked at on each side: more never lie within a few minutes. */
const near_max = 5;
/** Of one buyer, among the orders of the last second or so, which the search table does not have yet. */
const fresh_max = 20;

/**
 * By order: the others of the same buyer, number and package within `repeat_minutes`. Rejected ones are left out, because
 * ordering again after a rejection is no mistake. A few rows are read for each order, whoever bought how much:
 * `offset 0` keeps the database from pairing all orders of a buyer before it asks which are near.
 */
export async function repeatsOf(
  db: Database,
  orders: readonly { id: number }[],
): Promise<Map<number, RepeatedOrder[]>> {
  if (orders.length === 0) return new Map();
  const window = sql`make_interval(mins => ${serverLimits.repeat_minutes})`;
  const { rows } = await sql<{ id: number; repeats: RepeatedOrder[] }>`
    select p.id, json_agg(json_build_object('id', same.id, 'status', same.status) order by same.id) as repeats
    from (
      select o.id, o.user_id, o.package_id, o.created_at, d.receiver
      from ledger."order" o join shop.order_detail d on d.order_id = o.id
      where o.id = any(${orders.map(({ id }) => id)}::bigint[]) and d.receiver <> ''
    ) p
    cross join lateral (
      select t.id, t.status
      from (
        (select s.order_id as id from shop.order_search s where s.receiver = p.receiver and s.order_id < p.id
          order by s.order_id desc limit ${near_max})
        union
        (select s.order_id from shop.order_search s where s.receiver = p.receiver and s.order_id > p.id
          order by s.order_id limit ${near_max})
        union
        (select f.id from ledger."order" f where f.user_id = p.user_id and f.id <> p.id
          and f.id > (select coalesce(max(order_id), 0) from shop.order_search) order by f.id desc limit ${fresh_max})
      ) near
      cross join lateral (
        select t.id, t.status
        from ledger."order" t join shop.order_detail d on d.order_id = t.id
        where t.id = near.id and t.user_id = p.user_id and t.package_id = p.package_id and d.receiver = p.receiver
          and t.status <> 'rejected' and t.created_at between p.created_at - ${window} and p.created_at + ${window}
        offset 0
      ) t
    ) same
    group by p.id`.execute(db);
  return new Map(rows.map(({ id, repeats }) => [id, repeats]));
}
