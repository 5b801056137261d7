/** Orders with what the log leaves out: the buyer and the recipient. */
import { sql } from "kysely";
import type { OrderStatus } from "#contract/terms/statuses.ts";
import type { DB } from "../tables/database.ts";
import { addUp, countByDay, type Days } from "../tables/daily-totals.ts";
import { anyOf, type Database } from "../tables/open-reads.ts";
import { columnsOf, type Sql, wholeRow } from "../tables/search.ts";
import { type Order, orderFilterFields, orderTable } from "#ledger/core/rows/orders.ts";

/** An order as the ledger has it, with the buyer's names and what was kept out of the log. */
export interface OrderView extends Order {
  username: string;
  phone: string;
  receiver: string;
  /** Sealed form. */
  form: string | null;
  /** Sealed voucher. */
  voucher: string | null;
  /** How much was refunded at `refunded_at`. */
  refunded: number | null;
}

/** Where a list's filters look. What another table has is a subquery here. */
export const orderFilters = columnsOf(orderTable, orderFilterFields, "o");

export async function ordersById(db: Database, ids: number[]): Promise<OrderView[]> {
  if (ids.length === 0) return [];
  return await orders(db).where("o.id", "=", anyOf(ids, "bigint")).execute();
}

/** A user's orders that changed after a position, oldest change first. */
export async function ordersChangedSince(
  db: Database,
  user: string,
  position: number,
  limit: number,
): Promise<OrderView[]> {
  return await orders(db)
    .where("o.user_id", "=", user)
    .where("o.position", ">", position)
    .orderBy("o.position")
    .limit(limit)
    .execute();
}

/** All orders of a user, also those that were removed from the lists, oldest first. */
export async function ordersOfUser(
  db: Database,
  user: string,
  { cursor = 0, limit }: { cursor?: number | undefined; limit: number },
): Promise<OrderView[]> {
  return await orders(db)
    .where("o.user_id", "=", user)
    .where("o.id", ">", cursor)
    .orderBy("o.id")
    .limit(limit)
    .execute();
}

/** Visible orders of one status that changed last at `upTo` or before, oldest first, in portions. */
export async function orderIds(
  db: Database,
  { status, after, upTo, limit }: { status: OrderStatus; after: number; upTo: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom("ledger.order")
    .select("id")
    .where("hidden", "=", false)
    .where("status", "=", status)
    .where("position", "<=", upTo)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many orders the lists show by status, of all or some days: a sum over days, whatever the number of orders. */
export async function countOrders(
  db: Database,
  user: string | undefined,
  days: Days = {},
): Promise<Record<OrderStatus, number>> {
  const counts = { pending: 0, processing: 0, completed: 0, rejected: 0 };
  if (user === undefined) return countByDay(db, "order", days, counts);
  let query = db
    .selectFrom("ledger.sales_by_day as s")
    .select(({ fn }) => ["s.status", fn.sum<string>("s.count").as("count")])
    .where("s.user_id", "=", user)
    .groupBy("s.status");
  if (days.from !== undefined) query = query.where("s.day", ">=", days.from);
  if (days.to !== undefined) query = query.where("s.day", "<=", days.to);
  return addUp(await query.execute(), counts);
}

/** `source`: a query of whole rows of ledger.order, in place of all of them. */
export function orders(db: Database, source: Sql = sql`table ledger."order"`) {
  return db
    .selectFrom(sql<DB["ledger.order"]>`(${source})`.as("o"))
    .innerJoin("shop.user as u", "u.id", "o.user_id")
    .leftJoin("shop.order_detail as d", "d.order_id", "o.id")
    .select(wholeRow(orderTable, "o"))
    .select((eb) => [
      "u.username",
      "u.phone",
      eb.fn.coalesce("d.receiver", eb.val("")).as("receiver"),
      "d.form",
      "d.voucher",
      eb
        .selectFrom("ledger.event as f")
        .select("f.amount")
        .whereRef("f.position", "=", "o.refunded_at")
        .as("refunded"),
    ])
    .$castTo<OrderView>();
}
