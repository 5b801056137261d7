import { useState } from "react";
import type { OrderRecord } from "#api/contract/orders.ts";

/**
 * Own orders without those that came while one was looking, bought by program or on another device: put on top they
 * would move the rows under a finger. They are counted, and `show` lets them in. What is shown stays up to date.
 */
export function useStillOrders(orders: readonly OrderRecord[], isWhole: boolean) {
  const [last, setLast] = useState<number>();
  const newest = orders[0]?.id;
  if (isWhole && last === undefined && newest !== undefined) setLast(newest);
  const shown = last === undefined ? orders : orders.filter(({ id }) => id <= last);
  return { shown, arrived: orders.length - shown.length, show: () => setLast(newest) };
}
