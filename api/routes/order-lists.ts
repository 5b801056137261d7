/** Orders to look at: whole, in pages, counted and summed. */
import { Hono } from "hono";
import { readSales } from "#ledger/store/reads/catalogue.ts";
import { countOrders, listOrders, type OrderView } from "#ledger/store/reads/orders.ts";
import { countRecharges } from "#ledger/store/reads/recharges.ts";
import { toCedis } from "#ledger/terms/money.ts";
import { adminOnly, scopeOf, signedIn } from "../auth/guard.ts";
import type { Env, Shop } from "../context.ts";
import { ordersQuery, type Page } from "../contract/lists.ts";
import type { OrderRecord } from "../contract/orders.ts";
import { openForm } from "../forms.ts";
import { readQuery } from "../input.ts";
import { orderRecord } from "../records.ts";

export function orderListRoutes(shop: Shop): Hono<Env> {
  const app = new Hono<Env>();
  const toRecord = (view: OrderView): OrderRecord => orderRecord(view, openForm(shop.secrets, view.form));

  app.get("/order/allorders", signedIn(shop), async (c) => {
    const { limit, cursor, status } = readQuery(c, ordersQuery);
    const user = scopeOf(c.get("principal"));
    if (limit === undefined) {
      return c.json((await listOrders(shop.db, { user, status })).map(toRecord));
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
    return c.json(page);
  });

  app.get("/order/counts", adminOnly(shop), async (c) => {
    const [orders, pending] = await Promise.all([
      countOrders(shop.db, undefined),
      countRecharges(shop.db, undefined, "pending"),
    ]);
    return c.json({ ...orders, recharges: { pending } });
  });

  app.get("/order/sales", signedIn(shop), async (c) => {
    const sales = await readSales(shop.db, c.get("principal").user, new Date().toISOString());
    const cedis = ({ count, value }: typeof sales.today) => ({ count, value: toCedis(value) });
    return c.json({ today: cedis(sales.today), month: cedis(sales.month), position: sales.position });
  });

  return app;
}
