import type { OrderRecord } from "#api/contract/orders.ts";
import { useNow_ms } from "../../lib/now.ts";
import { Hint } from "../../ui/hint.tsx";

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

/** A pending order this old is highlighted. */
const late_minutes = 8;

/** How long an open order has been waiting. Undefined for decided orders. */
function waiting(order: OrderRecord, now_ms: number): { text: string; isLate: boolean } | undefined {
  if (order.status !== "pending" && order.status !== "processing") return undefined;
  const minutes = Math.max(0, Math.floor((now_ms - Date.parse(order.createdAt)) / 60_000));
  return { text: words(minutes), isLate: minutes >= late_minutes && order.status === "pending" };
}

function words(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
