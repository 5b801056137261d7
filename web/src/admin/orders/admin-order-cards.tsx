import type { OrderRecord } from "#api/contract/orders.ts";
import { groupPhone } from "#ledger/terms/phone.ts";
import { cn } from "../../lib/cn.ts";
import { money } from "../../lib/money.ts";
import { useNow_ms } from "../../lib/now.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Monogram } from "../../ui/monogram.tsx";
import { Ordered, type ListProps } from "./admin-orders-table.tsx";
import { acts, canMove } from "./move-orders.ts";

/** The orders as cards on a phone, with buttons that are wide enough for thumbs. */
export function AdminOrderCards({ orders, selected, onSelect, onAct, onOpen }: ListProps) {
  const now_ms = useNow_ms();
  const ids = orders.map((order) => order._id);
  return (
    <>
      <label className="flex min-h-12 items-center gap-3 px-4 text-sm font-semibold">
        <input
          type="checkbox"
          checked={ids.every((id) => selected.has(id))}
          onChange={({ target }) => onSelect(ids, target.checked)}
          className="size-6 shrink-0 accent-primary"
        />
        Select all on this page
      </label>
      <ul className="flex flex-col gap-2.5">
        {orders.map((order) => (
          <li key={order._id}>
            <Card
              data-order={order._id}
              className={cn("flex flex-col gap-2.5", selected.has(order._id) && "border-primary bg-accent")}
            >
              <label className="flex flex-wrap items-center gap-3">
                <input
                  type="checkbox"
                  aria-label={`Select order ${order.id}`}
                  checked={selected.has(order._id)}
                  onChange={({ target }) => onSelect([order._id], target.checked)}
                  className="size-6 shrink-0 accent-primary"
                />
                <Monogram network={order.network} />
                <span className="min-w-[min(6.5rem,100%)] flex-1">
                  <span className="block leading-snug font-bold">
                    {order.offer} · <span className="whitespace-nowrap">{groupPhone(order.receiver)}</span>
                  </span>
                  <span className="block text-sm text-muted-foreground">
                    {order.id} · {order.user} · <Ordered order={order} now_ms={now_ms} />
                  </span>
                </span>
                <span className="ml-auto flex flex-col items-end gap-1">
                  <b>{money(order.totalAmount)}</b>
                  <StatusBadge status={order.status} />
                </span>
              </label>
              <div className="flex flex-wrap gap-2.5">
                <Button
                  variant="outline"
                  aria-label={`Open order ${order.id}`}
                  onClick={() => onOpen(order._id)}
                >
                  Open
                </Button>
                <Acts order={order} onAct={onAct} />
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </>
  );
}

function Acts({ order, onAct }: { order: OrderRecord } & Pick<ListProps, "onAct">) {
  return acts
    .filter((act) => canMove(order, act))
    .map((act) => (
      <Button
        key={act.to}
        variant={act.to === "rejected" ? "outline" : "soft"}
        className="flex-1"
        onClick={() => onAct(act, [order])}
      >
        {act.name}
      </Button>
    ));
}
