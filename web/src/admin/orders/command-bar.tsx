import type { OrderRecord } from "#api/contract/order-list.ts";
import { copyText } from "../../lib/copy.ts";
import { Button } from "../../ui/button.tsx";
import { notify } from "../../ui/notifications.ts";
import { SelectionBar } from "../shared/selection-bar.tsx";
import { acts, canMove, canSend, type Act, sumOf } from "./move-orders.ts";

interface Props {
  orders: OrderRecord[];
  onAct: (act: Act, orders: OrderRecord[]) => void;
  onSend: (orders: OrderRecord[]) => void;
  onClear: () => void;
}

/** What can be done with the selected orders. */
export function CommandBar({ orders, onAct, onSend, onClear }: Props) {
  const sendable = orders.filter(canSend);
  return (
    <SelectionBar label="Selected orders" count={orders.length} total={sumOf(orders)} onClear={onClear}>
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
    </SelectionBar>
  );
}

/** One per line, as suppliers' forms expect them. */
async function copyNumbers(orders: readonly OrderRecord[]): Promise<void> {
  const copied = await copyText(orders.map(({ receiver }) => receiver).join("\n"));
  const count = orders.length === 1 ? "1 number" : `${orders.length} numbers`;
  notify(copied ? `${count} copied` : "The numbers could not be copied", copied ? "success" : "danger");
}
