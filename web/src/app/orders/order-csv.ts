import type { OrderRecord } from "#api/contract/orders.ts";
import { plainMoney } from "../../lib/money.ts";

/** An order as a line of orders.csv, in the columns of the page. */
export function orderCsv(order: OrderRecord): Record<string, string | number> {
  return {
    ID: order.id,
    Network: order.network,
    Beneficiary: order.receiver,
    Package: order.offer,
    "Amount (GHS)": plainMoney(order.totalAmount),
    Reference: order.reference,
    Date: order.date,
    Status: order.status,
  };
}
