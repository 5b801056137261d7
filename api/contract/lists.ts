/** Pages of the long lists: keyset, newest first. Without `limit` a list answers in full, as specified. */
import * as v from "valibot";
import { orderStatuses, rechargeStatuses } from "#ledger/terms/statuses.ts";

export const pageQuery = {
  limit: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1), v.maxValue(100)),
  ),
  /** The `next` of the page before. */
  cursor: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))),
};

/** GET /order/allorders */
export const ordersQuery = v.object({ ...pageQuery, status: v.optional(v.picklist(orderStatuses)) });

/** GET /recharge */
export const rechargesQuery = v.object({ ...pageQuery, status: v.optional(v.picklist(rechargeStatuses)) });

/** DELETE /order/del-all-orders and /recharge/del-all-requests: how many were removed, and how many open ones stay. */
export const removalAnswer = v.object({ message: v.string(), removed: v.number(), kept: v.number() });
export type RemovalAnswer = v.InferOutput<typeof removalAnswer>;

/** DELETE of one row: it was done, and where the log says so. */
export const positionedMessage = v.object({ message: v.string(), position: v.number() });

/** The whole list, or a page where a `limit` is given. */
export function listOrPage<S extends v.GenericSchema>(row: S) {
  return v.union([
    v.array(row),
    v.object({ items: v.array(row), total: v.number(), next: v.nullable(v.number()) }),
  ]);
}

/** What a list answers when a `limit` is given. */
export interface Page<T> {
  items: T[];
  /** How many there are in all pages. */
  total: number;
  /** The cursor of the next page; null on the last. */
  next: number | null;
}
