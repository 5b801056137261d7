/** Orders to look at: whole, in pages, counted and summed. */
import { readSales } from "#ledger/store/read/catalogue.ts";
import { listOrders, totalOrders } from "#ledger/store/read/order-list.ts";
import { countOrders, ordersById, type OrderView } from "#ledger/store/read/orders.ts";
import { countRecharges } from "#ledger/store/read/recharges.ts";
import { orderSteps } from "#ledger/store/read/statement.ts";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { toCedis } from "#ledger/terms/money.ts";
import { isNarrow } from "#ledger/terms/search.ts";
import type * as v from "valibot";
import { scopeOf } from "../auth/guard.ts";
import type { Principal } from "../auth/principals.ts";
import type { Shop } from "../context.ts";
import { operations } from "../contract/operations.ts";
import type { ordersQuery } from "../contract/order-lists.ts";
import type { OrderRecord } from "../contract/orders.ts";
import { supplierCell, supplierCells } from "../contract/supplier.ts";
import { refused } from "../http/errors.ts";
import { answerCsv, type Column } from "../http/csv-answer.ts";
import { answerList } from "../http/list-answer.ts";
import { orderRecord } from "../records/records.ts";
import { openSealed } from "../records/sealed.ts";
import type { Portion } from "../http/row-stream.ts";
import type { Serve } from "../http/serve.ts";

/** The list that a query is for, as far as this principal may see it. */
function ordersOf(shop: Shop, principal: Principal, query: v.InferOutput<typeof ordersQuery>) {
  const { limit: _, cursor: __, mine, user, order, ...filters } = query;
  const filter = { ...filters, user: scopeOf(principal, { mine, user }), oldestFirst: order === "oldest" };
  return {
    read: (of: Portion) => listOrders(shop.db, filter, of),
    total: () => totalOrders(shop.db, filter),
    isNarrow: isNarrow(filter.search),
    cursorOf: ({ id }: OrderView) => id,
    toRecord: (view: OrderView): OrderRecord => orderRecord(view, openSealed(shop.secrets, view)),
    isSecret: ({ form, voucher }: OrderView) => form !== null || voucher !== null,
  };
}

const columns: Column<OrderRecord>[] = [
  ["ID", ({ id }) => id],
  ["Date", ({ date }) => date],
  ["Network", ({ network }) => network],
  ["Beneficiary", ({ receiver }) => receiver],
  ["Package", ({ offer }) => offer],
  ["Amount (GHS)", ({ totalAmount }) => totalAmount.toFixed(2)],
  ["Reference", ({ reference }) => reference],
  ["User", ({ agent }) => agent],
  ["User's phone", ({ agentPhoneNumber }) => agentPhoneNumber],
  ["Status", ({ status }) => status],
  ["Reason", ({ reason }) => reason],
  ["Decided", ({ actionTimestamp }) => actionTimestamp && formatDateTime(actionTimestamp)],
];

const supplierColumns: Column<OrderRecord>[] = supplierCells.map((name) => [
  name,
  (order) => supplierCell(order, name),
]);

export function orderListRoutes(shop: Shop, serve: Serve): void {
  serve(operations.listOrders, (c, { query }) => {
    const { limit, cursor } = query;
    return answerList(shop, c, ordersOf(shop, c.get("principal"), query), { limit, cursor, toText: Number });
  });

  serve(operations.exportOrders, (c, { query }) =>
    answerCsv(shop, c, "orders.csv", columns, ordersOf(shop, c.get("principal"), query)),
  );

  serve(operations.exportForSupplier, (c, { query }) =>
    answerCsv(shop, c, "supplier.csv", supplierColumns, ordersOf(shop, c.get("principal"), query)),
  );

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
