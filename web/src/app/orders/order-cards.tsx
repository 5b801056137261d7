import type { OrderRecord } from "#api/contract/orders.ts";
import { groupPhone } from "#ledger/terms/phone.ts";
import { money } from "../../lib/money.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { Monogram } from "../../ui/monogram.tsx";

/** The user's orders on a phone: cards grouped by day, which open a receipt. */
export function OrderCards({ orders, onOpen }: { orders: OrderRecord[]; onOpen: (id: string) => void }) {
  return (
    <ul className="flex flex-col gap-2.5">
      {orders.map((order, at) => (
        <li key={order._id} className="flex flex-col gap-2.5">
          {dayOf(order) !== (at === 0 ? undefined : dayOf(orders[at - 1])) && (
            <p className="text-sm text-muted-foreground">{dayOf(order)}</p>
          )}
          <button
            type="button"
            data-order={order._id}
            className="flex w-full flex-wrap items-center gap-3 rounded-lg border border-border bg-card p-3.5 text-left shadow-sm"
            onClick={() => onOpen(order._id)}
          >
            <Monogram network={order.network} />
            <span className="min-w-[min(7rem,100%)] flex-1">
              <span className="block leading-snug font-bold">{order.offer}</span>
              <span className="flex flex-wrap gap-x-2 text-sm text-muted-foreground">
                <span className="whitespace-nowrap">{groupPhone(order.receiver)}</span>
                <span>{order.date.slice(11)}</span>
              </span>
            </span>
            <span className="ml-auto flex flex-col items-end gap-1">
              <b>{money(order.totalAmount)}</b>
              <StatusBadge status={order.status} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The server's day, dd/mm/yyyy. It is UTC, which is also the time in Accra. */
function dayOf(order: OrderRecord | undefined): string {
  const day = order?.date.slice(0, 10) ?? "";
  return day === new Date().toISOString().slice(0, 10).split("-").reverse().join("/") ? "Today" : day;
}
