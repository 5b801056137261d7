import type { OrderRecord } from "#api/contract/orders.ts";
import type { OrderStatus } from "#ledger/terms/statuses.ts";

/** Orders in which every typed word occurs somewhere; a number is found with or without its spaces. */
export function searchOrders(
  orders: readonly OrderRecord[],
  typed: string,
  status?: OrderStatus,
): OrderRecord[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return orders.filter((order) => (status === undefined || order.status === status) && matches(order, words));
}

function matches(order: OrderRecord, words: string[]): boolean {
  if (words.length === 0) return true;
  const { id, network, receiver, offer, totalAmount, reference, date, status } = order;
  const text = [id, network, receiver, offer, totalAmount.toFixed(2), reference, date, status]
    .join(" ")
    .toLowerCase();
  return (
    words.every((word) => text.includes(word)) ||
    (/^\d+$/.test(words.join("")) && text.includes(words.join("")))
  );
}
