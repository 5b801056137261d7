/** Notes who saw other people's registration forms and vouchers. */
import type { Context } from "hono";
import type { OrderView } from "#ledger/orders/reads.ts";
import type { Env } from "../serve/env.ts";
import type { Shop } from "../shop.ts";

/** More are written as a range. */
const named_max = 20;

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
