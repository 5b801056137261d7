import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OrderRecord } from "#contract/order-list.ts";
import { listing, reconcile, type Rules } from "../../lib/listing.ts";
import { liveQuery } from "../../live/live-query.ts";
import { useShowsOpen } from "../../live/presence.ts";
import { recentEvents } from "../../live/recent.ts";
import { orderOf, withUsername } from "../my-orders.query.ts";

/** The orders that a dialog was opened with: those that it can still act on, and those that somebody else has moved since. */
export interface AskedOrders {
  rest: OrderRecord[];
  /** As they are now. */
  overtaken: OrderRecord[];
}

/**
 * Watches the orders of a dialog, on whichever page of the list they are. Other admins see that they are open here. From
 * `freeze` on, the orders stay as they are, because then the dialog itself moves them.
 */
export function useAskedOrders(asked: readonly OrderRecord[]): AskedOrders & { freeze: () => void } {
  const [frozen, setFrozen] = useState<AskedOrders | null>(null);
  useShowsOpen(asked.map(({ id }) => id));
  const { data } = useQuery(askedQuery(asked));
  const now = new Map(data.rows.map((order) => [order._id, order]));
  const isOver = ({ _id, status }: OrderRecord) => now.get(_id)?.status !== status;
  const watched = {
    rest: asked.filter((order) => !isOver(order)),
    overtaken: asked.filter(isOver).map((order) => now.get(order._id) ?? order),
  };
  return { ...(frozen ?? watched), freeze: () => setFrozen(watched) };
}

/** Never fetched: the dialog has the orders, and the feed keeps them up to date. */
function askedQuery(asked: readonly OrderRecord[]) {
  const ids = asked.map(({ _id }) => _id);
  const query = liveQuery(["orders", "asked", ids], () => Promise.reject(new Error("never fetched")), rules);
  return queryOptions({
    ...query,
    enabled: false,
    gcTime: 0,
    // The orders may be older than the feed's last events: the list may have been selected a while ago.
    initialData: () => reconcile(undefined, listing([...asked], 0), rules, recentEvents()),
  });
}

const rules: Rules<OrderRecord> = {
  key: (order) => order._id,
  list: "order",
  takes: orderOf,
  unknown: "announce",
  belongs: () => false,
  merge: withListFields,
};

/** Only lists say which orders are alike, and the feed does not. */
export function withListFields(order: OrderRecord, old: OrderRecord | undefined): OrderRecord {
  const { sameAs } = old ?? {};
  return { ...withUsername(order, old), ...(sameAs && { sameAs }) };
}
