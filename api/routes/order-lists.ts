/** Lists of orders, as pages and as files. */
import type { Context } from "hono";
import type * as v from "valibot";
import { listOrders, totalOrders } from "#ledger/store/read/order-list.ts";
import { lastActors } from "#ledger/store/read/last-actors.ts";
import { twinsOf } from "#ledger/store/read/order-twins.ts";
import type { OrderView } from "#ledger/store/read/orders.ts";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { isNarrow } from "#ledger/terms/search.ts";
import { scopeOf } from "../auth/guard.ts";
import type { Env, Shop } from "../context.ts";
import { operations } from "../contract/operations.ts";
import type { ordersQuery } from "../contract/order-lists.ts";
import type { OrderRecord } from "../contract/orders.ts";
import { answerFile, type Column } from "../http/file-answer.ts";
import { answerList } from "../http/list-answer.ts";
import type { Portion } from "../http/row-stream.ts";
import type { Serve } from "../http/serve.ts";
import { noteDetailsViewed } from "../records/details-viewed.ts";
import { type ForAdmin, orderRecord } from "../records/records.ts";
import { unsealDetails } from "../records/sealed.ts";

interface ListedOrder extends OrderView {
  forAdmin?: ForAdmin;
}

/** The list for a query, limited to what this principal may see. */
function ordersOf(shop: Shop, c: Context<Env>, query: v.InferOutput<typeof ordersQuery>) {
  const principal = c.get("principal");
  const { limit: _, cursor: __, mine, user, order, ...filters } = query;
  const filter = { ...filters, user: scopeOf(principal, { mine, user }), oldestFirst: order === "oldest" };
  return {
    read: async (of: Portion): Promise<ListedOrder[]> => {
      const views = await listOrders(shop.db, filter, of);
      noteDetailsViewed(shop, c, views);
      if (principal.level !== "Admin" || query.limit === undefined) return views;
      const [actors, twins] = await Promise.all([lastActors(shop.db, views), twinsOf(shop.db, views)]);
      return views.map((view) => {
        const movedBy = actors.get(view.position);
        const sameAs = twins.get(view.id);
        return { ...view, forAdmin: { ...(movedBy && { movedBy }), ...(sameAs && { sameAs }) } };
      });
    },
    total: () => totalOrders(shop.db, filter),
    isNarrow: isNarrow(filter.search),
    cursorOf: ({ id }: OrderView) => id,
    toRecord: ({ forAdmin, ...view }: ListedOrder): OrderRecord =>
      orderRecord(view, unsealDetails(shop.secrets, view), { forAdmin }),
    isSecret: ({ form, voucher }: OrderView) => form !== null || voucher !== null,
  };
}

export const orderColumns: Column<OrderRecord>[] = [
  ["ID", ({ id }) => id],
  ["Date", ({ date }) => date, "moment"],
  ["Network", ({ network }) => network],
  ["Beneficiary", ({ receiver }) => receiver],
  ["Package", ({ offer }) => offer],
  ["Amount (GHS)", ({ totalAmount }) => totalAmount.toFixed(2), "cedis"],
  ["Reference", ({ reference }) => reference],
  ["User", ({ agent }) => agent],
  ["User's phone", ({ agentPhoneNumber }) => agentPhoneNumber],
  ["Status", ({ status }) => status],
  ["Reason", ({ reason }) => reason],
  ["Decided", ({ actionTimestamp }) => actionTimestamp && formatDateTime(actionTimestamp), "moment"],
];

export function orderListRoutes(shop: Shop, serve: Serve): void {
  serve(operations.listOrders, (c, { query }) => {
    const { limit, cursor } = query;
    return answerList(shop, c, ordersOf(shop, c, query), { limit, cursor, toText: Number });
  });

  serve(operations.exportOrders, (c, { query: { format, ...query } }) =>
    answerFile(
      shop,
      c,
      { list: "orders", asked: { format, ...query } },
      orderColumns,
      ordersOf(shop, c, query),
    ),
  );
}
