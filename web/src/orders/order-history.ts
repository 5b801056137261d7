import type { QueryClient } from "@tanstack/react-query";
import type { OrderRecord } from "#contract/order-list.ts";
import { getSession } from "../lib/session.ts";
import { readStoredJson, writeStored } from "../lib/storage.ts";
import { isListing, listing, type Listing } from "../lib/listing.ts";

/** How many orders a phone can show before the server answers, or offline. */
const kept_max = 50;
/** Combines a burst of changes into one write. */
const write_delay_ms = 500;

/** The last orders that this device has seen. `rows_max` limits a list that holds only the first rows. */
export function lastOrders(rows_max = kept_max): Listing<OrderRecord> | undefined {
  const rows = readStoredJson<OrderRecord[]>("orderHistory");
  return Array.isArray(rows) ? listing(rows.slice(0, rows_max), 0) : undefined;
}

/** Stores the newest own orders as orderHistory, without their forms (ID card numbers). */
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
