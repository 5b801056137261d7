import type { OrderRecord } from "#api/contract/orders.ts";
import { plainCedis } from "#ledger/terms/money.ts";
import { pesewas } from "../../lib/money.ts";

/** An order as a line of orders.csv, in the columns of the page. */
export function orderCsv(order: OrderRecord): Record<string, string | number> {
  return {
    ID: order.id,
    Network: order.network,
    Beneficiary: order.receiver,
    Package: order.offer,
    "Amount (GHS)": plainCedis(pesewas(order.totalAmount)),
    Reference: order.reference,
    Date: order.date,
    Status: order.status,
  };
}
