/** The list of orders, as pages and as files. */
import type { Context } from "hono";
import type * as v from "valibot";
import { listOrders, totalOrders } from "#ledger/orders/list.ts";
import { lastActors } from "#ledger/orders/last-actors.ts";
import { repeatsOf } from "#ledger/orders/repeated-orders.ts";
import type { OrderView } from "#ledger/orders/reads.ts";
import { isNarrow } from "#contract/terms/search.ts";
import { scopeOf } from "../serve/guard.ts";
import type { Env } from "../serve/env.ts";
import type { Shop } from "../shop.ts";
import { asSeen, filterOf } from "#contract/list.ts";
import { operations } from "#contract/operations.ts";
import { orderList, type OrderRecord } from "#contract/order-list.ts";
import { answerListFile } from "../serve/file-answer.ts";
import { answerList } from "../serve/list-answer.ts";
import type { Portion } from "../serve/row-stream.ts";
import type { Serve } from "../serve/serve.ts";
import { type ForAdmin, orderRecord } from "./records.ts";
import { unsealDetails } from "../serve/sealed.ts";

interface ListedOrder extends OrderView {
  forAdmin?: ForAdmin;
}

type Asked = v.InferOutput<typeof operations.listOrders.query>;

/** The list for a query, limited to what this principal may see. */
function ordersOf(shop: Shop, c: Context<Env>, query: Asked) {
  const principal = c.get("principal");
  const filter = { ...filterOf(query), user: scopeOf(principal, query) };
  return {
    read: async (of: Portion): Promise<ListedOrder[]> => {
      const views = await listOrders(shop.db, filter, of);
      noteDetailsViewed(shop, c, views);
      if (principal.level !== "Admin" || query.limit === undefined) return views;
      const [actors, repeats] = await Promise.all([lastActors(shop.db, views), repeatsOf(shop.db, views)]);
      return views.map((view) => {
        const movedBy = actors.get(view.position);
        const sameAs = repeats.get(view.id);
        return { ...view, forAdmin: { ...(movedBy && { movedBy }), ...(sameAs && { sameAs }) } };
      });
    },
    total: () => totalOrders(shop.db, filter),
    isNarrow: isNarrow(filter.search),
    cursorOf: ({ id }: OrderView) => id,
    toRecord: ({ forAdmin, ...view }: ListedOrder): OrderRecord =>
      asSeen(orderList, principal, orderRecord(view, unsealDetails(shop.secrets, view), { forAdmin })),
    isSecret: ({ form, voucher }: OrderView) => form !== null || voucher !== null,
  };
}

export function orderListRoutes(shop: Shop, serve: Serve): void {
  serve(operations.listOrders, (c, { query }) =>
    answerList(shop, c, ordersOf(shop, c, query), { ...query, toText: Number }),
  );

  serve(operations.exportOrders, (c, { query }) =>
    answerListFile(shop, c, orderList, query, ordersOf(shop, c, query)),
  );
}

/** More are written as a range. */
const named_max = 20;

/** Notes who saw other people's registration forms and vouchers. */
export function noteDetailsViewed(shop: Shop, c: Context<Env>, views: readonly OrderView[]): void {
  const { user } = c.get("principal");
  const orders = views
    .filter(({ user: buyer, form, voucher }) => buyer !== user && (form !== null || voucher !== null))
    .map(({ id }) => id)
    .toSorted((a, b) => a - b);
  if (orders.length === 0) return;
  const detail =
    orders.length > named_max
      ? `${orders.length} orders from ${orders[0]} to ${orders.at(-1)}`
      : `order ${orders.join(", ")}`;
  shop.security.note(c, { kind: "private details viewed", detail });
}
