import { useIsDesk } from "../../lib/media.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { adminOrderColumns } from "./admin-order-columns.tsx";
import { type OrderList, OrderListContext } from "./order-list.ts";

/** All orders. On a desk a click opens an order, and on a phone a tap selects it. */
export function AdminOrderList({ pageSize, ...list }: OrderList & { pageSize: number | undefined }) {
  const { orders, selected, hasLeft, onSelect, onOpen } = list;
  const isDesk = useIsDesk();
  const ids = orders.map(({ _id }) => _id);
  return (
    <OrderListContext value={list}>
      {!isDesk && (
        <label className="flex min-h-12 items-center gap-3 px-4 text-sm font-semibold">
          <Checkbox
            checked={ids.every((id) => selected.has(id))}
            onCheckedChange={(on) => onSelect(ids, on)}
          />
          Select all on this page
        </label>
      )}
      <DataTable
        label="Orders"
        columns={adminOrderColumns}
        rows={orders}
        pageSize={pageSize}
        rowProps={(order) => ({
          "data-order": order._id,
          "data-state": hasLeft(order) ? "left" : selected.has(order._id) ? "selected" : undefined,
        })}
        onOpen={({ _id }) => onOpen(_id)}
        onTap={({ _id }) => onSelect([_id], !selected.has(_id))}
      />
    </OrderListContext>
  );
}
