/** Orders to look at: whole, in pages, counted and summed. */
import { readSales } from "#ledger/store/reads/catalogue.ts";
import { listOrders, totalOrders } from "#ledger/store/reads/order-list.ts";
import { countOrders, ordersById, type OrderView } from "#ledger/store/reads/orders.ts";
import { countRecharges } from "#ledger/store/reads/recharges.ts";
import { orderSteps } from "#ledger/store/reads/statement.ts";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { toCedis } from "#ledger/terms/money.ts";
import { scopeOf } from "../auth/guard.ts";
import type { Shop } from "../context.ts";
import { operations } from "../contract/operations.ts";
import type { OrderRecord } from "../contract/orders.ts";
import { refused } from "../errors.ts";
import { answerList, type Portion } from "../list-answer.ts";
import { orderRecord } from "../records.ts";
import { openSealed } from "../sealed.ts";
import type { Serve } from "../serve.ts";

export function orderListRoutes(shop: Shop, serve: Serve): void {
  const toRecord = (view: OrderView): OrderRecord => orderRecord(view, openSealed(shop.secrets, view));

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

  serve(operations.readOrderHistory, async (c, { params: { id } }) => {
    const [order] = await ordersById(shop.db, [id]);
    const user = scopeOf(c.get("principal"));
    // Somebody else's is as unknown as one that never was.
    if (!order || order.hidden || (user !== undefined && order.user_id !== user))
      throw refused({ code: "order_unknown" });
    const steps = await orderSteps(shop.db, id);
    return steps.map(({ status, recorded_at, position }) => ({
      status,
      date: formatDateTime(recorded_at),
      createdAt: recorded_at,
      position,
    }));
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
