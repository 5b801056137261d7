/** Products, the notice, sales, and the head of the log. */
import { dayOf } from "#contract/terms/dates.ts";
import { networks } from "#contract/terms/product-types.ts";
import type { Database } from "../tables/open-reads.ts";
import type { ProductFacts } from "#ledger/core/rows/products.ts";
import type { PaymentDetails, SupportLinks } from "#ledger/core/rows/settings.ts";

export type ProductView = ProductFacts & { id: string; position: number };

/** All products, in the specification's order of networks. */
export async function listProducts(db: Database, changed_since = 0): Promise<ProductView[]> {
  const rows = await db
    .selectFrom("ledger.product")
    .selectAll()
    .where("position", ">", changed_since)
    .orderBy("network")
    .execute();
  const rank = (network: string) => (networks.indexOf(network) + 1 || networks.length + 1) - 1;
  return rows.toSorted((a, b) => rank(a.network) - rank(b.network));
}

export type NoticeView = PaymentDetails & SupportLinks & { notice: string; position: number };

export async function readNotice(db: Database): Promise<NoticeView> {
  return db.selectFrom("ledger.settings").selectAll().executeTakeFirstOrThrow();
}

export interface Sales {
  count: number;
  /** Pesewas. */
  value: number;
}

/** A user's completed orders placed today and this month (UTC, as Accra). */
export async function readSales(
  db: Database,
  user: string,
  now: string,
): Promise<{ today: Sales; month: Sales; position: number }> {
  const today = dayOf(now);
  const rows = await db
    .selectFrom("ledger.sales_by_day")
    .select(["day", "count", "value", "position"])
    .where("user_id", "=", user)
    .where("status", "=", "completed")
    .where("day", ">=", `${today.slice(0, 8)}01`)
    .execute();
  const sum = (list: typeof rows): Sales => ({
    count: list.reduce((total, row) => total + row.count, 0),
    value: list.reduce((total, row) => total + row.value, 0),
  });
  return {
    today: sum(rows.filter((row) => row.day === today)),
    month: sum(rows),
    position: Math.max(0, ...rows.map((row) => row.position)),
  };
}

/** Position of the last event. */
export async function readHead(db: Database): Promise<number> {
  const head = await db.selectFrom("ledger.head").select("position").executeTakeFirstOrThrow();
  return head.position;
}
