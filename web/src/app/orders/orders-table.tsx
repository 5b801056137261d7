import type { OrderRecord } from "#api/contract/orders.ts";
import { groupPhone } from "#ledger/terms/phone.ts";
import { money } from "../../lib/money.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { NetworkName } from "../../ui/monogram.tsx";
import { Table, Td, Th } from "../../ui/table.tsx";

/**
 * One user's orders as a table with the specification's columns. `label` names them if they are not the current user's
 * own.
 */
export function OrdersTable({
  orders,
  label = "My transactions",
  onOpen,
}: {
  orders: OrderRecord[];
  label?: string;
  onOpen: (id: string) => void;
}) {
  return (
    <Table aria-label={label}>
      <thead>
        <tr>
          <Th>ID</Th>
          <Th>Network</Th>
          <Th>Beneficiary</Th>
          <Th>Package</Th>
          <Th number>Amount (¢)</Th>
          <Th>Reference</Th>
          <Th>Date</Th>
          <Th>Status</Th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order._id} data-order={order._id} className="hover:bg-muted">
            <Td>
              <button
                type="button"
                className="min-h-8 font-bold text-primary"
                aria-label={`Receipt of order ${order.id}`}
                onClick={() => onOpen(order._id)}
              >
                {order.id}
              </button>
            </Td>
            <Td>
              <NetworkName network={order.network} />
            </Td>
            <Td>{groupPhone(order.receiver)}</Td>
            <Td>{order.offer}</Td>
            <Td number className="font-semibold">
              {money(order.totalAmount).replace("¢", "")}
            </Td>
            <Td>{order.reference}</Td>
            <Td>{order.date}</Td>
            <Td>
              <StatusBadge status={order.status} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
