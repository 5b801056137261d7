/** Orders to look at: whole, in pages, counted and summed. */
import { readSales } from "#ledger/store/reads/catalogue.ts";
import { listOrders, totalOrders } from "#ledger/store/reads/order-list.ts";
import { countOrders, type OrderView } from "#ledger/store/reads/orders.ts";
import { countRecharges } from "#ledger/store/reads/recharges.ts";
import { toCedis } from "#ledger/terms/money.ts";
import { scopeOf } from "../auth/guard.ts";
import type { Shop } from "../context.ts";
import { operations } from "../contract/operations.ts";
import type { OrderRecord } from "../contract/orders.ts";
import { openForm } from "../forms.ts";
import { answerList, type Portion } from "../list-answer.ts";
import { orderRecord } from "../records.ts";
import type { Serve } from "../serve.ts";

export function orderListRoutes(shop: Shop, serve: Serve): void {
  const toRecord = (view: OrderView): OrderRecord => orderRecord(view, openForm(shop.secrets, view.form));

  serve(operations.listOrders, async (c, { query }) => {
    const { limit, cursor, mine, order, ...filters } = query;
    const filter = { ...filters, user: scopeOf(c.get("principal"), mine), oldestFirst: order === "oldest" };
    const list = {
      read: (of: Portion) => listOrders(shop.db, filter, of),
      total: () => totalOrders(shop.db, filter),
      cursorOf: ({ id }: OrderView) => id,
      toRecord,
    };
    return answerList(shop, c, list, { limit, cursor, toText: Number });
  });

  serve(operations.countOrders, async () => {
    const [orders, pending] = await Promise.all([
      countOrders(shop.db, undefined),
      countRecharges(shop.db, { status: "pending" }),
    ]);
    return { ...orders, recharges: { pending } };
  });

  serve(operations.readSales, async (c) => {
    const sales = await readSales(shop.db, c.get("principal").user, new Date().toISOString());
    const cedis = ({ count, value }: typeof sales.today) => ({ count, value: toCedis(value) });
    return { today: cedis(sales.today), month: cedis(sales.month), position: sales.position };
  });
}
