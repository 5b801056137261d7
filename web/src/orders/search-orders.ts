import type { OrderRecord } from "#contract/order-list.ts";
import { readTyped } from "#contract/terms/search.ts";
import type { OrderStatus } from "#contract/terms/statuses.ts";

/**
 * Finds orders that contain the typed text ("5 gb"), or else all of its words. Numbers match with or without spaces and
 * dashes, and in international form.
 */
export function searchOrders(
  orders: readonly OrderRecord[],
  typed: string,
  status?: OrderStatus,
): OrderRecord[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = orders.filter((order) => status === undefined || order.status === status);
  if (words.length === 0) return wanted;
  const texts = new Map(wanted.map((order) => [order, textOf(order)]));
  const having = (parts: string[]) =>
    wanted.filter((order) => parts.every((part) => texts.get(order)?.includes(part)));
  const exact = having([readTyped(typed).number ?? words.join(" ")]);
  return exact.length > 0 ? exact : having(words);
}

function textOf(order: OrderRecord): string {
  const { id, network, receiver, offer, totalAmount, reference, date, status } = order;
  return [id, network, receiver, offer, totalAmount.toFixed(2), reference, date, status]
    .join(" ")
    .toLowerCase();
}
