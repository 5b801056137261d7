import { X } from "lucide-react";
import type { OrderRecord } from "#api/contract/orders.ts";
import { formatCedis } from "#ledger/terms/money.ts";
import { copyText } from "../../lib/copy.ts";
import { Button } from "../../ui/button.tsx";
import { Hint } from "../../ui/hint.tsx";
import { notify } from "../../ui/notifications.ts";
import { acts, canMove, canSend, type Act, sumOf } from "./move-orders.ts";

interface Props {
  orders: OrderRecord[];
  onAct: (act: Act, orders: OrderRecord[]) => void;
  onSend: (orders: OrderRecord[]) => void;
  onClear: () => void;
}

/** Appears while orders are selected. Shows their total and the possible actions. */
export function CommandBar({ orders, onAct, onSend, onClear }: Props) {
  if (orders.length === 0) return null;
  const sendable = orders.filter(canSend);
  return (
    <div
      role="region"
      aria-label="Selected orders"
      className="toast-in fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-20 mx-auto flex w-fit max-w-[calc(100vw-1.5rem)] flex-wrap items-center gap-2 rounded-[0.875rem] bg-foreground p-2 pl-4 font-semibold text-background shadow-xl lg:left-(--sidebar-width)"
    >
      <span role="status" className="mr-2">
        {orders.length} selected · {formatCedis(sumOf(orders))}
      </span>
      {sendable.length > 0 && (
        <Button size="sm" onClick={() => onSend(sendable)}>
          Send to supplier
        </Button>
      )}
      {acts.map((act) => {
        const able = orders.filter((order) => canMove(order, act));
        if (able.length === 0) return null;
        return (
          <Button
            key={act.to}
            variant={act.to === "completed" ? "default" : "bar"}
            size="sm"
            onClick={() => onAct(act, able)}
          >
            {act.name}
          </Button>
        );
      })}
      <Button variant="bar" size="sm" onClick={() => void copyNumbers(orders)}>
        Copy numbers
      </Button>
      <Hint text="Clear selection">
        <Button variant="bar" size="sm" aria-label="Clear selection" onClick={onClear}>
          <X aria-hidden className="size-5" />
        </Button>
      </Hint>
    </div>
  );
}

/** One per line, as suppliers' forms expect them. */
async function copyNumbers(orders: readonly OrderRecord[]): Promise<void> {
  const copied = await copyText(orders.map(({ receiver }) => receiver).join("\n"));
  const count = orders.length === 1 ? "1 number" : `${orders.length} numbers`;
  notify(copied ? `${count} copied` : "The numbers could not be copied", copied ? "success" : "danger");
}
