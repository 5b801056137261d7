/** Orders to look at: whole, in pages, counted and summed. */
import { readSales } from "#ledger/store/reads/catalogue.ts";
import { countOrders, listOrders, type OrderView } from "#ledger/store/reads/orders.ts";
import { countRecharges } from "#ledger/store/reads/recharges.ts";
import { toCedis } from "#ledger/terms/money.ts";
import { scopeOf } from "../auth/guard.ts";
import type { Shop } from "../context.ts";
import { operations } from "../contract/operations.ts";
import type { Page } from "../contract/lists.ts";
import type { OrderRecord } from "../contract/orders.ts";
import { openForm } from "../forms.ts";
import { orderRecord } from "../records.ts";
import type { Serve } from "../serve.ts";

export function orderListRoutes(shop: Shop, serve: Serve): void {
  const toRecord = (view: OrderView): OrderRecord => orderRecord(view, openForm(shop.secrets, view.form));

  serve(operations.listOrders, async (c, { query }) => {
    const { limit, cursor, status } = query;
    const user = scopeOf(c.get("principal"));
    if (limit === undefined) {
      return (await listOrders(shop.db, { user, status })).map(toRecord);
    }
    const [rows, counts] = await Promise.all([
      listOrders(shop.db, { user, status, before: cursor, limit: limit + 1 }),
      countOrders(shop.db, user),
    ]);
    const items = rows.slice(0, limit);
    const page: Page<OrderRecord> = {
      items: items.map(toRecord),
      total: status ? counts[status] : Object.values(counts).reduce((sum, count) => sum + count, 0),
      next: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
    };
    return page;
  });

  serve(operations.countOrders, async () => {
    const [orders, pending] = await Promise.all([
      countOrders(shop.db, undefined),
      countRecharges(shop.db, undefined, "pending"),
    ]);
    return { ...orders, recharges: { pending } };
  });

  serve(operations.readSales, async (c) => {
    const sales = await readSales(shop.db, c.get("principal").user, new Date().toISOString());
    const cedis = ({ count, value }: typeof sales.today) => ({ count, value: toCedis(value) });
    return { today: cedis(sales.today), month: cedis(sales.month), position: sales.position };
  });
}
