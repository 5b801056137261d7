/** Orders to look at: whole, in pages, counted and summed. */
import { Hono } from "hono";
import { readSales } from "#ledger/store/reads/catalogue.ts";
import { listOrders, totalOrders } from "#ledger/store/reads/order-list.ts";
import { countOrders, type OrderView } from "#ledger/store/reads/orders.ts";
import { countRecharges } from "#ledger/store/reads/recharges.ts";
import { toCedis } from "#ledger/terms/money.ts";
import { adminOnly, scopeOf, signedIn } from "../auth/guard.ts";
import type { Env, Shop } from "../context.ts";
import { ordersQuery } from "../contract/lists.ts";
import type { OrderRecord } from "../contract/orders.ts";
import { openForm } from "../forms.ts";
import { readQuery } from "../input.ts";
import { answerList, type Portion } from "../list-answer.ts";
import { orderRecord } from "../records.ts";

export function orderListRoutes(shop: Shop): Hono<Env> {
  const app = new Hono<Env>();
  const toRecord = (view: OrderView): OrderRecord => orderRecord(view, openForm(shop.secrets, view.form));

  app.get("/order/allorders", signedIn(shop), async (c) => {
    const { limit, cursor, mine, order, ...filters } = readQuery(c, ordersQuery);
    const filter = { ...filters, user: scopeOf(c.get("principal"), mine), oldestFirst: order === "oldest" };
    const list = {
      read: (of: Portion) => listOrders(shop.db, filter, of),
      total: () => totalOrders(shop.db, filter),
      cursorOf: ({ id }: OrderView) => id,
      toRecord,
    };
    return answerList(shop, c, list, { limit, cursor, toText: Number });
  });

  app.get("/order/counts", adminOnly(shop), async (c) => {
    const [orders, pending] = await Promise.all([
      countOrders(shop.db, undefined),
      countRecharges(shop.db, { status: "pending" }),
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
