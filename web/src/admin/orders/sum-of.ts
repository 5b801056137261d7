import type { OrderRecord } from "#api/contract/orders.ts";
import type { Pesewas } from "#ledger/terms/money.ts";
import { pesewas } from "../../lib/money.ts";

export function sumOf(orders: readonly OrderRecord[]): Pesewas {
  return orders.reduce((sum, order) => sum + pesewas(order.totalAmount), 0);
}
