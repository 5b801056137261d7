import type { QueryClient } from "@tanstack/react-query";
import type { OrderRecord } from "#api/contract/orders.ts";
import { getSession } from "../../lib/session.ts";
import { readStoredJson, writeStored } from "../../lib/storage.ts";
import { isListing, listing, type Listing } from "../../live/listing.ts";

/** What a phone shows of one's orders before the server has spoken, or without a network. */
const kept_max = 50;
/** A burst of changes is written once. */
const write_delay_ms = 500;

/** The last orders that this device has seen; `rows_max` where a list holds only the first so many. */
export function lastOrders(rows_max = kept_max): Listing<OrderRecord> | undefined {
  const rows = readStoredJson<OrderRecord[]>("orderHistory");
  return Array.isArray(rows) ? listing(rows.slice(0, rows_max), 0) : undefined;
}

/** Keeps orderHistory, the newest own orders, without what somebody's card says. */
export function rememberOrders(client: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.query.queryKey[0] !== "orders") return;
    clearTimeout(timer);
    timer = setTimeout(() => write(client), write_delay_ms);
  });
}

function write(client: QueryClient): void {
  const user = getSession()?._id;
  const cached = ["mine", "recent"].map((which) => client.getQueryData<unknown>(["orders", which]));
  const list = cached.find((each) => isListing<OrderRecord>(each));
  if (user === undefined || list === undefined) return;
  const own = list.rows.filter((order) => order.userId === user).slice(0, kept_max);
  writeStored("orderHistory", JSON.stringify(own.map((order) => ({ ...order, items: null }))));
}
