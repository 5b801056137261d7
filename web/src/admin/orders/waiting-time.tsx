import type { OrderRecord } from "#api/contract/order-list.ts";
import { officeLimits } from "#ledger/terms/office-limits.ts";
import { useNow_ms } from "../../lib/now.ts";
import { Hint } from "../../ui/hint.tsx";
import { ageText, minutesSince } from "../../lib/age.ts";

/** How long an open order has been waiting, or when a decided one was made. */
export function WaitingTime({ order }: { order: OrderRecord }) {
  const wait = waiting(order, useNow_ms());
  if (wait === undefined) return order.date;
  return (
    <Hint text={order.date}>
      <span className={wait.isLate ? "font-bold text-warning" : undefined}>{wait.text}</span>
    </Hint>
  );
}

/** How long an open order has been waiting. Undefined for decided orders. */
function waiting(order: OrderRecord, now_ms: number): { text: string; isLate: boolean } | undefined {
  if (order.status !== "pending" && order.status !== "processing") return undefined;
  const isLate =
    order.status === "pending" && minutesSince(order.createdAt, now_ms) >= officeLimits.late_order_minutes;
  return { text: ageText(order.createdAt, now_ms), isLate };
}
